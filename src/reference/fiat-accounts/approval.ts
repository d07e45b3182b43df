import type { Call } from '../call.ts';
import type { StoredAccount } from '../data/fiat-accounts.ts';
import { decision } from '../decision.ts';
import { type Fields, fieldsOf } from '../problem.ts';
import { withoutZeros } from './bank-details.ts';

/** What of an update has effect before it is approved, given the account before it. */
export const approval = decision<(call: Call, made: Fields, found: StoredAccount) => Fields>(
  { section: '4.1', on: ['putFiat'] },
  (_, made) => made,
  {
    faults: {
      'FA-UPDATE-WHOLE/without-leading-zeros-while-pending': (call, made, found) => {
        const { fiat_network_instructions: given } = made;
        return pending(
          call,
          given === undefined ? made : { ...made, fiat_network_instructions: withoutZeros('wire', fieldsOf(given)) },
          found,
        );
      },
      'FA-UPDATE-OWNER/leaves-the-account-without-any': (_, made) =>
        made['fiat_account_owner'] === undefined ? made : { ...made, fiat_account_owner: undefined },
    },
    latitudes: {
      'update/awaits-approval': (call, made, found) => {
        const { fiat_account_owner: _, fiat_network_instructions: __, ...rest } = pending(call, made, found);
        return rest;
      },
      'update/shows-what-awaits-approval': pending,
      'update/approved-after-a-moment': (call, made, found) => approvedLater(call, made, found),
      'update/all-of-it-approved-after-a-moment': (call, made, found) =>
        approvedLater(call, made, found, ['metadata', 'updated_at']),
    },
    protects: [
      'FA-UPDATE-OWNER*',
      'FA-UPDATE-NAMES',
      'FA-UPDATE-INSTRUCTIONS',
      'FA-UPDATE-WHOLE',
      'FA-UPDATE-DATED',
      'FA-UPDATES-AT-ONCE',
    ],
  },
);

/** The same change to an account that is PENDING from the first change of its owner or bank details on. */
function pending({ store }: Call, made: Fields, { id }: StoredAccount): Fields {
  const { fiat_account_owner, fiat_network_instructions } = made;
  const key = `awaits approval ${id}`;
  if (fiat_account_owner !== undefined || fiat_network_instructions !== undefined) store.notes.set(key, true);
  return { ...made, status: store.notes.has(key) ? 'PENDING' : 'APPROVED' };
}

/** Milliseconds until an update is approved. */
const APPROVED_AFTER_MS = 300;

/**
 * The change that an account shows at once: it is PENDING, and shows the owner, bank details and `others` after its
 * approval.
 */
function approvedLater({ store }: Call, made: Fields, found: StoredAccount, others: readonly string[] = []): Fields {
  const awaiting = ['fiat_account_owner', 'fiat_network_instructions', ...others];
  const [later, now] = [true, false].map((awaits) =>
    Object.fromEntries(Object.entries(made).filter(([name]) => awaiting.includes(name) === awaits)),
  );
  const key = `last update of ${found.id}`;
  const number = Number(store.notes.get(key) ?? 0) + 1;
  store.notes.set(key, number);
  const approve = (): void => {
    const isLast = store.notes.get(key) === number;
    Object.assign(found, later, isLast && { status: 'APPROVED' });
  };
  setTimeout(approve, APPROVED_AFTER_MS).unref();
  return { ...now, status: 'PENDING' };
}
