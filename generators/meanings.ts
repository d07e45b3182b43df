import fc, { type Arbitrary } from 'fast-check';
import { cryptoAddresses } from './crypto-addresses.ts';
import * as people from './people.ts';

/** The meaning of a nested object's members, as far as its schema cannot express it. */
export interface Meaning {
  /**
   * Members without which a correct service may find the object incomplete; the others are present in half the cases.
   */
  readonly always?: readonly string[];
  /** Members that appear in answers and that requests need not contain. */
  readonly never?: readonly string[];
  /** Whether at least one member must be present. */
  readonly some?: boolean;
  /** Realistic values; the other members get values from their schema. */
  readonly values?: Readonly<Record<string, Arbitrary<string>>>;
}

/** The nested objects of request bodies, by the name of their schema (2.2, 2.3). */
export const meanings: Readonly<Record<string, Meaning>> = {
  address: {
    always: ['country', 'address1', 'city', 'province', 'zip_code'],
    values: {
      country: fc.constant('USA'),
      address1: people.streets(),
      address2: people.secondLines(),
      city: people.cities(),
      province: people.provinces(),
      zip_code: people.zipCodes(),
    },
  },
  'routing-details': {
    always: ['routing_number_type', 'routing_number', 'bank_name', 'bank_address'],
    values: { routing_number: people.routingNumbers(), bank_name: people.bankNames() },
  },
  wire: {
    always: ['account_number', 'fiat_account_owner_address', 'routing_details'],
    values: { account_number: people.accountNumbers() },
  },
  cbit: { always: ['wallet_address'], values: { wallet_address: cryptoAddresses('ETHEREUM') } },
  'dbs-act': { always: ['account_number'], values: { account_number: people.accountNumbers() } },
  cubix: { always: ['account_id'], values: { account_id: people.accountNumbers() } },
  scb: { always: ['account_number'], values: { account_number: people.accountNumbers() } },
  'person-details': {
    always: ['first_name', 'last_name'],
    values: { first_name: people.firstNames(), last_name: people.lastNames() },
  },
  'institution-details': { always: ['name'], values: { name: people.institutionNames() } },
  'fiat-account-owner': { some: true },
  'deposit-instructions': { always: ['wire'], never: ['fiat_account_owner', 'metadata'] },
  'fiat-network-instructions': { never: ['status', 'metadata'] },
};
