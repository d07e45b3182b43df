import type { AtMost } from '../../../src/contract/constraints/index.ts';
import { must, type Row, suite } from '../../../src/engine/row.ts';
import { definite } from '../../../src/values/definite.ts';
import { acceptsBeyond } from './judging.ts';
import { acceptsAtLimit, type Limited, refusesBeyond } from './probes.ts';
import { derived, type Sources } from './sources.ts';

const sentence = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1);

/** Makes the two rows of a limit: a request at the limit is accepted, and one beyond it is refused. */
export function limitRows(
  id: string,
  sources: Sources<AtMost>,
  section: string,
  { lenience, ...limited }: Limited & { readonly lenience?: string } = {},
): readonly Row[] {
  const [{ cases, network, from }] = sources;
  const [smallest] = cases;
  if (!smallest?.at) throw new Error(`${from} has no case at its limit`);
  const said = { aspect: 'limits', ...derived(sources, section), ...definite({ lenience }) } as const;
  const on = network === undefined ? '' : ` for ${network}`;
  return suite(section, [], {
    [`${id}-AT-LIMIT`]: must(`${sentence(smallest.at.what)} is accepted${on}`, said, acceptsAtLimit(sources, limited)),
    [`${id}-OVER-LIMIT`]: must(
      `${sentence(smallest.what)} is refused${on}`,
      { ...said, traffic: [acceptsBeyond(sources)] },
      ...refusesBeyond(sources, limited),
    ),
  });
}

/**
 * Returns texts, by name, that keep or break a limit of characters depending on the unit that a service counts: bytes,
 * UTF-16 units or code points.
 */
export function outsideAscii(limit: number): Readonly<Record<string, string>> {
  const pairs = limit / 2 + 1;
  return {
    [`${limit} of é (${2 * limit} bytes)`]: 'é'.repeat(limit),
    [`${pairs} of 😀 (${2 * pairs} UTF-16 units)`]: '😀'.repeat(pairs),
  };
}
