import { schema } from '../schemas/index.ts';
import { type Constraint, constraints, type Measure } from '../src/contract/constraints/index.ts';
import { definitionOf, filtersBySet, operationNames, operations } from '../src/contract/operations.ts';
import { request } from '../src/engine/check.ts';
import { must, observe, type Row, suite } from '../src/engine/row.ts';
import type { Exchange } from '../src/model/exchange.ts';
import { isObject } from '../src/values/json.ts';
import { keeps } from './vocabulary/constraints/judging.ts';
import { derived, idOf, PREFIXES, type Sources, stated, upper } from './vocabulary/constraints/sources.ts';
import { bearer, contentType, jsonObject } from './vocabulary/request-headers.ts';
import { surveyOf } from './vocabulary/surveys.ts';

const WITH_BODY = operationNames.filter((operation) => definitionOf(operation).body !== undefined);

/** Returns the query parameters of a request that the document does not name. */
function unknownParameters({ operation, request: { query } }: Exchange): string | undefined {
  const unknown = Object.keys(query).filter((name) => !Object.hasOwn(definitionOf(operation).query, name));
  return unknown.length > 0 ? unknown.sort().slice(0, 8).join(' + ') : 'none';
}

function unknownMembers({ operation, request: { body: sent } }: Exchange): string | undefined {
  const { body } = definitionOf(operation);
  if (body === undefined || !isObject(sent)) return undefined;
  const known = schema(body).properties ?? {};
  const unknown = Object.keys(sent).filter((name) => !Object.hasOwn(known, name));
  return unknown.length > 0 ? unknown.sort().slice(0, 8).join(' + ') : 'none';
}

const general: readonly Row[] = suite('Conventions', WITH_BODY, {
  'REQUEST-BODY-JSON': must(
    'A client sends a JSON object as the body',
    { aspect: 'request checks', cites: ['Request and response bodies are JSON (Content-Type: application/json).'] },
    request(jsonObject),
  ),
  'REQUEST-CONTENT-TYPE': must(
    'A client sends Content-Type: application/json with a body',
    { aspect: 'request checks', cites: ['Request and response bodies are JSON (Content-Type: application/json).'] },
    request(contentType),
  ),
  'REQUEST-BEARER': must(
    'A client sends Authorization: Bearer with a token',
    {
      aspect: 'authentication',
      on: operationNames,
      cites: ['5: Every operation requires the header Authorization: Bearer <ACCESS_TOKEN>.'],
      lenience:
        'A recording may leave out the header, so a header that a recording does not show does not count as missing.',
    },
    request(bearer),
  ),
  'REQUEST-UNKNOWN-PARAMETERS': observe(
    'Which query parameters clients send that the document does not name',
    {
      aspect: 'request checks',
      on: operationNames,
      cites: ['4: Common list conventions apply to list operations (4.15).'],
    },
    surveyOf(unknownParameters),
  ),
  'REQUEST-UNKNOWN-MEMBERS': observe(
    'Which members clients send in bodies that the document does not name',
    { aspect: 'request checks', cites: ['Request and response bodies are JSON (Content-Type: application/json).'] },
    surveyOf(unknownMembers),
  ),
});

/** Optional parts of a row about clients. */
interface Said {
  readonly aspect?: Row['aspect'];
  readonly lenience?: string;
  /** The section of the row, if it is not the first that the constraints cite. */
  readonly section?: string;
}

function row(id: string, title: string, sources: Sources, { section, ...said }: Said = {}): readonly Row[] {
  const own = section ?? sources[0].cites[0].section;
  return suite(own, [], {
    [`REQUEST-${id}`]: must(title, { aspect: 'request checks', ...said, ...derived(sources, own) }, keeps(sources)),
  });
}

const NULL_IS_ABSENT = 'null counts as absent, because the document does not state whether it may mean absence.';
const ASCII_ONLY = 'Judged only for ASCII text, because the document does not state the unit of "characters".';

/** Makes the row for a constraint on one member of one body. */
function memberRow(constraint: Constraint): readonly Row[] {
  const { operation, kind, member } = constraint;
  const { title } = definitionOf(operation);
  const sources = [constraint] as const;
  if (kind === 'required') return row(idOf(constraint, 'PRESENT'), `A client gives ${member} in ${title}`, sources);
  if (kind === 'listed' && constraint.of === 'body')
    return row(idOf(constraint, 'LISTED'), `A client gives a listed value of ${member} in ${title}`, sources);
  if (kind !== 'type' || constraint.of !== 'body') return [];
  const sentence = `A client gives members of ${title} with the stated types and formats`;
  return row(idOf(constraint, 'TYPES'), sentence, sources, { lenience: NULL_IS_ABSENT });
}

const oneOfRow = (operation: 'fiatWithdrawal' | 'cryptoWithdrawal'): readonly Row[] => {
  const { section, title } = operations[operation];
  const sources = stated('one-of', (each) => each.operation === operation);
  const sentence = `A client gives exactly one of amount and total in ${title}`;
  return row(`${PREFIXES[operation]}-ONE-OF`, sentence, sources, { section });
};

const limitOf = (member: string, of: Measure) =>
  stated('at-most', (each) => each.member === member && each.of === of && each.network === undefined);

const [PAIRS, KEY, VALUE] = [limitOf('metadata', 'pairs'), limitOf('metadata', 'key'), limitOf('metadata', 'value')];
const [MEMO, PAGE] = [limitOf('memo', 'characters'), limitOf('limit', 'number')];

const LENGTH = { aspect: 'limits', lenience: ASCII_ONLY } as const;

const limits: readonly Row[] = [
  ...row('METADATA-PAIRS', `A client gives at most ${PAIRS[0].limit} pairs of metadata`, PAIRS, { aspect: 'limits' }),
  ...row('METADATA-KEY-LENGTH', `A client gives metadata keys of at most ${KEY[0].limit} characters`, KEY, LENGTH),
  ...row(
    'METADATA-VALUE-LENGTH',
    `A client gives metadata values of at most ${VALUE[0].limit} characters`,
    VALUE,
    LENGTH,
  ),
  ...row(
    'METADATA-VALUE-STRING',
    'A client gives metadata as an object of strings',
    stated('type', ({ of }) => of === 'metadata'),
  ),
  ...row('FW-MEMO-LENGTH', `A client gives a memo of at most ${MEMO[0].limit} characters`, MEMO, {
    ...LENGTH,
    section: '8',
  }),
  ...row(
    'AM-MEMBERS-NOT-EMPTY',
    'A client gives at least one member to add',
    stated('not-empty', ({ operation }) => operation === 'addMembers'),
  ),
  ...row('LIMIT-MAXIMUM', `A client requests at most ${PAGE[0].limit} items per page`, PAGE, { aspect: 'limits' }),
];

const listedInQuery = (name: string) => stated('listed', ({ of, member }) => of === 'query' && member === name);

const queries: readonly Row[] = [
  ...row('ORDER-LISTED', 'A client requests the order DESC or ASC', listedInQuery('order')),
  ...row('ORDER-BY-LISTED', 'A client requests order_by CREATED_AT', listedInQuery('order_by')),
  ...row(
    'QUERY-TYPES',
    'A client gives query parameters with the stated types',
    stated('type', ({ of }) => of === 'query'),
    { lenience: 'A boolean may be written as true, false, 1 or 0, because the document does not state its spelling.' },
  ),
  ...Object.keys(filtersBySet).flatMap((name) => {
    const sizes = limitOf(name, 'values');
    const sentence = `A client gives at most ${sizes[0].limit} values of ${name}`;
    return row(`${upper(name)}-SIZE`, sentence, sizes, { aspect: 'limits', section: '8' });
  }),
];

/**
 * What the document demands of requests. These rows judge only traffic of other clients, since the run's own probes
 * break them on purpose. A failure is the client's, never the target's.
 */
export const requestsMade: readonly Row[] = [
  ...general,
  ...constraints.flatMap(memberRow),
  ...oneOfRow('fiatWithdrawal'),
  ...oneOfRow('cryptoWithdrawal'),
  ...limits,
  ...queries,
].map((each) => ({ ...each, party: 'client' }));
