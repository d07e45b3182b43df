import { schema } from '../../schemas/index.ts';
import { definitionOf, type Operation, operationNames, operations, page } from '../../src/contract/operations.ts';
import { closing, consequence, probe, rule, sequence } from '../../src/engine/check.ts';
import { showsServerError } from '../../src/engine/failure.ts';
import { NOT_CONCERNED } from '../../src/engine/judgement.ts';
import type { Probing } from '../../src/engine/probing.ts';
import { must, observe, should, suite } from '../../src/engine/row.ts';
import { answered, type Exchange, isAccepted, type RequestInput } from '../../src/model/exchange.ts';
import type { Failure } from '../../src/model/outcome.ts';
import { member } from '../../src/values/json.ts';
import { each } from '../vocabulary/answers.ts';
import { smallest } from '../vocabulary/body-variants.ts';
import { JSON_TYPE } from '../vocabulary/request-headers.ts';
import { cut, takesBody } from '../vocabulary/requests.ts';
import { locate } from '../vocabulary/shapes/tree.ts';
import { surveyOf } from '../vocabulary/surveys.ts';
import { expectAnswered, LAWFUL_LENIENCE, stillAnswered } from './lawful-requests.ts';
import { errsRarely, PASSING_ERRORS } from './passing-errors.ts';

const RATE_HEADERS = /^(?:x-)?rate-?limit|^retry-after$/;
const VERSION_HEADERS = /version|^deprecation$|^sunset$/;

const mediaType = ({ response }: Exchange): string =>
  response.headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? 'no content type';

/**
 * Whether a body may be JSON that the run does not read: one nested deeper than its bound, or a page longer than its
 * bound though the run itself asked for more items than the default number.
 */
function isBeyondBound({ request, response: { body } }: Exchange): boolean {
  if (body.kind !== 'unreadable' || body.bound === undefined) return false;
  return body.bound === 'maxJsonDepth' || Number(request.query['limit']?.[0]) > page.default;
}

/** For each operation, the line of section 4 that gives its method and path. */
const paths = operationNames.map(
  (operation) => `${operations[operation].section}: ${operations[operation].method} ${operations[operation].path}`,
);

/** Demands that the smallest body is refused when its last brace is missing. */
function refusesCutBody(p: Probing): Promise<readonly Failure[]> {
  const { key, ask } = smallest(p);
  const input = (): RequestInput => cut(ask.input());
  return p.expectRefused('a body without its last brace', { operation: p.operation, input }, { key, ask });
}

/**
 * For each operation, the required ID members of its answer or of its list items that have no format. UUIDs are never
 * empty, and the client chooses ref_id, so neither is included.
 */
const requiredIds: ReadonlyMap<Operation, readonly string[]> = new Map(
  operationNames.map((operation) => {
    const { required = [], properties = {} } = schema(locate(definitionOf(operation).answer, '/items/0').schema);
    return [
      operation,
      required.filter((name) => /(?:^|_)id$/.test(name) && name !== 'ref_id' && properties[name]?.format === undefined),
    ] as const;
  }),
);

/** Requirements on every answer: status, body and content type. */
export const conventions = suite('Conventions', operationNames, {
  'SUCCESS-STATUS': must(
    'A successful request is answered with status 200',
    {
      aspect: 'response shape',
      cites: [
        '4: Success is reported as a successful (200) response',
        'Every path below is appended to {base_url} and starts with /v2.',
        '9: The version is carried as the path prefix /v2 on every path.',
        ...paths,
      ],
    },
    rule((exchange) => {
      if (!isAccepted(exchange)) return NOT_CONCERNED;
      const { status } = exchange.response;
      return status === 200 ? [] : [{ where: null, expected: 'status 200', actual: `status ${status}` }];
    }),
  ),
  'OPERATION-ANSWERED': must(
    'A valid request is answered with success',
    {
      aspect: 'semantics',
      cites: ['4: Success is reported as a successful (200) response', ...paths, '4.14: - Body: none.'],
      lenience: LAWFUL_LENIENCE,
    },
    probe(expectAnswered),
    closing(stillAnswered),
  ),
  'NO-SERVER-ERROR': must(
    'A valid request is not answered with a server error',
    {
      aspect: 'semantics',
      cites: ['4: Success is reported as a successful (200) response', ...paths],
      lenience: `Statuses 500, 501, and 505 and above count. An error counts only if it comes back when the request is repeated, and the plainest request of the operation is accepted in between. An error that comes only once is flaky, unless at least ${PASSING_ERRORS.ofAHundred} in a hundred requests meet one and at least ${PASSING_ERRORS.least} have come one after another. A status that invalid requests get as well counts as a refusal.`,
    },
    sequence(errsRarely),
    consequence(showsServerError),
  ),
  'BODY-NOT-JSON': should(
    'A request whose body is not JSON is refused',
    {
      aspect: 'request checks',
      on: operationNames.filter(takesBody),
      cites: ['Request and response bodies are JSON (Content-Type: application/json).'],
    },
    probe(refusesCutBody),
  ),
  'SUCCESS-JSON': must(
    'The body of a successful response is JSON',
    {
      aspect: 'response shape',
      cites: ['Request and response bodies are JSON (Content-Type: application/json).'],
      lenience:
        'A page of more than 100 items that is longer than the run reads (--max-response-bytes) is not judged, and neither is a body that is nested deeper (--max-json-depth).',
    },
    rule((exchange) => {
      if (!isAccepted(exchange) || isBeyondBound(exchange)) return NOT_CONCERNED;
      const { body } = exchange.response;
      if (body.kind === 'json') return [];
      return [{ where: null, expected: 'a JSON body', actual: body.kind === 'empty' ? 'an empty body' : body.reason }];
    }),
  ),
  'SUCCESS-CONTENT-TYPE': must(
    'A successful response has Content-Type application/json',
    { aspect: 'response shape', cites: ['Request and response bodies are JSON (Content-Type: application/json).'] },
    rule((exchange) => {
      if (!isAccepted(exchange) || exchange.response.body.kind === 'empty') return NOT_CONCERNED;
      const found = exchange.response.headers['content-type'];
      return found !== undefined && JSON_TYPE.test(found)
        ? []
        : [
            {
              where: null,
              expected: 'Content-Type: application/json',
              actual: found === undefined ? 'no Content-Type' : `Content-Type: ${found}`,
            },
          ];
    }),
  ),
  'REQUIRED-ID-NOT-EMPTY': should(
    'A required ID is not empty',
    {
      aspect: 'response shape',
      lenience: 'An empty ref_id is not judged, because the client chooses it.',
      on: operationNames.filter((operation) => requiredIds.get(operation)?.length),
      cites: [
        'Fields marked required are always present in responses.',
        'IDs are strings; where a UUID is stated the string is a UUID.',
      ],
    },
    rule(
      each((item, root, { operation }) =>
        (requiredIds.get(operation) ?? [])
          .filter((name) => member(item, name) === '')
          .map((name) => ({ where: `${root}/${name}`, expected: 'an ID', actual: '""' })),
      ),
    ),
  ),
  'FAILURE-STATUS': observe(
    'Which HTTP statuses and media types failures have',
    {
      aspect: 'request checks',
      cites: [
        '7: Error body shape, error codes and HTTP status codes for failures: not shown.',
        '4: other status codes are covered in part 7',
      ],
    },
    surveyOf((exchange) => (isAccepted(exchange) ? undefined : `${exchange.response.status} ${mediaType(exchange)}`)),
  ),
  'FAILURE-BODY': observe(
    'Which members the bodies of failures have',
    {
      aspect: 'request checks',
      cites: ['7: Error body shape, error codes and HTTP status codes for failures: not shown.'],
    },
    surveyOf(failureMembers),
  ),
  'RATE-LIMIT': observe(
    'How answers show rate limits',
    { aspect: 'limits', cites: ['8: Rate limits: not shown.'] },
    surveyOf(rateLimit),
  ),
  'VERSION-HEADERS': observe(
    'Whether answers show a version or a deprecation in addition to the path prefix',
    { aspect: 'response shape', cites: ['9: Any other versioning mechanism and deprecation policy: not shown.'] },
    surveyOf(versionHeaders),
  ),
});

function failureMembers(exchange: Exchange): string | undefined {
  if (isAccepted(exchange)) return undefined;
  const body = answered(exchange);
  const names = Object.keys(typeof body === 'object' && body !== null ? body : {}).filter(
    (name) => member(body, name) !== undefined,
  );
  return names.length > 0 ? names.sort().slice(0, 12).join(' + ') : 'no JSON object';
}

function rateLimit({ response }: Exchange): string {
  const names = Object.keys(response.headers).filter((name) => RATE_HEADERS.test(name));
  const met = response.status === 429 ? ['429'] : [];
  return [...met, ...names.sort()].join(' + ') || 'no sign of a rate limit';
}

function versionHeaders({ response }: Exchange): string {
  const names = Object.keys(response.headers).filter((name) => VERSION_HEADERS.test(name));
  return names.sort().join(' + ') || 'nothing';
}
