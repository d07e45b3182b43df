import { type Schema, schema } from '../schemas/index.ts';
import type { Statement } from '../src/contract/document.ts';
import {
  creations,
  definitionOf,
  listOperations,
  type Operation,
  operationNames,
  operations,
  withdrawals,
} from '../src/contract/operations.ts';
import { answerSchemas, operationsWith } from './vocabulary/shapes/tree.ts';

const METADATA = operationsWith('metadata');

const listsWith = (parameter: string): readonly Operation[] =>
  listOperations.filter((list) => parameter in definitionOf(list).query);

/** Returns the operations whose answers contain a schema for which `isSo` is true. */
const holding = (isSo: (own: Schema) => boolean): readonly Operation[] =>
  operationNames.filter((operation) =>
    answerSchemas.some((name) => isSo(schema(name)) && operationsWith(name).includes(operation)),
  );

const members = (own: Schema): readonly (readonly [name: string, node: Schema])[] =>
  Object.entries(own.properties ?? {});
const ofFormat = (format: string): readonly Operation[] =>
  holding((own) => members(own).some(([, node]) => node.format === format));

/**
 * The operations that each section applies to. A section that is missing here is that of one operation (4.1 to 4.14).
 */
const SECTIONS: Readonly<Record<string, readonly Operation[]>> = {
  Conventions: operationNames,
  '2.1': withdrawals,
  '2.2': ['putFiat', 'getFiat', 'listFiat'],
  '2.3': ['listInstructions'],
  '2.4': ['createAddress', 'listAddresses'],
  '2.5': ['listAccounts'],
  '2.6': ['listExecutions'],
  '2.7': ['getQuote'],
  '2.8': ['affirm'],
  '4.15': listOperations,
  '5': operationNames,
  '9': operationNames,
};

/**
 * Statements, by their first words, that apply to other operations than their section does, or whose section has none.
 */
const OTHERWISE: readonly (readonly [words: string, on: readonly Operation[]])[] = [
  ['- Timestamps are', ofFormat('date-time')],
  ['- Amounts and prices', ofFormat('decimal')],
  ['- IDs are strings', holding((own) => members(own).some(([name]) => /(?:^|_)id$/.test(name)))],
  [
    '- Fields marked required',
    holding((own) => (own.required ?? []).length > 0 && !('items' in (own.properties ?? {}))),
  ],
  // The statement is a permission: no answer can break it.
  ['Fields not marked required', []],
  ['A transfer is the record', withdrawals],
  ['- registration, update and lookup of fiat', ['putFiat', 'getFiat']],
  ['- fiat withdrawals to', ['fiatWithdrawal']],
  ['- crypto deposit addresses', ['createAddress', 'listAddresses']],
  ['- lookup of fiat deposit instructions', ['listInstructions']],
  ['- a sandbox operation', ['sandboxDeposit']],
  ['- listing of identity accounts', ['listAccounts', 'addMembers']],
  ['- affirming a settlement transaction', ['affirm']],
  ['Customers that integrate', creations],
  ['Metadata (all resources)', METADATA],
  ['CryptoNetwork values', operationsWith('crypto-network')],
  ['Address:', operationsWith('address')],
  ['RoutingDetails:', operationsWith('routing-details')],
  ['- wire:', operationsWith('wire')],
  ['fiat_account_owner:', operationsWith('fiat-account-owner')],
  ['- Metadata of an instruction', operationsWith('instruction-metadata')],
  // Only lists may mask numbers and return null: the second statement therefore restricts the answers with one account.
  ['- In list output the account_number', ['listFiat']],
  ['- In list output person_details', ['putFiat', 'getFiat']],
  // putFiat is left out: an update must not send a type that is not shown.
  ['Other routing_number_type values', ['getFiat', 'listFiat']],
  ['AccountMember:', operationsWith('account-member')],
  ['| Transfer |', withdrawals],
  ['Transfer transitions', withdrawals],
  ['A created withdrawal', withdrawals],
  ['| FiatAccount |', ['putFiat', 'getFiat', 'listFiat']],
  ['FiatAccount transitions', ['putFiat', 'getFiat', 'listFiat']],
  ['The account is returned as PENDING', ['putFiat', 'getFiat', 'listFiat']],
  ['| FiatDepositInstruction |', ['listInstructions']],
  ['FiatDepositInstruction:', ['listInstructions']],
  ['| QuoteExecution |', ['getQuote']],
  ['| CREATED |', ['getQuote']],
  ['| SettlementTransaction |', ['affirm']],
  ['| PENDING (source state', ['affirm']],
  ['| eligible transaction', ['affirm']],
  ['| transaction |', ['affirm']],
  ['Source states from which', ['affirm']],
  ['Success is reported', operationNames],
  ['Common list conventions', listOperations],
  ['- created_at.* and updated_at.*', listsWith('created_at.lt')],
  ['- order: DESC', listsWith('order')],
  ['Result of repeating a request', creations],
  ['1. Crypto withdrawal:', ['cryptoWithdrawal']],
  ['2. Fiat withdrawal:', ['fiatWithdrawal']],
  ['3. A transfer that fails', withdrawals],
  ['4. Error body shape', operationNames],
  ['| Metadata pairs', METADATA],
  ['| Metadata key and value length', METADATA],
  ['| Withdrawal memo', ['fiatWithdrawal']],
  ['| Filter list size', listsWith('ids')],
  ['| Page size', ['listFiat', 'listInstructions', 'listAddresses']],
  ['Rate limits', operationNames],
  ['Default and maximum limit', ['listAccounts', 'listExecutions']],
];

/** Returns the operations that a statement of the document applies to, whichever requirements cite it. */
export function appliesTo({ section, text }: Statement): readonly Operation[] {
  const other = OTHERWISE.find(([words]) => text.startsWith(words));
  return other?.[1] ?? SECTIONS[section] ?? operationNames.filter((name) => operations[name].section === section);
}
