import type { Call, Handler } from './call.ts';
import { decision, only, shownOn } from './decision.ts';
import { type Fields, fieldsOf, isFields } from './problem.ts';

/** Writes members into the first resource of a collection. */
const intoFirst = (resources: readonly Fields[], members: Fields): void => {
  const [first] = resources;
  if (first) Object.assign(first, members);
};

/** What an accepted request writes into a resource that it does not concern. */
const written = decision<(call: Call) => void>(
  { section: '2', on: ['putFiat', 'createAddress', 'sandboxDeposit'] },
  () => {},
  {
    faults: {
      'LIST-ITEM-OF-NO-OTHER/metadata-of-an-update-in-an-account': shownOn(
        ['listAccounts'],
        only(['putFiat'], ({ store, body: { metadata } }) => {
          if (isFields(metadata)) intoFirst(store.people, { metadata });
        }),
      ),
      'LIST-ITEM-OF-NO-OTHER/metadata-in-the-oldest-address': shownOn(
        ['listAddresses'],
        only(['createAddress'], ({ store, body: { metadata } }) => {
          if (isFields(metadata)) intoFirst(store.addresses, { metadata });
        }),
      ),
      'LIST-ITEM-OF-NO-OTHER/the-depositor-owns-the-instruction': shownOn(
        ['listInstructions'],
        only(['sandboxDeposit'], ({ store, body: { fiat_account_owner, memo_id } }) => {
          const found = store.instructions.find((each) => each['memo_id'] === memo_id);
          const own = fieldsOf(found?.['fiat_network_instructions']);
          if (found && isFields(fiat_account_owner))
            Object.assign(found, { fiat_network_instructions: { ...own, fiat_account_owner } });
        }),
      ),
      'LIST-ITEM-OF-NO-OTHER/the-bank-details-of-a-deposit': shownOn(
        ['listInstructions'],
        only(['sandboxDeposit'], ({ store, body: { fiat_network_instructions, memo_id } }) => {
          const found = store.instructions.find((each) => each['memo_id'] === memo_id);
          const own = fieldsOf(found?.['fiat_network_instructions']);
          const { wire } = fieldsOf(fiat_network_instructions);
          if (found && isFields(wire)) Object.assign(found, { fiat_network_instructions: { ...own, wire } });
        }),
      ),
    },
  },
);

/** Makes the same handler, whose accepted requests also write what the choices say into other resources. */
export const withSideEffects =
  (handle: Handler): Handler =>
  async (call) => {
    const answer = await handle(call);
    call.choices.of(written)(call);
    return answer;
  };
