import type { Call } from '../call.ts';
import { decision, only } from '../decision.ts';
import { LISTS_BY_ID } from '../operation-groups.ts';
import { OPERATIONS } from '../operations.ts';
import { isFields, Problem } from '../problem.ts';

/** Whether the service fails with an internal error on a request. */
type Breaks = (call: Call) => boolean;

const HERE = { section: '4', on: OPERATIONS };

/** How many requests each service has had of an operation that fails now and then. */
const calls = new WeakMap<Call['store'], number>();
const FAILING = 6;

function isFailingOne({ store }: Call): boolean {
  const count = (calls.get(store) ?? 0) + 1;
  calls.set(store, count);
  return count % FAILING === 0;
}

/** A valid request is answered with success (4). */
const breaking = decision<Breaks>(HERE, () => false, {
  faults: {
    'NO-SERVER-ERROR/at-every-sixth-request': only(['listFiat'], isFailingOne),
    'NO-SERVER-ERROR/at-the-largest-page': only(LISTS_BY_ID, ({ query }) => query['limit']?.[0] === '1000'),
    'NO-SERVER-ERROR/on-text-of-other-scripts': only(['createAddress'], ({ body }) =>
      /[^\0-\x7f]/.test(JSON.stringify(body)),
    ),
    'NO-SERVER-ERROR/on-pages-of-one': only(
      ['listExecutions'],
      ({ query }) => query['limit']?.[0] === '1' && Object.keys(query).length === 1,
    ),
    'NO-SERVER-ERROR/on-an-order-by': only(['listAccounts'], ({ query }) => query['order_by'] !== undefined),
    'NO-SERVER-ERROR/on-deleted-ones-asked-for-too': only(
      ['getFiat'],
      ({ store, path, query }) => query['include_deleted']?.[0] === 'true' && !store.deleted.has(path['id'] ?? ''),
    ),
    'NO-SERVER-ERROR/on-one-decimal-place': only(['sandboxDeposit'], ({ body }) =>
      /\.\d$/.test(String(body['amount'])),
    ),
    'NO-SERVER-ERROR/on-a-member-of-an-account': only(
      ['cryptoWithdrawal', 'createAddress'],
      ({ store, body: { account_id, identity_id } }) =>
        store.people.some((one) => one['id'] === account_id && one['identity_id'] !== identity_id),
    ),
    'NO-SERVER-ERROR/on-metadata-without-pairs': only(
      ['fiatWithdrawal', 'cryptoWithdrawal', 'putFiat'],
      ({ body }) => JSON.stringify(body['metadata']) === '{}',
    ),
  },
  latitudes: { 'failure/by-500-over-what-is-not-stated': ({ body }) => isUnstated(body) },
  protects: ['NO-SERVER-ERROR', 'METADATA-*'],
});

/**
 * Whether a body contains what the document does not say is accepted: a fee_id, a beneficiary, unknown members, or
 * metadata with empty keys or other types.
 */
const isUnstated = (body: Call['body']): boolean =>
  ['fee_id', 'beneficiary', 'conformance_probe'].some((name) => body[name] !== undefined) ||
  (isFields(body['metadata']) &&
    Object.entries(body['metadata']).some(([key, value]) => key === '' || typeof value !== 'string'));

/** Throws Problem with status 500 where the service fails. */
export function err(call: Call): void {
  if (call.choices.of(breaking)(call)) throw new Problem(500, 'internal error');
}
