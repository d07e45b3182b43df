import { setTimeout as delay } from 'node:timers/promises';
import type { Call, Handler } from './call.ts';
import { settling } from './data/trades.ts';
import { decision } from './decision.ts';
import { type Fields, isFields, Problem } from './problem.ts';

const HERE = { section: '4.14', on: ['affirm'] };

const secondLater = (time: unknown): string => new Date(Date.parse(String(time)) + 1000).toISOString();

const affirmed = decision<Fields>(
  HERE,
  { status: 'AFFIRMED' },
  {
    faults: {
      'ST-AFFIRMED/stays-pending': { status: 'PENDING' },
      'ST-AFFIRMED/settled-at-once': { status: 'SETTLED' },
    },
  },
);
const touched = decision<(found: Fields) => Fields>(HERE, () => ({ updated_at: new Date().toISOString() }), {
  faults: {
    'ST-UPDATED-AT/unchanged': () => ({}),
    // Not in whole hundredths of a second, since such a time may come from a coarser clock.
    'ST-UPDATED-AT/created-anew': () => {
      const time = new Date().toISOString().replace(/.Z$/, '1Z');
      return { created_at: time, updated_at: time };
    },
    'ST-UNCHANGED/created-when-it-is-affirmed': () => {
      const now = Date.now();
      return { created_at: new Date(now - 1).toISOString(), updated_at: new Date(now).toISOString() };
    },
    'ST-UPDATED-NOW/a-second-after-its-creation': (found) => ({ updated_at: secondLater(found['created_at']) }),
    'ST-UPDATED-AFTER-CREATED/created-in-the-future': (found) => ({
      created_at: String(found['created_at']).replace(/^\d{4}/, '2999'),
      updated_at: new Date().toISOString(),
    }),
    'ST-UPDATED-AFTER-CREATED/before': (found) => ({
      updated_at: String(found['created_at']).replace(/^\d{4}/, '2019'),
    }),
  },
  latitudes: { 'affirm/dated-in-minutes': () => ({ updated_at: `${new Date().toISOString().slice(0, 17)}00Z` }) },
  protects: ['ST-UPDATED-*'],
});
const twice = (legs: unknown): readonly unknown[] => (Array.isArray(legs) ? [...legs, ...legs] : []);

const answered = decision<(found: Fields, call: Call) => Fields>(HERE, (found) => found, {
  faults: {
    'ST-ID/the-ref_id': (found) => ({ ...found, id: found['ref_id'] }),
    'ST-PROFILES/one-for-both': (found) => ({ ...found, target_profile_id: found['source_profile_id'] }),
    'ST-LEG-IDS/one-for-two-legs': (found) => ({ ...found, legs: twice(found['legs']) }),
    'ST-LEG-AMOUNTS/signed': (found) => ({ ...found, legs: eachLeg(found, (leg) => ({ ...leg, amount: '-0.5' })) }),
    'TIMES-NOT-AHEAD/settles-before-it-is-due': (found) => ({ ...found, updated_at: '2999-01-01T00:00:00Z' }),
  },
});
const unknownToo = decision(HERE, false, { faults: { 'ST-UNKNOWN/makes-one-up': true } });
/** The document does not show the source states from which affirming is allowed (3). */
const sources = decision<readonly string[]>(HERE, ['PENDING'], {
  latitudes: {
    'affirm/again': ['PENDING', 'AFFIRMED'],
    'affirm/from-any-state': ['PENDING', 'AFFIRMED', 'SETTLED', 'EXPIRED', 'CANCELLED'],
  },
  protects: ['ST-AFFIRMED', 'ST-UPDATED-AT', 'ST-AFFIRM-AT-ONCE'],
});

/** Milliseconds between reading a transaction and writing it. */
const lag = decision(HERE, 0, { faults: { 'ST-AFFIRM-AT-ONCE/looks-before-it-is-written': 50 } });

/** Which of the transactions that the fixtures name as PENDING have expired by now. */
const hasExpired = decision<(place: number) => boolean>(HERE, () => false, {
  latitudes: { 'affirm/some-have-expired': (place) => place % 2 === 0 },
  protects: ['AUTH-REFUSED-DOES-NOTHING', 'ST-AFFIRM-AT-ONCE'],
});

/** When a server error follows an affirmation. A repetition of one that fails at first shows the transaction. */
const failsAfterwards = decision<'never' | 'always' | 'at first'>(HERE, 'never', {
  faults: {
    'OPERATION-ANSWERED/affirms-and-fails': 'always',
    'OPERATION-ANSWERED/affirms-and-fails-at-first': 'at first',
  },
});
/** With the fault, only the first affirmation succeeds. */
const failsNext = decision(HERE, false, { faults: { 'NO-SERVER-ERROR/on-the-next-affirmation': true } });
/** With the fault, the other transactions are affirmed too, and another affirmation of them changes nothing. */
const affirmsOthers = decision(HERE, false, { faults: { 'ST-UPDATED-NOW/affirms-the-others-too': true } });

/** With the fault, the state of a transaction is looked at before the credentials. */
const showsAffirmed = decision({ section: '5', on: HERE.on }, false, {
  faults: { 'AUTH-HEADER-MISSING/shows-an-affirmed-transaction': true },
});

/** Returns the transaction that a request without credentials gets, or undefined: it should get none. */
export function affirmedForAll({ choices, store, path }: Pick<Call, 'choices' | 'store' | 'path'>): Fields | undefined {
  if (!choices.of(showsAffirmed)) return undefined;
  return store.transactions.find(({ id, status }) => id === path['transaction_id'] && status === 'AFFIRMED');
}

/** What affirming an AFFIRMED transaction shows, which the document does not state. */
const again = decision<((found: Fields) => Fields) | undefined>(HERE, undefined, {
  faults: {
    'ST-SETTLED-IN-WINDOW/settled-when-affirmed-again': (found) => ({
      ...found,
      status: 'SETTLED',
      settlement_window_start: '2998-01-01T00:00:00Z',
      settlement_window_end: '2999-01-01T00:00:00Z',
    }),
    'ST-AFFIRMED/pending-when-affirmed-again': (found) => ({ ...found, status: 'PENDING' }),
    'ST-AFFIRMED/cancelled-when-affirmed-again': (found) => ({ ...found, status: 'CANCELLED' }),
    'ST-UNCHANGED/another-ref_id-each-time': (found) => ({ ...found, ref_id: `${found['ref_id']}-again` }),
    'ST-UNCHANGED/legs-renamed-each-time': (found) => ({
      ...found,
      legs: eachLeg(found, (leg) => ({ ...leg, id: 'other' })),
    }),
    'ST-UNCHANGED/legs-of-other-amounts': (found) => ({
      ...found,
      legs: eachLeg(found, (leg) => ({ ...leg, amount: '7' })),
    }),
  },
  latitudes: {
    'affirm/again-spelt-otherwise': (found) => ({
      ...found,
      legs: eachLeg(found, (leg) => ({ ...leg, amount: `${leg['amount']}0` })).reverse(),
    }),
  },
  protects: {
    'affirm/again-spelt-otherwise': ['ST-UNCHANGED'],
  },
});

const eachLeg = (found: Fields, change: (leg: Fields) => Fields): Fields[] =>
  (Array.isArray(found['legs']) ? found['legs'].filter(isFields) : []).map(change);

function stored({ choices, store, path }: Call): Fields {
  const id = path['transaction_id'];
  const found = store.transactions.find((each) => each['id'] === id);
  const [like] = store.transactions;
  if (found) return found;
  if (!like || !choices.of(unknownToo)) throw new Problem(404, 'there is no such transaction');
  return { ...like, id, status: 'PENDING' };
}

/** Affirm Transaction (4.14). */
export const affirm: Handler = (call) => {
  const { choices, store } = call;
  const found = stored(call);
  const before = String(found['status']);
  const repeated = choices.of(again);
  if (before === 'AFFIRMED' && repeated) return repeated(found);
  if (before === 'AFFIRMED' && (choices.of(affirmsOthers) || choices.of(failsAfterwards) === 'at first'))
    return { ...found };
  const place = store.transactions.findIndex(({ id }) => id === found['id']);
  if (before === 'PENDING' && choices.of(hasExpired)(place)) throw new Problem(409, 'the transaction is EXPIRED');
  const settles = choices.of(settling);
  if (before === 'AFFIRMED' && settles) {
    if (Date.now() < Number(store.notes.get(`settles ${found['id']}`) ?? 0)) return { ...found };
    found['status'] = 'SETTLED';
  }
  if (!choices.of(sources).includes(before)) throw new Problem(409, `the transaction is ${found['status']}`);
  const write = (): Fields => {
    const earlier = Number(store.notes.get('affirmations') ?? 0);
    if (earlier > 0 && choices.of(failsNext)) throw new Problem(500, 'internal error');
    store.notes.set('affirmations', earlier + 1);
    if (settles) store.notes.set(`settles ${found['id']}`, Date.now() + settles(earlier));
    Object.assign(found, choices.of(affirmed), choices.of(touched)(found));
    const others = choices.of(affirmsOthers) ? store.transactions.filter(({ status }) => status === 'PENDING') : [];
    for (const other of others) Object.assign(other, choices.of(affirmed), choices.of(touched)(other));
    if (choices.of(failsAfterwards) !== 'never') throw new Problem(500, 'the transaction cannot be shown');
    return choices.of(answered)({ ...found }, call);
  };
  const wait = choices.of(lag);
  return wait > 0 ? delay(wait).then(write) : write();
};
