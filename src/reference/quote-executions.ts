import type { Call, Handler } from './call.ts';
import { decision } from './decision.ts';
import { type Fields, Problem } from './problem.ts';
import { uuid } from './values.ts';

const HERE = { section: '4.13', on: ['getQuote'] };

/** Returns a quote execution as a read shows it, given the number of earlier reads. */
type Shown = (found: Fields, reads: number, call: Call) => Fields;

const settled = (found: Fields): boolean => found['status'] === 'SETTLED';
const moved = (timestamp: unknown, years: number): string =>
  String(timestamp).replace(/^\d{4}/, (year) => String(Number(year) + years));

/** Shows a settled quote execution as CREATED at some reads. */
const backwards =
  (isBack: (reads: number) => boolean): Shown =>
  ({ settled_at, ...found }, reads) =>
    settled(found) && isBack(reads)
      ? { ...found, status: 'CREATED' }
      : { ...found, ...(settled_at === undefined ? {} : { settled_at }) };

const shown = decision<Shown>(HERE, (found) => found, {
  faults: {
    'OPERATION-ANSWERED/one-quote-execution-fails': (found, _, { store }) => {
      if (found['id'] === store.quotes[0]?.['id']) throw new Problem(500, 'the quote execution is not complete');
      return found;
    },
    'QE-SETTLED-AT/left-out': ({ settled_at: _, ...found }) => found,
    'QE-SETTLED-AT/null': (found) => (settled(found) ? { ...found, settled_at: null } : found),
    'QE-STATUS-FORWARD/goes-back': backwards((reads) => reads % 3 === 2),
    'QE-STATUS-FORWARD/goes-back-at-every-other-read': backwards((reads) => reads % 2 === 0),
    'QE-CREATED-WITHOUT-SETTLED-AT/set-at-once': (found) => ({ settled_at: new Date().toISOString(), ...found }),
    'QE-SETTLED-AFTER-CREATED/before': (found) =>
      settled(found) ? { ...found, settled_at: moved(found['created_at'], -1) } : found,
    'QE-UNCHANGED/price-follows-the-market': (found, reads) => ({
      ...found,
      price: reads > 0 ? '224.12' : found['price'],
    }),
    'QE-UNCHANGED/settled-anew-at-each-read': (found) =>
      settled(found) ? { ...found, settled_at: new Date().toISOString() } : found,
    'QE-UNCHANGED/another-quote_id-at-each-read': (found, _, { store }) => ({ ...found, quote_id: uuid(store.next) }),
    'QE-UNCHANGED/another-recipient-at-each-read': (found, _, { store }) => ({
      ...found,
      recipient_profile_id: uuid(store.next),
    }),
    'TIMES-NOT-AHEAD/settles-in-the-year-2999': (found) =>
      settled(found) ? { ...found, settled_at: '2999-01-01T00:00:00Z' } : found,
    'QE-ID/the-quote_id': (found) => ({ ...found, id: found['quote_id'] }),
    'QE-PROFILE/another': (found, _, { store }) => ({ ...found, profile_id: store.customer }),
  },
  latitudes: {
    'quote/spelt-otherwise-at-each-read': (found, reads) =>
      reads % 2 === 0
        ? found
        : {
            ...found,
            quote_id: String(found['quote_id']).toUpperCase(),
            price: `${String(found['price'])}00`,
            created_at: String(found['created_at']).replace(/Z$/, '+00:00'),
          },
    'quote/shows-when-it-is-due-to-settle': (found) =>
      settled(found) ? found : { ...found, settled_at: moved(found['created_at'], 100) },
    'quote/settled-at-creation': (found) => (settled(found) ? { ...found, settled_at: found['created_at'] } : found),
  },
  protects: {
    'quote/spelt-otherwise-at-each-read': ['QE-UNCHANGED'],
    'quote/shows-when-it-is-due-to-settle': ['QE-CREATED-WITHOUT-SETTLED-AT', 'TIMES-NOT-AHEAD'],
    'quote/settled-at-creation': ['QE-SETTLED-AFTER-CREATED', 'QE-STATUS-FORWARD'],
  },
});
const unknownIds = decision<readonly ('id' | 'profile_id' | 'own profiles' | 'own profiles before it settles')[]>(
  HERE,
  [],
  {
    faults: {
      'QE-UNKNOWN/makes-one-up': ['id'],
      'QE-ONE-PROFILE/that-of-whoever-asks': ['own profiles'],
      'QE-OTHER-PROFILE/answers': ['profile_id'],
      'QE-OTHER-PROFILE/answers-whom-it-knows': ['own profiles'],
      'QE-OTHER-PROFILE/answers-whom-it-knows-before-it-settles': ['own profiles before it settles'],
    },
  },
);
/** Whether a quote execution settles: the document does not say how long that takes. */
const settling = decision<'soon' | 'never'>(HERE, 'soon', {
  latitudes: { 'quote/never-settles': 'never' },
  protects: ['QE-SETTLED-AT', 'QE-STATUS-FORWARD'],
});

function stored({ choices, store, path }: Call): Fields {
  const [id, profile] = [path['id'], path['profile_id']];
  const lenient = choices.of(unknownIds);
  const found =
    store.quotes.find((each) => each['id'] === id) ?? (lenient.includes('id') ? store.quotes[0] : undefined);
  const isUnsettled = lenient.includes('own profiles before it settles') && found?.['status'] === 'CREATED';
  const isOurs = (lenient.includes('own profiles') || isUnsettled) && store.profiles.includes(profile ?? '');
  if (!found || (found['profile_id'] !== profile && !isOurs && !lenient.includes('profile_id')))
    throw new Problem(404, 'there is no such quote execution');
  return found;
}

/** Settles a CREATED quote execution when it is read `afterMs` milliseconds after its first read. */
function settle({ choices, store }: Call, found: Fields, afterMs: number): void {
  const due = `due ${String(found['id'])}`;
  const at = store.notes.get(due);
  if (found['status'] !== 'CREATED' || choices.of(settling) === 'never') return;
  if (typeof at !== 'number') store.notes.set(due, Date.now() + afterMs);
  else if (Date.now() >= at) Object.assign(found, { status: 'SETTLED', settled_at: new Date().toISOString() });
}

/**
 * Get Quote Execution (4.13). `afterMs` is the time from the first read of a CREATED quote execution to its settlement.
 */
export const getQuote =
  (afterMs: number): Handler =>
  (call) => {
    const { choices, store, path } = call;
    const found = stored(call);
    settle(call, found, afterMs);
    const reads = Number(store.notes.get(`reads ${path['id']}`) ?? 0);
    store.notes.set(`reads ${path['id']}`, reads + 1);
    const asIs = { ...found, id: path['id'], profile_id: path['profile_id'] };
    return choices.of(shown)(asIs, reads, call);
  };
