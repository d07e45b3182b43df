import type { Call } from './call.ts';
import { decision, only } from './decision.ts';
import { WITHDRAWALS } from './operation-groups.ts';
import { type Fields, optional, Problem } from './problem.ts';

type Policy = 'refuse' | 'refuse with the record' | 'unprocessable' | 'replay' | 'replay if equal' | 'again';

/** How a request with a used ref_id is answered, which the document does not show (4.15). */
const used = decision<Policy>(
  { section: '4.15', on: ['fiatWithdrawal', 'cryptoWithdrawal', 'createAddress'] },
  'refuse',
  {
    latitudes: {
      'ref-id/refused-with-the-record': 'refuse with the record',
      'ref-id/refused-as-invalid': 'unprocessable',
      'ref-id/replayed': 'replay',
      'ref-id/replayed-if-equal': 'replay if equal',
      'ref-id/carried-out-again': 'again',
    },
    protects: [
      'AUTH-REFUSED-DOES-NOTHING',
      'REF-ID-AT-ONCE',
      'TRANSFER-ID-UNIQUE',
      'DA-ID-UNIQUE',
      'FW-REF-ID-ECHO',
      'CW-REF-ID-ECHO',
      'DA-REF-ID-ECHO',
    ],
  },
);

const PLACE = { section: '2.1', on: ['fiatWithdrawal', 'cryptoWithdrawal', 'createAddress'] };
/** Milliseconds until a record can be found by its ref_id. */
const lag = decision(PLACE, 0, { faults: { 'REF-ID-AT-ONCE/looks-before-it-is-written': 120 } });
/** How a further request without a ref_id is answered, given the first one. */
const absentAgain = decision<'as new' | 'refuse' | 'replay'>(PLACE, 'as new', {
  faults: {
    'REF-ID-ABSENT-TWICE/all-are-one': 'replay',
    'FW-REQUIRED-ALONE/only-once': only(['fiatWithdrawal'], 'refuse'),
    'CW-REQUIRED-ALONE/only-once': only(['cryptoWithdrawal'], 'refuse'),
    'DA-REQUIRED-ALONE/only-once': only(['createAddress'], 'refuse'),
  },
});

/** Returns the part of a ref_id by which it is compared with others. */
type ComparedPart = (ref: string) => string;

const beginning =
  (characters: number): ComparedPart =>
  (ref) =>
    ref.slice(0, characters);

const inLowerCase: ComparedPart = (ref) => ref.toLowerCase();

/** The part by which two ref_ids are compared, if not by all of it. With the faults, one with the same part is a repetition. */
const compared = decision<ComparedPart | undefined>(PLACE, undefined, {
  faults: {
    'FW-REF-ID-ECHO/by-twenty-characters': only(['fiatWithdrawal'], beginning(20)),
    'CW-REF-ID-ECHO/by-twenty-characters': only(['cryptoWithdrawal'], beginning(20)),
    'DA-REF-ID-ECHO/by-twenty-characters': only(['createAddress'], beginning(20)),
    'REF-ID-DISTINCT/by-thirty-two-characters': beginning(32),
    'REF-ID-DISTINCT/by-sixty-four-characters': beginning(64),
  },
  latitudes: { 'ref-id/compared-without-regard-to-case': inLowerCase },
  protects: ['REF-ID-DISTINCT', 'TRANSFER-ID-UNIQUE', 'DA-ID-UNIQUE'],
});

/** The part by which a ref_id like a used one is refused as used. */
const refusesAlike = decision<ComparedPart | undefined>(PLACE, undefined, {
  faults: {
    'REF-ID-DISTINCT/refused-if-it-begins-like-another': beginning(32),
  },
  latitudes: { 'ref-id/refused-if-only-its-case-differs': inLowerCase },
  protects: ['REF-ID-DISTINCT'],
});

/**
 * How a withdrawal with the ref_id of one of the other kind is answered: like one with a new ref_id, with a refusal, or
 * with the other withdrawal.
 */
const usedElsewhere = decision<'as new' | 'refuse' | 'replay'>(PLACE, 'as new', {
  latitudes: {
    'ref-id/refused-if-used-for-the-other-kind': 'refuse',
    'ref-id/replayed-if-used-for-the-other-kind': 'replay',
  },
  protects: ['CW-TYPE', 'REF-ID-DISTINCT', 'OPERATION-ANSWERED'],
});

/** With the fault, an answer to a request without a ref_id shows the last one that was given. */
const showsLast = decision(PLACE, false, {
  faults: {
    'FW-REF-ID-ECHO/shows-the-one-before': only(['fiatWithdrawal'], true),
    'CW-REF-ID-ECHO/shows-the-one-before': only(['cryptoWithdrawal'], true),
    'DA-REF-ID-ECHO/shows-the-one-before': only(['createAddress'], true),
  },
});

/** Returns the ref_id for the answer. */
export function shownRef({ choices, store, body }: Call): string | undefined {
  const ref = optional(body, 'ref_id');
  const last = String(store.notes.get('last ref_id') ?? '');
  if (ref !== undefined) store.notes.set('last ref_id', ref);
  return ref ?? (choices.of(showsLast) && last !== '' ? last : undefined);
}

/** The status with which every ref_id is refused. */
const refusesRefs = decision<400 | 409 | undefined>(PLACE, undefined, {
  faults: {
    'OPERATION-ANSWERED/ref_id-is-refused': 400,
    'OPERATION-ANSWERED/each-ref_id-conflicts': only(['createAddress'], 409),
  },
});

/** Milliseconds in which an identical withdrawal without a ref_id counts as a repetition: the document does not say. */
const repetition = decision({ section: '4.4', on: WITHDRAWALS }, 0, {
  latitudes: { 'withdrawal/same-again-refused': 10_000 },
  protects: ['FW-REQUIRED-ALONE', 'CW-REQUIRED-ALONE'],
});

/** Milliseconds in which an identical withdrawal counts as a repetition, whatever its ref_id. */
const doubled = decision({ section: '4.4', on: WITHDRAWALS }, 0, {
  latitudes: { 'withdrawal/same-again-conflicts-for-a-moment': 400 },
  protects: ['REF-ID-DISTINCT', 'FW-REQUIRED-ALONE', 'CW-REQUIRED-ALONE'],
});

/** Throws Problem for a withdrawal that is identical to a recent one. */
function refuseRepetition({ choices, store, body }: Call, operation: string): void {
  const { ref_id, metadata: _, ...moved } = body;
  const key = `${operation} ${JSON.stringify(moved)}`;
  const age = Date.now() - Number(store.notes.get(key) ?? 0);
  if (ref_id === undefined && age < choices.of(repetition))
    throw new Problem(400, 'the same withdrawal was made a moment ago: give it a ref_id');
  if (age < choices.of(doubled)) throw new Problem(409, 'the same withdrawal was made a moment ago');
  store.notes.set(key, Date.now());
}

/** With the fault, a used ref_id is looked up before the credentials are checked. */
const repeatsForAll = decision({ section: '5', on: PLACE.on }, false, {
  faults: { 'AUTH-HEADER-MISSING/answers-a-used-ref_id': true },
});

/** Returns the record that a request without credentials gets, or undefined: it should get none. */
export function recordForAll({ choices, store, body }: Pick<Call, 'choices' | 'store' | 'body'>): Fields | undefined {
  const ref = optional(body, 'ref_id');
  if (ref === undefined || !choices.of(repeatsForAll)) return undefined;
  return [...store.used].find(([key]) => key.endsWith(` ${ref}`))?.[1];
}

/** With the fault, a request with nothing but the required members fails. */
const failsBare = decision(PLACE, false, {
  faults: {
    'FW-REQUIRED-ALONE/fails-without-ref_id-and-metadata': only(['fiatWithdrawal'], true),
    'CW-REQUIRED-ALONE/fails-without-ref_id-and-metadata': only(['cryptoWithdrawal'], true),
    'DA-REQUIRED-ALONE/fails-without-ref_id-and-metadata': only(['createAddress'], true),
  },
});

/** Creates a record for a request without ref_id, or repeats the first one. */
function withoutRef({ choices, store, body }: Call, operation: string, make: () => Fields): Fields {
  if (body['metadata'] === undefined && choices.of(failsBare)) throw new Problem(500, 'internal error');
  const [again, key] = [choices.of(absentAgain), `${operation} without ref_id`];
  const before = again === 'as new' ? undefined : store.used.get(key);
  if (before && again === 'refuse') throw new Problem(409, 'the ref_id was used before');
  const made = before ?? make();
  store.used.set(key, made);
  return made;
}

/** Creates one record per ref_id; the instance decides how a repetition is answered. */
export function once(call: Call, operation: string, make: () => Fields): Fields {
  const { choices, store, body } = call;
  if (operation !== 'address') refuseRepetition(call, operation);
  const ref = optional(body, 'ref_id');
  if (ref === undefined) return withoutRef(call, operation, make);
  const refusal = choices.of(refusesRefs);
  if (refusal !== undefined) throw new Problem(refusal, 'the service has no ref_id, or takes it for a used one');
  const alike = choices.of(refusesAlike);
  const part = choices.of(compared) ?? alike;
  const elsewhere = operation === 'address' ? 'as new' : choices.of(usedElsewhere);
  const key = `${elsewhere === 'as new' ? operation : 'withdrawal'} ${part ? part(ref) : ref}`;
  const isWritten = Date.now() - Number(store.notes.get(`used ${key}`) ?? 0) >= choices.of(lag);
  const before = isWritten ? store.used.get(key) : undefined;
  const policy = choices.of(used);
  const text = JSON.stringify(body);
  const isEqual = store.notes.get(`text ${key}`) === text;
  const isReplayed = elsewhere === 'replay' || part !== undefined || replays(policy, isEqual);
  if (before && alike === undefined && isReplayed) return before;
  if (before && policy !== 'again') throw refusalOf(policy, before);
  const made = make();
  store.used.set(key, made);
  store.notes.set(`used ${key}`, Date.now());
  store.notes.set(`text ${key}`, text);
  return made;
}

const replays = (policy: Policy, isEqual: boolean): boolean =>
  policy === 'replay' || (isEqual && policy === 'replay if equal');

const refusalOf = (policy: Policy, existing: Fields): Problem =>
  new Problem(
    policy === 'unprocessable' ? 400 : 409,
    'this ref_id was used before',
    policy === 'refuse with the record' ? { existing } : {},
  );
