import { metadataLimits } from '../../src/contract/constraints/index.ts';
import type { Probing } from '../../src/engine/probing.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import { isObject, type Json, type JsonObject, member } from '../../src/values/json.ts';
import { acceptedBody } from '../vocabulary/answers.ts';
import { accountOf, asking, bodies, plain, twinOf, updatable } from '../vocabulary/requests.ts';
import { VISIBLY_LATER_MS } from '../vocabulary/tolerances.ts';

// The document does not say whether an update replaces metadata or adds to it (4.1). If it adds, an account is full
// after six pairs, and from then on only an update of its existing keys is valid.

/** Pairs of metadata. */
export type Pairs = Readonly<Record<string, string>>;

export const isPairs = (metadata: Json | undefined): metadata is Pairs =>
  isObject(metadata) && Object.values(metadata).every((value) => typeof value === 'string');

/** Metadata with the maximum number of pairs, and keys and values of maximum length (8). Keys begin with a letter. */
export const WHOLE: Pairs = Object.fromEntries(
  Array.from({ length: metadataLimits.pairs }, (_, index) => [
    `k${index}`.padEnd(metadataLimits.key, 'k'),
    'v'.repeat(metadataLimits.value),
  ]),
);

const keysOf = (account: Exchange): readonly string[] => {
  const metadata = member(acceptedBody(account), 'metadata');
  return isObject(metadata) ? Object.keys(metadata) : [];
};

/**
 * Updates the account with the first of some pairs, and returns all keys that it then has. Uses the answer if it shows
 * more than was sent, since a read may lag behind, and a read otherwise. Returns undefined when the account does not
 * show its metadata.
 */
export async function keptKeys(p: Probing, pairs: JsonObject): Promise<readonly string[] | undefined> {
  const metadata = Object.fromEntries(Object.entries(pairs).slice(0, 1));
  const answered = keysOf(await p.send('putFiat', asking(p, 'putFiat', { metadata }).input()));
  if (answered.length > 1) return answered;
  const read = await p.sendValid(accountOf({ id: updatable(p) }));
  return isObject(member(acceptedBody(read), 'metadata')) ? keysOf(read) : undefined;
}

/** The pairs of two updates, which together exceed the limit by one. */
const [SOME, OTHERS] = [4, 3].map((pairs, update) =>
  Object.fromEntries(Array.from({ length: pairs }, (_, index) => [`room_${update}_${index}`, 'conformance'])),
);

/**
 * Whether an update replaces metadata: two updates are accepted one after the other, although their pairs together
 * exceed the limit. Waits after each so that it takes effect.
 */
export async function replacesMetadata(p: Probing): Promise<boolean> {
  for (const metadata of [SOME, OTHERS]) {
    if (!(await p.answerTo(asking(p, 'putFiat', { metadata: metadata ?? {} }))).isAccepted) return false;
    await p.pause(VISIBLY_LATER_MS);
  }
  return true;
}

/**
 * Returns the same values under keys that an account already has, keys of the same length first, as far as it has
 * enough of them.
 */
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
 * Returns the keys of the account if updates add to its metadata and it is full. Returns undefined if updates replace
 * metadata, or if that is unknown. Sends the usual update first, so that its key is among them. Runs once for all rows.
 */
const fullOf = (p: Probing): Promise<readonly string[] | undefined> =>
  p.once('keys of a full account', async () => {
    if (!(await p.isAccepted(plain(p, 'putFiat')))) return undefined;
    if (await p.isAccepted(twinOf(p, 'putFiat', { metadata: WHOLE }))) return undefined;
    const { metadata: note } = bodies.putFiat();
    // If the account does not show its metadata, these are the keys that it is known to have.
    const metadata = underKeptKeys(WHOLE, (await keptKeys(p, note)) ?? Object.keys(note));
    if (!(await p.isAccepted(twinOf(p, 'putFiat', { metadata })))) return undefined;
    const kept = (await keptKeys(p, metadata)) ?? Object.keys(metadata);
    return kept.length === metadataLimits.pairs ? kept : undefined;
  });

/** Returns the pairs under keys that an update can use: the existing ones if the account is full. */
export async function fitting(p: Probing, pairs: Pairs): Promise<Pairs> {
  const kept = p.operation === 'putFiat' ? await fullOf(p) : undefined;
  return kept ? underKeptKeys(pairs, kept) : pairs;
}
