import { type Fields, fieldsOf, isFields } from '../problem.ts';
import { ANSWERS } from './resources.ts';
import { eachResource } from './visit.ts';

/** Changes each resource that an operation returns or lists. */
export const answeredOf =
  (change: (own: Fields) => unknown) =>
  (operation: string, body: Fields): unknown =>
    eachResource(operation, body, ANSWERS[operation]?.kind, change);

type Bring = (operation: string, body: Fields) => unknown;

const ABUSE = { max_rent_exceeded: { message: 'suspected abuse', destination_address: 'x' } };
const POSTAL = { country: 'USA', address1: 'Main Street', address2: '', city: 'Town', province: 'NY', zip_code: '1' };
const ROUTING = { routing_number_type: 'ABA', routing_number: '1', bank_name: 'Bank', bank_address: POSTAL };
const WIRE = { account_number: '0123456789', fiat_account_owner_address: POSTAL, routing_details: ROUTING };

/** Adds the member when it is missing or null. */
const withOne = (own: Fields, name: string, value: Fields): Fields => ({ ...own, [name]: own[name] ?? value });

const inInstructions = (name: string, value: Fields): Bring =>
  answeredOf((own) => {
    const inner = fieldsOf(own['fiat_network_instructions']);
    return { ...own, fiat_network_instructions: withOne(inner, name, value) };
  });

/** An account has the owner as a member; a deposit instruction has it inside fiat_network_instructions. */
const inOwner = (name: string, value: Fields): Bring =>
  answeredOf((own) => {
    const inner = fieldsOf(own['fiat_network_instructions']);
    const owned = (holder: Fields): Fields => ({
      ...holder,
      fiat_account_owner: withOne(fieldsOf(holder['fiat_account_owner']), name, value),
    });
    return 'memo_id' in own ? { ...own, fiat_network_instructions: owned(inner) } : owned(own);
  });

/** Turns a transfer into one that was cancelled for suspected abuse. */
const abused: Bring = (_, body) =>
  isFields(body['status_details']) ? body : { ...body, status: 'FAILED', status_details: ABUSE };

/** Adds a resource that a lawful answer may lack, so that a fault can break it. */
export const withMissingPart: Readonly<Record<string, Bring>> = {
  'status-details': abused,
  'max-rent-exceeded': abused,
  metadata: answeredOf((own) => withOne(own, 'metadata', { note: 'of the service' })),
  'instruction-metadata': inInstructions('metadata', { note: 'of the service' }),
  wire: inInstructions('wire', WIRE),
  address: inInstructions('wire', WIRE),
  'routing-details': inInstructions('wire', WIRE),
  cbit: inInstructions('cbit', { wallet_address: 'x0123456789' }),
  'dbs-act': inInstructions('dbs_act', { account_number: '0123456789' }),
  cubix: inInstructions('cubix', { account_id: '0123456789' }),
  scb: inInstructions('scb', { account_number: '0123456789' }),
  'person-details': inOwner('person_details', { first_name: 'Ada', last_name: 'Lovelace' }),
  'institution-details': inOwner('institution_details', { name: 'Example Inc' }),
};
