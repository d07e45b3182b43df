import { schema } from '../../schemas/index.ts';
import { facts, type Operation, operationNames } from '../../src/contract/operations.ts';
import { must, observe, type Row, suite, survey } from '../../src/engine/row.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import { isObject } from '../../src/values/json.ts';
import { tallied } from '../conventions.ts';
import { bodies, keyed } from './bodies.ts';

const WITH_BODY = operationNames.filter((operation) => facts(operation).body !== undefined);
const WITH_METADATA = WITH_BODY.filter((operation) => schema(facts(operation).body ?? '').properties?.['metadata']);
const withQuery = (...names: readonly string[]): readonly Operation[] =>
  operationNames.filter((operation) => names.some((name) => Object.hasOwn(facts(operation).query, name)));

const FILTERS = ['ids', 'ref_ids', 'profile_ids', 'identity_ids', 'account_ids'] as const;

/** Query parameters that the document does not name. */
function unknownParameters({ operation, request }: Exchange): string | undefined {
  const unknown = Object.keys(request.query).filter((name) => !Object.hasOwn(facts(operation).query, name));
  return unknown.length > 0 ? unknown.sort().slice(0, 8).join(' + ') : 'none';
}

function unknownMembers({ operation, request }: Exchange): string | undefined {
  const { body } = facts(operation);
  if (body === undefined || !isObject(request.body)) return undefined;
  const known = schema(body).properties ?? {};
  const unknown = Object.keys(request.body).filter((name) => !Object.hasOwn(known, name));
  return unknown.length > 0 ? unknown.sort().slice(0, 8).join(' + ') : 'none';
}

const ASCII_ALONE = 'judged for ASCII alone: the unit of "characters" is not stated';
const PAIRS = 'at most 6 pairs, each key and value at most 100 characters';

const general: readonly Row[] = suite('Conventions', WITH_BODY, {
  'REQUEST-BODY-JSON': must(
    'A client sends a JSON object as the body',
    { aspect: 'request checks', cites: ['Request and response bodies are JSON (Content-Type: application/json).'] },
    keyed('json'),
  ),
  'REQUEST-CONTENT-TYPE': must(
    'A client says Content-Type: application/json with a body',
    { aspect: 'request checks', cites: ['Request and response bodies are JSON (Content-Type: application/json).'] },
    keyed('content-type'),
  ),
  'REQUEST-BEARER': must(
    'A client sends Authorization: Bearer with a token',
    {
      aspect: 'authentication',
      on: operationNames,
      cites: ['5: Every operation requires the header Authorization: Bearer <ACCESS_TOKEN>.'],
      lenience: 'a header that a recording does not show may have been left out of it, and is not missed',
    },
    keyed('bearer'),
  ),
  'REQUEST-UNKNOWN-PARAMETERS': observe(
    'Which query parameters clients send that the document does not name',
    {
      aspect: 'request checks',
      on: operationNames,
      cites: ['4: Common list conventions apply to list operations (4.15).'],
    },
    survey(tallied(unknownParameters)),
  ),
  'REQUEST-UNKNOWN-MEMBERS': observe(
    'Which members clients send in bodies that the document does not name',
    { aspect: 'request checks', cites: ['Request and response bodies are JSON (Content-Type: application/json).'] },
    survey(tallied(unknownMembers)),
  ),
});

const metadata: readonly Row[] = suite('2.1', WITH_METADATA, {
  'REQUEST-METADATA-PAIRS': must(
    'A client gives at most 6 pairs of metadata',
    { aspect: 'limits', cites: [PAIRS, '8: | Metadata pairs | at most 6 |'] },
    keyed('metadata pairs'),
  ),
  'REQUEST-METADATA-KEY-LENGTH': must(
    'A client gives metadata keys of at most 100 characters',
    { aspect: 'limits', cites: [PAIRS, '8: | Metadata key and value length |'], lenience: ASCII_ALONE },
    keyed('metadata key-length'),
  ),
  'REQUEST-METADATA-VALUE-LENGTH': must(
    'A client gives metadata values of at most 100 characters',
    { aspect: 'limits', cites: [PAIRS, '8: | Metadata key and value length |'], lenience: ASCII_ALONE },
    keyed('metadata value-length'),
  ),
  'REQUEST-METADATA-VALUE-STRING': must(
    'A client gives metadata as an object of strings',
    { aspect: 'request checks', cites: ['object of client-specified string key/value pairs'] },
    keyed('metadata value-string'),
  ),
});

const limits: readonly Row[] = suite('8', ['fiatWithdrawal'], {
  'REQUEST-FW-MEMO-LENGTH': must(
    'A client gives a memo of at most 500 characters',
    { aspect: 'limits', cites: ['| Withdrawal memo | maximum 500 characters'], lenience: ASCII_ALONE },
    keyed('length memo'),
  ),
  'REQUEST-AM-MEMBERS-NOT-EMPTY': must(
    'A client gives at least one member to add',
    { aspect: 'request checks', on: ['addMembers'], cites: ['4.11: members (array, required, non-empty;'] },
    keyed('not-empty'),
  ),
  'REQUEST-LIMIT-MAXIMUM': must(
    'A client asks for at most 1000 items a page',
    {
      aspect: 'limits',
      on: ['listFiat', 'listInstructions', 'listAddresses'],
      cites: ['| Page size | default 100, maximum 1000 |'],
    },
    keyed('maximum limit'),
  ),
  'REQUEST-ORDER-LISTED': must(
    'A client asks for the order DESC or ASC',
    { aspect: 'request checks', on: withQuery('order'), cites: ['4.3: order (DESC default, or ASC)'] },
    keyed('listed order'),
  ),
  'REQUEST-ORDER-BY-LISTED': must(
    'A client asks for order_by CREATED_AT',
    { aspect: 'request checks', on: withQuery('order_by'), cites: ['4.3: order_by (CREATED_AT, default CREATED_AT)'] },
    keyed('listed order_by'),
  ),
  'REQUEST-QUERY-TYPES': must(
    'A client gives query parameters in their types',
    {
      aspect: 'request checks',
      on: operationNames.filter((operation) => Object.keys(facts(operation).query).length > 0),
      cites: ['4.15: created_at.* and updated_at.* filters are RFC 3339 timestamps', '4.8: limit (integer)'],
      lenience: 'a boolean may be spelt true, false, 1 or 0: its spelling is not stated',
    },
    keyed('query-types'),
  ),
  ...Object.fromEntries(
    FILTERS.map((name) => [
      `REQUEST-${name.replaceAll('_', '-').toUpperCase()}-SIZE`,
      must(
        `A client gives at most 100 values of ${name}`,
        { aspect: 'limits', on: withQuery(name), cites: ['| Filter list size | 100 values |'] },
        keyed(`size ${name}`),
      ),
    ]),
  ),
});

/**
 * What the document demands of requests, for traffic that others than our own probes make: probes break these rules on
 * purpose. A failure here is the client's, never the target's.
 */
export const requestsMade: readonly Row[] = [...general, ...bodies, ...metadata, ...limits].map((row) => ({
  ...row,
  party: 'client',
}));
