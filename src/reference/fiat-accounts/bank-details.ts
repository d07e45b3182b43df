import { decision } from '../decision.ts';
import { type Fields, fieldsOf, isFields } from '../problem.ts';
import { withKnownBanks, withWholeAddresses } from './directories.ts';

/** Returns instructions in which the details of each network are changed. */
export const withEach = (instructions: Fields, change: (details: Fields, network: string) => Fields): Fields =>
  Object.fromEntries(
    Object.entries(instructions).map(([network, details]) => [
      network,
      isFields(details) ? change(details, network) : details,
    ]),
  );

/** Returns instructions whose number on a network has lost its leading zeros. */
export const withoutZeros = (network: string, instructions: Fields): Fields =>
  withEach(instructions, (details, each) =>
    each === network && details['account_number'] !== undefined
      ? { ...details, account_number: String(details['account_number']).replace(/^0+/, '') }
      : details,
  );

/** The instructions that are stored, given the earlier ones and those of the update. */
export const instructed = decision<(before: Fields, given: Fields) => Fields>(
  { section: '4.1', on: ['putFiat'] },
  (_, given) => given,
  {
    faults: {
      'FA-UPDATE-INSTRUCTIONS/keeps-the-routing-number': (before, given) =>
        keepingOfBank('routing_number', before, given),
      'FA-UPDATE-INSTRUCTIONS/drops-the-intermediary': (_, given) => withoutAny('intermediary_routing_details', given),
      'FA-UPDATE-INSTRUCTIONS/drops-second-lines-of-addresses': (_, given) => withoutAny('address2', given),
      'FA-UPDATE-INSTRUCTIONS/keeps-the-owner-s-address-as-the-bank-s': (_, given) => readdressed(given),
      'FA-UPDATE-WHOLE/drops-names-of-banks': (_, given) => withoutAny('bank_name', given),
      'FA-UPDATE-WHOLE/keeps-the-former-addresses': (before, given) => ({
        ...given,
        ...formerAddress(fieldsOf(before['wire']), fieldsOf(given['wire'])),
      }),
      'FA-UPDATE-WHOLE/with-another-type-of-routing-number': (_, given) => routedBy('SWIFT', given),
      'FA-UPDATE-NETWORK/not-to-scb': (before, given) => ('scb' in given ? before : given),
      'FA-UPDATE-NETWORK/without-the-number-on-cubix': (_, given) => ('cubix' in given ? { cubix: {} } : given),
      'FA-UPDATE-NETWORK/without-leading-zeros-on-dbs_act': (_, given) => withoutZeros('dbs_act', given),
    },
    latitudes: {
      'update/keeps-the-number': (before, given) => renumbered(before, given),
      'update/keeps-the-network': (before, given) => (isOfNetwork(before, given) ? given : before),
      'update/adds-a-network': (before, given) => ({ ...before, ...given }),
      'update/keeps-the-name-of-the-bank': (before, given) => keepingOfBank('bank_name', before, given),
      'update/keeps-the-bank': (before, given) => keepingTheBank(before, given),
      'update/looks-up-banks': (_, given) => fieldsOf(withKnownBanks(given)),
      'update/completes-addresses': (_, given) => fieldsOf(withWholeAddresses(given)),
    },
    protects: {
      'update/keeps-the-bank': ['FA-UPDATE-INSTRUCTIONS', 'FA-UPDATE-WHOLE'],
      'update/looks-up-banks': ['FA-UPDATE-INSTRUCTIONS', 'FA-UPDATE-WHOLE'],
      'update/completes-addresses': ['FA-UPDATE-INSTRUCTIONS', 'FA-UPDATE-WHOLE'],
      'update/keeps-the-name-of-the-bank': ['FA-UPDATE-INSTRUCTIONS', 'FA-UPDATE-WHOLE'],
      'update/keeps-the-number': ['FA-UPDATE-INSTRUCTIONS', 'FA-UPDATE-WHOLE'],
      'update/keeps-the-network': ['FA-UPDATE-NETWORK', 'FA-UPDATE-MEMO-LIMIT'],
      'update/adds-a-network': ['FA-UPDATE-NETWORK', 'FA-UPDATE-MEMO-LIMIT'],
    },
  },
);

const isOfNetwork = (before: Fields, given: Fields): boolean => Object.keys(given).some((network) => network in before);

/** Returns the instructions with the earlier account numbers, where there are any. */
const renumbered = (before: Fields, given: Fields): Fields =>
  withEach(given, (details, network) => {
    const { account_number } = fieldsOf(before[network]);
    return account_number === undefined ? details : { ...details, account_number };
  });

/** Returns the object without the members of this name, at any depth. */
const withoutAny = (name: string, given: Fields): Fields =>
  Object.fromEntries(
    Object.entries(given)
      .filter(([each]) => each !== name)
      .map(([each, value]) => [each, isFields(value) ? withoutAny(name, value) : value]),
  );

/** Returns the instructions with an earlier member of routing details, where there is one. */
const keepingOfBank = (name: 'routing_number' | 'bank_name', before: Fields, given: Fields): Fields =>
  withEach(given, (details, network) => {
    const former = fieldsOf(fieldsOf(before[network])['routing_details'])[name];
    if (former === undefined) return details;
    return { ...details, routing_details: { ...fieldsOf(details['routing_details']), [name]: former } };
  });

/** Returns the instructions with the earlier routing details, where there are any. */
const keepingTheBank = (before: Fields, given: Fields): Fields =>
  withEach(given, (details, network) => {
    const { routing_details } = fieldsOf(before[network]);
    return routing_details === undefined ? details : { ...details, routing_details };
  });

/** Returns wire instructions with the owner's earlier address, if there is one. */
const formerAddress = ({ fiat_account_owner_address }: Fields, given: Fields): Fields =>
  fiat_account_owner_address === undefined || given['account_number'] === undefined
    ? {}
    : { wire: { ...given, fiat_account_owner_address } };

/** Returns the instructions with another type of routing number. */
const routedBy = (routing_number_type: string, given: Fields): Fields =>
  withEach(given, (details) =>
    isFields(details['routing_details'])
      ? { ...details, routing_details: { ...details['routing_details'], routing_number_type } }
      : details,
  );

/** Returns the instructions with the owner's address as the bank's address. */
const readdressed = (given: Fields): Fields =>
  withEach(given, (details) => {
    const { fiat_account_owner_address: bank_address, routing_details } = details;
    const bank = fieldsOf(routing_details);
    return isFields(bank['bank_address']) ? { ...details, routing_details: { ...bank, bank_address } } : details;
  });
