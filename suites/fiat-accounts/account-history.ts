import fc, { type Arbitrary } from 'fast-check';
import { among, plainUpTo } from '../../generators/index.ts';
import { failure } from '../../src/engine/failure.ts';
import type { Probing } from '../../src/engine/probing.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import { type Failure, shown } from '../../src/model/outcome.ts';
import { type Json, member } from '../../src/values/json.ts';
import { acceptedBody } from '../vocabulary/answers.ts';
import { itemWith } from '../vocabulary/comparisons.ts';
import { histories } from '../vocabulary/history.ts';
import { lookUpPage } from '../vocabulary/lists/listing.ts';
import { accountOf, asking, NOTE, updatable } from '../vocabulary/requests.ts';

/** One step with the account that the run may change. */
type Step = { readonly do: 'update'; readonly note: string } | { readonly do: 'get' } | { readonly do: 'list' };

const STEPS: Arbitrary<Step> = fc.oneof(
  plainUpTo(20).map((note): Step => ({ do: 'update', note })),
  among<Step>([{ do: 'get' }, { do: 'list' }]),
);

/** The notes that the account may have: the last one, or any of those that were sent together. */
interface KnownAccount {
  notes: readonly string[];
}

/** Returns the notes of the updates among steps that are in flight together. */
const notesOf = (together: readonly Step[]): readonly string[] =>
  together.flatMap((step) => (step.do === 'update' ? [step.note] : []));

async function update(
  p: Probing,
  note: string,
  known: KnownAccount,
  together: readonly Step[],
): Promise<readonly Failure[]> {
  known.notes = notesOf(together);
  const answer = await p.sendValid(asking(p, 'putFiat', { metadata: { [NOTE]: note } }));
  return lost(answer, acceptedBody(answer), known);
}

/** Returns a failure when an account shows metadata without one of the possible notes. */
function lost(exchange: Exchange, account: Json | undefined, { notes }: KnownAccount): readonly Failure[] {
  const metadata = member(account, 'metadata');
  if (metadata === undefined || metadata === null || notes.length === 0) return [];
  const found = member(metadata, NOTE);
  if (typeof found === 'string' && notes.includes(found)) return [];
  const expected = `metadata.${NOTE} ${notes.map((note) => shown(note)).join(' or ')}, as last updated`;
  return [failure(exchange, { where: null, expected, actual: shown(found) })];
}

/**
 * Reads the account until it shows a possible note, since an update need not show at once. Demands nothing while an
 * update is in flight.
 */
function read(
  p: Probing,
  step: 'get' | 'list',
  known: KnownAccount,
  together: readonly Step[],
): Promise<readonly Failure[]> {
  const id = updatable(p);
  const isBusy = notesOf(together).length > 0;
  return p.eventually(async () => {
    const exchange = step === 'get' ? await p.sendValid(accountOf({ id })) : await lookUpPage(p, 'listFiat', id);
    const account = step === 'get' ? acceptedBody(exchange) : itemWith(exchange, id);
    return isBusy ? [] : lost(exchange, account, known);
  });
}

/**
 * Runs generated sequences of updates, reads and lists of one account, and demands that reads and lists show the last
 * update.
 */
export const accountHistories = (p: Probing): Promise<readonly Failure[]> =>
  histories<Step, KnownAccount>(p, STEPS, [
    async () => ({ notes: [] }),
    (step, known, together) =>
      step.do === 'update' ? update(p, step.note, known, together) : read(p, step.do, known, together),
  ]);
