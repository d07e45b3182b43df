import { type Choices, decision, shownOn } from '../decision.ts';
import type { Fields } from '../problem.ts';
import { uuid } from '../values.ts';
import { FIAT_NETWORKS, type FiatNetwork } from './networks.ts';
import { stamp } from './stamps.ts';

/** A fiat account as stored. */
export interface StoredAccount extends Fields {
  id: string;
  created_at: string;
  status: string;
}

const READ = ['putFiat', 'getFiat', 'listFiat'];
const naming = decision<(next: () => number) => string>({ section: '2.2', on: READ }, uuid, {
  faults: { 'FIAT-ACCOUNT-ID-UUID/a-word-and-digits': (next) => `account_${Math.floor(next() * 1e12)}` },
  latitudes: { 'ids/upper-case-uuids': (next) => uuid(next).toUpperCase() },
  protects: ['FIAT-ACCOUNT-ID-UUID', 'FA-ID', 'FW-FIAT-ACCOUNT-ECHO', 'FILTER-IDS'],
});
/** ABA is the only routing_number_type that the document shows. */
const routingType = decision({ section: '2.2', on: [...READ, 'listInstructions'] }, 'ABA', {
  latitudes: { 'routing/SWIFT': 'SWIFT', 'routing/IBAN': 'IBAN' },
  protects: ['ROUTING-DETAILS-ROUTING-NUMBER-TYPE-STRING'],
});
const updatedBefore = decision({ section: '2.2', on: READ }, 30, {
  faults: { 'FA-UPDATED-AFTER-CREATED/an-hour-before': shownOn(['getFiat', 'listFiat'], -3600) },
});

/** The form of country values: as shown in answers, and as accepted in sandbox deposits. */
export const countries = decision(
  { section: '2.2', on: [...READ, 'listInstructions', 'sandboxDeposit'] },
  { shown: 'USA', taken: /^/ },
  {
    latitudes: { 'countries/of-two-letters': { shown: 'US', taken: /^[A-Z]{2}$/ } },
    protects: ['OPERATION-ANSWERED', 'SD-*', 'ADDRESS-COUNTRY-STRING'],
  },
);

/** The other networks that each account has too, and which of their memo limits applies to a withdrawal. */
export const otherNetworks = decision<{
  readonly networks: readonly FiatNetwork[];
  readonly limit: (...limits: readonly number[]) => number;
}>(
  { section: '2.2', on: [...READ, 'fiatWithdrawal'] },
  { networks: [], limit: (own = 0) => own },
  {
    latitudes: {
      'networks/also-wire-with-the-least-limit': { networks: ['wire'], limit: Math.min },
      'networks/also-wire-with-the-largest-limit': { networks: ['wire'], limit: Math.max },
    },
    protects: ['FW-MEMO-*', 'FA-UPDATE-MEMO-LIMIT'],
  },
);

const POSTAL = {
  address1: '456 Main Street',
  address2: 'Suite 9',
  city: 'New York',
  province: 'NY',
  zip_code: '10101',
};

const postal = (choices: Choices) => ({ country: choices.of(countries).shown, ...POSTAL });

const routing = (choices: Choices, number: string) => ({
  routing_number_type: choices.of(routingType),
  routing_number: number,
  bank_name: 'Harbor Bank',
  bank_address: { ...postal(choices), address1: '123 Bank Street' },
});

const number = (i: number): string => String(4_000_000_000 + i * 7919);

/** Returns instructions for the network, different for each `i`. */
export function instructionsOf(choices: Choices, network: FiatNetwork, i: number): Fields {
  const all: Record<FiatNetwork, () => Fields> = {
    wire: () => ({
      account_number: number(i),
      fiat_account_owner_address: postal(choices),
      routing_details: routing(choices, '021000021'),
      intermediary_routing_details: routing(choices, '031302971'),
    }),
    cbit: () => ({ wallet_address: `cbit-${number(i)}` }),
    dbs_act: () => ({ account_number: number(i) }),
    cubix: () => ({ account_id: `CUBIX${i}` }),
    scb: () => ({ account_number: number(i) }),
  };
  return { [network]: all[network]() };
}

const owner = (i: number): Fields =>
  i % 2 === 0
    ? { person_details: { first_name: 'Megan', last_name: `Snow ${i}` } }
    : { institution_details: { name: `Company ${i}` } };

/** Returns a fiat account. Groups of four share a creation time, which breaks a cursor that holds only created_at. */
export function fiatAccount(choices: Choices, i: number, next: () => number, people: readonly Fields[]): StoredAccount {
  const group = Math.floor(i / 4);
  const person = people[i % people.length];
  return {
    id: choices.of(naming)(next),
    status: i % 3 === 0 ? 'PENDING' : i % 17 === 0 ? 'REJECTED' : 'APPROVED',
    created_at: stamp(group * 61, group),
    updated_at: stamp(group * 61 + choices.of(updatedBefore), group),
    ref_id: `fiat-${i}`,
    identity_id: person?.['identity_id'],
    account_id: person?.['id'],
    fiat_account_owner: owner(i),
    fiat_network_instructions: Object.assign(
      {},
      ...[FIAT_NETWORKS[i % 5] ?? 'wire', ...choices.of(otherNetworks).networks].map((network) =>
        instructionsOf(choices, network, i),
      ),
    ),
    metadata: { tier: String(i % 7) },
  };
}
