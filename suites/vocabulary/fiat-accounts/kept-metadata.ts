import { metadataLimits } from '../../../src/contract/constraints/index.ts';
import type { Probing } from '../../../src/engine/probing.ts';
import type { Exchange } from '../../../src/model/exchange.ts';
import { isObject, type JsonObject, member } from '../../../src/values/json.ts';
import { accepted } from '../answers.ts';
import { accountOf, asking, bodies, plain, twinOf, updatable } from '../requests.ts';
import { VISIBLY_LATER_MS } from '../tolerances.ts';

// Nothing says whether an update replaces metadata or adds to it (4.1). Where it adds, an account is full after six pairs, and from
// then on only an update of the pairs that it has keeps every rule.

/** Pairs of metadata. */
export type Pairs = Readonly<Record<string, string>>;

/** As many pairs as there may be, with keys and values as long as they may be (8). */
export const WHOLE: Pairs = Object.fromEntries(
  Array.from({ length: metadataLimits.pairs }, (_, index) => [
    `${index}`.padEnd(metadataLimits.key, 'k'),
    'v'.repeat(metadataLimits.value),
  ]),
);

const keysOf = (account: Exchange): readonly string[] => {
  const metadata = member(accepted(account), 'metadata');
  return isObject(metadata) ? Object.keys(metadata) : [];
};

/**
 * The keys that the account has after an update of the first of some pairs: what is beside it is kept. Undefined where it does not
 * show its metadata. An answer that shows more than was sent says it at once; a read may lag behind.
 */
export async function keptKeys(p: Probing, pairs: JsonObject): Promise<readonly string[] | undefined> {
  const metadata = Object.fromEntries(Object.entries(pairs).slice(0, 1));
  const answered = keysOf(await p.send('putFiat', asking(p, 'putFiat', { metadata }).input()));
  if (answered.length > 1) return answered;
  const read = await p.accepted(accountOf({ id: updatable(p) }));
  return isObject(member(accepted(read), 'metadata')) ? keysOf(read) : undefined;
}

/** Pairs of two updates, which together are one more than there may be. */
const [SOME, OTHERS] = [4, 3].map((pairs, update) =>
  Object.fromEntries(Array.from({ length: pairs }, (_, index) => [`room_${update}_${index}`, 'conformance'])),
);

/** Whether an update replaces metadata: more pairs than there may be are accepted one after the other, each in effect by then. */
export async function replacesMetadata(p: Probing): Promise<boolean> {
  for (const metadata of [SOME, OTHERS]) {
    if (!(await p.answerTo(asking(p, 'putFiat', { metadata: metadata ?? {} }))).isAccepted) return false;
    await p.pause(VISIBLY_LATER_MS);
  }
  return true;
}

/** The same values under keys that an account has, those of the same length first, as far as it has others than these. */
export function underKeptKeys(pairs: Pairs, kept: readonly string[]): Pairs {
  const free = kept.filter((key) => !(key in pairs));
  const take = (key: string): string => {
    if (kept.includes(key)) return key;
    const alike = free.findIndex((each) => each.length === key.length);
    return free.splice(Math.max(alike, 0), 1)[0] ?? key;
  };
  return Object.fromEntries(Object.entries(pairs).map(([key, value]) => [take(key), value]));
}

/**
 * The keys of the account where updates add to them and it is full; undefined where they replace metadata, or where that is not
 * known. The update that leaves a note is sent first, so that its key is one of them. Found out once for all rows.
 */
const fullOf = (p: Probing): Promise<readonly string[] | undefined> =>
  p.once('keys of a full account', async () => {
    if (!(await p.isAccepted(plain(p, 'putFiat')))) return undefined;
    if (await p.isAccepted(twinOf(p, 'putFiat', { metadata: WHOLE }))) return undefined;
    const { metadata: note } = bodies.putFiat();
    // Where the account shows none, these are the keys that it is known to have.
    const metadata = underKeptKeys(WHOLE, (await keptKeys(p, note)) ?? Object.keys(note));
    if (!(await p.isAccepted(twinOf(p, 'putFiat', { metadata })))) return undefined;
    const kept = (await keptKeys(p, metadata)) ?? Object.keys(metadata);
    return kept.length === metadataLimits.pairs ? kept : undefined;
  });

/** Metadata as an update can give them: under the keys of the account where that is full. */
export async function fitting(p: Probing, pairs: Pairs): Promise<Pairs> {
  const kept = p.operation === 'putFiat' ? await fullOf(p) : undefined;
  return kept ? underKeptKeys(pairs, kept) : pairs;
}
