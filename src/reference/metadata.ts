import type { Call } from './call.ts';
import { type Choices, decision, only, shownOn } from './decision.ts';
import { WITHDRAWALS } from './operation-groups.ts';
import { type Fields, isFields, Problem } from './problem.ts';
import { count } from './text-length.ts';

const HERE = { section: '8', on: ['putFiat', 'fiatWithdrawal', 'cryptoWithdrawal', 'createAddress'] };
const UPDATES = ['putFiat'];
const CREATIONS = ['fiatWithdrawal', 'cryptoWithdrawal', 'createAddress'];
const ADDRESSES = ['createAddress'];

const mayBeEmpty = decision(HERE, true, { faults: { 'METADATA-EMPTY/refused': false } });
const most = decision(HERE, 6, {
  faults: {
    'METADATA-PAIRS-OVER-LIMIT/accepts-seven': 7,
    'METADATA-PAIRS-OVER-LIMIT/unchecked-on-update': only(UPDATES, 1000),
    'METADATA-PAIRS-AT-LIMIT/accepts-five-at-most': 5,
    'METADATA-PAIRS-AT-LIMIT/five-on-addresses': only(ADDRESSES, 5),
  },
});
const longestKey = decision(HERE, 100, {
  faults: {
    'METADATA-KEY-OVER-LIMIT/accepts-101': 101,
    'METADATA-KEY-OVER-LIMIT/unchecked-on-update': only(UPDATES, 1000),
    'METADATA-KEY-AT-LIMIT/accepts-99-at-most': 99,
    'METADATA-KEY-AT-LIMIT/64-on-addresses': only(ADDRESSES, 64),
  },
});
const longestValue = decision(HERE, 100, {
  faults: {
    'METADATA-VALUE-OVER-LIMIT/accepts-101': 101,
    'METADATA-VALUE-OVER-LIMIT/unchecked-on-update': only(UPDATES, 1000),
    'METADATA-VALUE-AT-LIMIT/accepts-99-at-most': 99,
    'METADATA-VALUE-AT-LIMIT/64-on-addresses': only(ADDRESSES, 64),
  },
});

const entries =
  (change: (pairs: readonly (readonly [string, unknown])[]) => readonly (readonly [string, unknown])[]) =>
  (pairs: Fields): Fields =>
    Object.fromEntries(change(Object.entries(pairs)));
const kept = decision(HERE, (pairs: Fields): Fields => pairs, {
  faults: {
    'METADATA-ECHO/lowercases-keys': entries((all) => all.map(([key, value]) => [key.toLowerCase(), value])),
    'METADATA-ECHO/keeps-one-of-keys-that-differ-in-case': entries((all) =>
      all.filter(([key], i) => !all.slice(i + 1).some(([other]) => other.toLowerCase() === key.toLowerCase())),
    ),
    'METADATA-ECHO/takes-null-in-words-for-none': entries((all) => all.filter(([, value]) => value !== 'null')),
    'METADATA-ECHO/reads-dates': entries((all) =>
      all.map(([key, value]) => [key, /^\d{4}-\d\d-\d\d$/.test(String(value)) ? `${String(value)}T00:00:00Z` : value]),
    ),
    'METADATA-ECHO/loses-a-name-of-its-language': entries((all) => all.filter(([key]) => key !== 'constructor')),
    'METADATA-ECHO/takes-true-in-words-for-1': shownOn(
      CREATIONS,
      entries((all) => all.map(([key, value]) => [key, value === 'true' ? '1' : value])),
    ),
    'METADATA-ECHO/reads-booleans': entries((all) => all.map(([key, value]) => [key, value === 'true' ? '1' : value])),
    'METADATA-ECHO/drops-a-zero': entries((all) => all.filter(([, value]) => value !== '0')),
    'METADATA-ECHO/reads-numbers': entries((all) =>
      all.map(([key, value]) => [key, /^\d+\.\d+$/.test(String(value)) ? String(Number(value)) : value]),
    ),
    'METADATA-ECHO/loses-the-last-pair': entries((all) => all.slice(0, Math.max(1, all.length - 1))),
    'METADATA-ECHO/cuts-values-to-fifty': entries((all) =>
      all.map(([key, value]) => [key, String(value).slice(0, 50)]),
    ),
    'METADATA-ECHO/cuts-the-hundredth-character': entries((all) =>
      all.map(([key, value]) => [key, String(value).slice(0, 99)]),
    ),
    'METADATA-ECHO/puts-underscores-for-blanks': entries((all) =>
      all.map(([key, value]) => [key, String(value).replaceAll(' ', '_')]),
    ),
    'METADATA-ECHO/escapes-for-html': shownOn(
      CREATIONS,
      entries((all) => all.map(([key, value]) => [key, String(value).replaceAll('<', '&lt;')])),
    ),
    'METADATA-ECHO/leaves-one-of-several-spaces': shownOn(
      CREATIONS,
      entries((all) => all.map(([key, value]) => [key, String(value).replaceAll(/ +/g, ' ')])),
    ),
    'METADATA-ECHO/drops-joiners': shownOn(
      CREATIONS,
      entries((all) => all.map(([key, value]) => [key, String(value).replaceAll('\u200d', '')])),
    ),
    'METADATA-ECHO/composes-letters': shownOn(
      CREATIONS,
      entries((all) => all.map(([key, value]) => [key, String(value).replaceAll('e\u0301', 'é')])),
    ),
    'METADATA-ECHO/trims': shownOn(
      CREATIONS,
      entries((all) => all.map(([key, value]) => [key, String(value).trim()])),
    ),
    'METADATA-ECHO/trims-in-updates': shownOn(
      UPDATES,
      entries((all) => all.map(([key, value]) => [key, String(value).trim()])),
    ),
    'METADATA-ECHO/puts-underscores-for-dots': entries((all) =>
      all.map(([key, value]) => [key.replaceAll('.', '_'), value]),
    ),
    'METADATA-ECHO/drops-empty-values': shownOn(
      CREATIONS,
      entries((all) => all.filter(([, value]) => value !== '')),
    ),
    'METADATA-ECHO/loses-pairs-on-update': only(
      UPDATES,
      entries((all) => all.slice(0, 1)),
    ),
    'METADATA-CLIENT-ONLY/adds-a-pair-where-there-is-room': only(
      ['createAddress'],
      entries((all) => (all.length > 0 && all.length < 6 ? [...all, ['source', 'api']] : all)),
    ),
    'METADATA-CLIENT-ONLY/adds-a-pair': only(
      WITHDRAWALS,
      entries((all) => [...all, ['source', 'api']]),
    ),
  },
});

type Cut = 'pairs' | 'keys' | 'values';
/** What exceeds a limit and is silently cut to it. */
const silently = decision<Cut | undefined>(HERE, undefined, {
  faults: {
    'METADATA-PAIRS-OVER-LIMIT/keeps-the-first-six': 'pairs',
    'METADATA-KEY-OVER-LIMIT/cuts-to-100': 'keys',
    'METADATA-VALUE-OVER-LIMIT/cuts-to-100': 'values',
  },
});
const CUTS: Readonly<Record<Cut, (pairs: Fields) => Fields>> = {
  pairs: entries((all) => all.slice(0, 6)),
  keys: entries((all) => all.map(([key, value]) => [key.slice(0, 100), value])),
  values: entries((all) => all.map(([key, value]) => [key, typeof value === 'string' ? value.slice(0, 100) : value])),
};

function within(name: string, text: string, longest: number, length: number): void {
  if (length > longest) throw new Problem(400, `a metadata ${name} has at most 100 characters, not ${text.length}`);
}

/** How many pairs have the length of their keys and values checked, and from which one on. */
const looked = decision(
  HERE,
  { keys: 100, values: 100, from: 0 },
  {
    faults: {
      'METADATA-KEY-OVER-LIMIT/looks-at-the-first-pair': only(ADDRESSES, { keys: 1, values: 100, from: 0 }),
      'METADATA-VALUE-OVER-LIMIT/looks-at-the-first-pair': only(UPDATES, { keys: 100, values: 1, from: 0 }),
      'METADATA-VALUE-OVER-LIMIT/looks-at-three-pairs': only(UPDATES, { keys: 100, values: 3, from: 0 }),
      'METADATA-KEY-OVER-LIMIT/passes-over-the-first-pair': only(UPDATES, { keys: 100, values: 100, from: 1 }),
    },
  },
);
/** The document does not say that a value may be empty. */
const emptyValues = decision(HERE, true, {
  latitudes: { 'metadata/empty-values-refused': false },
  protects: ['METADATA-ECHO', 'METADATA-PAIRS-AT-LIMIT'],
});

/** The document does not say which characters a key may contain. */
const keyCharacters = decision(HERE, /^/, {
  latitudes: {
    'metadata/keys-of-word-characters': /^[\w.-]+$/,
    'metadata/keys-in-lower-case': /^[a-z][a-z0-9_]*$/,
    'metadata/no-names-of-prototypes': /^(?!constructor$|prototype$|__proto__$)/,
  },
  protects: ['METADATA-ECHO', 'METADATA-KEY-AT-LIMIT', 'DA-LOOK-UP-*'],
});

/** With the fault, values of other JSON types are kept as sent. */
const anyValues = decision<(value: unknown) => boolean>(HERE, () => false, {
  faults: {
    'METADATA-VALUE-STRING/as-it-was-sent': () => true,
    'METADATA-VALUE-STRING/null-as-it-was-sent': (value) => value === null,
    'METADATA-VALUE-STRING/booleans-as-they-were-sent': (value) => typeof value === 'boolean',
    'METADATA-VALUE-STRING/objects-as-they-were-sent': (value) => value !== null && typeof value === 'object',
  },
});
/** The document does not say which characters a value may contain. */
const valueCharacters = decision(HERE, /^/, {
  latitudes: { 'metadata/values-without-angle-brackets': /^[^<>]*$/ },
  protects: ['METADATA-ECHO'],
});
/** Minimum length of a key: the document states only a maximum. */
const shortestKey = decision(HERE, 0, { faults: { 'METADATA-ECHO/refuses-keys-of-one-character': 2 } });

/** Maximum number of characters in all pairs together: the document states none. */
const mostTogether = decision(HERE, Number.MAX_SAFE_INTEGER, {
  faults: {
    'METADATA-WHOLE-AT-LIMIT/a-thousand-characters-in-all': 1000,
    'METADATA-WHOLE-AT-LIMIT/on-updates': only(UPDATES, 1000),
  },
});

/** Whether the number of pairs counts, given the rest of the body. */
const counts = decision<(body: Fields) => boolean>(HERE, () => true, {
  faults: {
    'METADATA-PAIRS-OVER-LIMIT/unchecked-without-a-ref_id': only(CREATIONS, (body) => body['ref_id'] !== undefined),
  },
});

/** Whether a creation without metadata gets that of the creation before. */
const leftOver = decision({ ...HERE, on: CREATIONS }, false, {
  faults: { 'METADATA-OF-NO-OTHER/of-the-request-before': true },
});

function check({ choices, body }: Call, pairs: readonly (readonly [string, unknown])[]): void {
  if (pairs.length === 0 && !choices.of(mayBeEmpty)) throw new Problem(400, 'metadata must not be empty');
  if (pairs.length > choices.of(most) && choices.of(counts)(body))
    throw new Problem(400, 'metadata has at most 6 pairs');
  if (JSON.stringify(pairs).length > choices.of(mostTogether)) throw new Problem(400, 'metadata is too large');
  const { keys, values, from } = choices.of(looked);
  for (const [index, [key, value]] of pairs.entries()) {
    const broken = PAIRS.find(([holds]) => !holds(choices, value, key));
    if (broken) throw new Problem(400, `metadata ${broken[1]}`);
    if (index < from) continue;
    if (index < keys) within('key', key, choices.of(longestKey), count(choices, key));
    if (index < values) within('value', String(value), choices.of(longestValue), count(choices, String(value)));
  }
}

/** What holds for each pair apart from lengths, and how another one is refused; the first that does not hold decides. */
const PAIRS: readonly (readonly [(choices: Choices, value: unknown, key: string) => boolean, string])[] = [
  [(choices, value) => typeof value === 'string' || choices.of(anyValues)(value), 'values are strings'],
  [(choices, _, key) => key.length >= choices.of(shortestKey), 'keys are longer'],
  [(choices, _, key) => choices.of(keyCharacters).test(key), 'keys have other characters'],
  [(choices, value) => choices.of(valueCharacters).test(String(value)), 'values have other characters'],
  [(choices, value) => value !== '' || choices.of(emptyValues), 'values are not empty'],
];

/**
 * Returns the metadata of a request, or undefined: at most 6 pairs of strings, with at most 100 characters in each key
 * and value (2.1). Throws Problem for others.
 */
export function metadata(call: Call): Fields | undefined {
  const given = call.body['metadata'];
  if (given === undefined || given === null) return metadataBefore(call);
  if (!isFields(given)) throw new Problem(400, 'metadata must be an object');
  const cut = call.choices.of(silently);
  const pairs = cut ? CUTS[cut](given) : given;
  check(call, Object.entries(pairs));
  const found = call.choices.of(kept)(pairs);
  call.store.notes.set('metadata', found);
  return found;
}

function metadataBefore({ choices, store, body }: Call): Fields | undefined {
  const before = store.notes.get('metadata');
  return 'profile_id' in body && choices.of(leftOver) && isFields(before) ? before : undefined;
}
