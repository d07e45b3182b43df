import type { Call } from './call.ts';
import { decision, only } from './decision.ts';
import { metadata } from './metadata.ts';
import { WITHDRAWALS } from './operation-groups.ts';
import { accountIdOf, identityOf } from './parties.ts';
import type { Fields } from './problem.ts';
import { shownRef } from './repeated-refs.ts';
import { uuid } from './values.ts';

const STARTED = Date.parse('2024-01-01T00:00:00Z');
const HERE = { section: '2.1', on: WITHDRAWALS };

const way = decision(HERE, 'DEBIT', { faults: { 'TRANSFER-DEBIT/a-credit': 'CREDIT' } });
/** The document does not show the transitions of a transfer (3). */
const state = decision(HERE, 'PENDING', {
  latitudes: { 'status/completed-at-creation': 'COMPLETED', 'status/failed-at-creation': 'FAILED' },
  protects: {
    'status/completed-at-creation': ['TRANSFER-STATUS-ENUM', 'TRANSFER-UPDATED-AFTER-CREATED'],
    'status/failed-at-creation': ['TRANSFER-STATUS-ENUM', 'TRANSFER-ABUSE-DETAILS'],
  },
});
const updated = decision<(created: number) => number>(HERE, (created) => created, {
  faults: {
    'TRANSFER-UPDATED-AFTER-CREATED/in-local-time': (created) => created - 5 * 3_600_000,
    'TRANSFER-UPDATED-NOW/by-a-clock-of-another-zone': (created) => created + 9 * 3_600_000,
    'TIMES-NOT-AHEAD/updated-in-2999': () => Date.parse('2999-01-01T00:00:00Z'),
  },
  latitudes: {
    'transfer/updated-a-moment-later': (created) => created + 12,
    'transfer/updated-by-a-clock-that-is-five-minutes-fast': (created) => created + 5 * 60_000,
  },
  protects: ['TRANSFER-UPDATED-AFTER-CREATED', 'TRANSFER-UPDATED-NOW', 'TIMES-NOT-AHEAD'],
});
/** When this process began. */
const LOADED = Date.now();
/** Less than the ten minutes that a clock may be off, and longer than most runs. */
const NINE_MINUTES_MS = 540_000;
/** The clock that gives creation times. */
const clock = decision<(body: Fields) => number>(HERE, () => Date.now(), {
  faults: {
    'CREATED-AT-NOW/when-the-service-started': () => STARTED,
    'CREATED-AT-NOW/at-the-epoch': () => 0,
    'CREATED-AT-NOW/in-local-time': () => Date.now() + 2 * 3_600_000,
    'CREATED-AT-NOW/an-hour-off-with-a-memo': ({ memo }) => Date.now() + (memo === undefined ? 0 : 3_600_000),
    'CREATED-AT-MOVES/stands-still': () => Date.now() - ((Date.now() - LOADED) % NINE_MINUTES_MS),
  },
  latitudes: {
    'clock/a-minute-fast': () => Date.now() + 60_000,
    'clock/of-machines-that-differ': () => Math.floor(Date.now() / 1_000 + 2 * (Date.now() % 3)) * 1_000,
    'clock/of-whole-seconds': () => Math.floor(Date.now() / 1_000) * 1_000,
  },
  protects: ['CREATED-AT-NOW', 'CREATED-AT-MOVES', 'TRANSFER-UPDATED-AFTER-CREATED'],
});
type Identify = (next: () => number, call: Call) => string;

const ids = decision<Identify>(HERE, (next) => uuid(next), {
  faults: {
    'TRANSFER-ID-UNIQUE/one-for-all': (_, { store }) => store.customer,
    'TRANSFER-ID-UNIQUE/one-for-all-without-a-ref_id': (next, { store, body }) =>
      body['ref_id'] === undefined ? store.customer : uuid(next),
    'TRANSFER-ID-UNIQUE/of-the-clock-in-seconds': () => `transfer-${Math.floor(Date.now() / 1000)}`,
  },
  latitudes: { 'transfer-ids/numbers-in-strings': (next) => String(Math.floor(next() * 2 ** 50)) },
  protects: ['TRANSFER-ID-STRING', 'TRANSFER-ID-UNIQUE'],
});

/** Returns the memo of a withdrawal; with the fault, one without a memo gets that of the previous withdrawal. */
export function memoAfter({ store }: Call, text: string | undefined, isLeftOver: boolean): string | undefined {
  const before = store.notes.get('memo');
  if (text !== undefined) store.notes.set('memo', text);
  return text ?? (isLeftOver && typeof before === 'string' ? before : undefined);
}

/** Returns the members that both kinds of withdrawal answer (2.1). */
export function transfer(call: Call): Fields {
  const { choices, store } = call;
  const now = choices.of(clock)(call.body);
  return {
    id: choices.of(ids)(store.next, call),
    customer_id: store.customer,
    direction: choices.of(way),
    status: choices.of(state),
    created_at: new Date(now).toISOString(),
    updated_at: new Date(choices.of(updated)(now)).toISOString(),
    identity_id: identityOf(call),
    account_id: accountIdOf(call),
    ref_id: shownRef(call),
    metadata: metadata(call),
    ...choices.of(merged)(call),
    ...choices.of(abused),
  };
}

/** With the fault, a metadata pair replaces the member that has its key. */
const merged = decision<(call: Call) => Fields>(HERE, () => ({}), {
  faults: {
    'FW-AMOUNT-KEPT/metadata-in-its-place': only(['fiatWithdrawal'], (call) => {
      const amount = metadata(call)?.['amount'];
      return typeof amount === 'string' ? { amount } : {};
    }),
  },
});

/** The members of a transfer that was cancelled for suspected abuse (2.1, 7.3). */
const abused = decision<Fields>(
  HERE,
  {},
  {
    faults: {
      'TRANSFER-ABUSE-DETAILS/without-message': {
        status: 'FAILED',
        status_details: { max_rent_exceeded: { destination_address: 'x' } },
      },
      'TRANSFER-ABUSE-DETAILS/without-destination': {
        status: 'FAILED',
        status_details: { max_rent_exceeded: { message: 'suspected abuse' } },
      },
      'TRANSFER-ABUSE-FAILED/completed-all-the-same': {
        status: 'COMPLETED',
        status_details: { max_rent_exceeded: { message: 'suspected abuse', destination_address: 'x' } },
      },
    },
    latitudes: {
      'abuse/shown': {
        status: 'FAILED',
        status_details: { max_rent_exceeded: { message: 'suspected abuse', destination_address: 'x' } },
      },
      'abuse/under-another-key': { status: 'FAILED', status_details: { other_error: { code: 7 } } },
    },
    protects: {
      'abuse/shown': ['TRANSFER-ABUSE-DETAILS', 'TRANSFER-ABUSE-FAILED', 'TRANSFER-STATUS-ENUM'],
      'abuse/under-another-key': ['TRANSFER-ABUSE-DETAILS', 'STATUS-DETAILS-OBJECT'],
    },
  },
);
