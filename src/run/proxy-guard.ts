import { violations } from '../../suites/requests-made/violations.ts';
import type { Row } from '../engine/row.ts';
import type { Problem } from '../proxy/problem.ts';
import type { Capture } from '../recordings/capture.ts';
import { heard } from '../recordings/decode.ts';
import { recognise } from '../recordings/recognise.ts';
import type { Bounds } from '../settings/bounds.ts';

/** The most violations that one problem document names. */
const MOST_NAMED = 20;

/** What is wrong with a request, as a problem document; nothing for lawful ones, and for those of our own probes. */
export const guard =
  (rows: readonly Row[], bounds: Bounds) =>
  async (capture: Capture): Promise<Problem | undefined> => {
    const recognised = recognise(capture.method, capture.url);
    if (!recognised) return undefined;
    const { recorded, request, probe } = await heard(capture, recognised, bounds);
    if (probe || !request) return undefined;
    const found = violations(recorded).flatMap(({ key, flaw: { expected, actual } }) => {
      const row = rows.find((each) => isBroken(each, recorded.operation, key));
      return row ? [{ requirement: row.id, section: row.cites[0].section, expected, actual }] : [];
    });
    const [first] = found;
    if (!first) return undefined;
    return {
      status: 400,
      type: 'urn:transfer-conformance:violating-request',
      title: 'The request does not keep to the interface',
      detail: `expected ${first.expected}; got ${first.actual} (section ${first.section}); the request was not sent on`,
      more: { violations: found.slice(0, MOST_NAMED) },
    };
  };

const isBroken = (
  { party, level, operations, checks }: Row,
  operation: Row['operations'][number],
  key: string,
): boolean =>
  party === 'client' &&
  level === 'must' &&
  operations.includes(operation) &&
  checks.some((check) => check.kind === 'group' && check.key === key);
