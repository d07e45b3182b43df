import { type Choices, decision, only } from '../decision.ts';
import { OPERATIONS } from '../operations.ts';
import type { Fields, Problem } from '../problem.ts';
import { json, type Outgoing } from './server.ts';

/** The document does not show error bodies, error codes or HTTP status codes for failures (7.4). */
const HERE = { section: '7', on: OPERATIONS };

type Refuse = (problem: Problem) => Outgoing;

const statusOf =
  (table: Readonly<Record<number, number>>): Refuse =>
  ({ status, message }) =>
    json(table[status] ?? status, { message });
/** Uses one status for all invalid requests; 401, temporary refusals and server errors keep their own. */
const sameFor =
  (all: number): Refuse =>
  ({ status, message }) =>
    json([401, 423, 429].includes(status) || status >= 500 ? status : all, { message });
const lawful: Refuse = ({ status, message, more }) =>
  json(status, { type: 'about:blank', title: 'refused', status, detail: message, ...more }, 'application/problem+json');

const refusals = decision<Refuse>(HERE, lawful, {
  latitudes: {
    'failure/unprocessable': ({ status, message }) => json(status === 400 ? 422 : status, { error: message }),
    'failure/empty-body': ({ status }) => ({ status, headers: { 'content-type': 'text/plain' }, body: '' }),
    'failure/html': ({ status, message }) => ({
      status,
      headers: { 'content-type': 'text/html' },
      body: `<html><body><h1>${status}</h1><p>${message}</p></body></html>`,
    }),
    'failure/forbidden': statusOf({ 400: 403 }),
    'failure/400-for-all': sameFor(400),
    'failure/400-for-credentials-too': statusOf({ 401: 400, 403: 400, 404: 400, 409: 400 }),
    'failure/403-for-credentials': statusOf({ 401: 403 }),
    'failure/404-for-all': sameFor(404),
    'failure/410-for-gone': statusOf({ 404: 410 }),
    'failure/500-for-bad-requests': statusOf({ 400: 500 }),
    'failure/402-for-money': statusOf({ 400: 402 }),
    'failure/a-list': ({ status, message }) => json(status, [{ code: 17, message }]),
    'failure/a-bare-string': ({ status, message }) => json(status, message),
    'failure/409-for-bad-requests': statusOf({ 400: 409 }),
  },
  protects: {
    'failure/unprocessable': ['*-REQUIRED', '*-OUTSIDE', '*-OVER-LIMIT'],
    'failure/empty-body': ['AUTH-*', '*-REQUIRED', '*-OUTSIDE', '*-OVER-LIMIT', '*-UNKNOWN'],
    'failure/html': ['AUTH-*', '*-REQUIRED', '*-OUTSIDE', '*-OVER-LIMIT', '*-UNKNOWN'],
    'failure/forbidden': ['*-REQUIRED', '*-OUTSIDE', '*-OVER-LIMIT'],
    'failure/400-for-all': ['AUTH-REFUSAL', '*-UNKNOWN', 'FA-GET-DELETED-HIDDEN'],
    'failure/400-for-credentials-too': ['AUTH-HEADER-MISSING', 'AUTH-TOKEN-*', 'AUTH-OTHER-SCHEME'],
    'failure/403-for-credentials': ['AUTH-HEADER-MISSING', 'AUTH-TOKEN-*', 'AUTH-OTHER-SCHEME'],
    'failure/404-for-all': ['*-REQUIRED', '*-OUTSIDE', '*-UNKNOWN'],
    'failure/410-for-gone': ['FA-GET-DELETED-HIDDEN', '*-UNKNOWN'],
    'failure/500-for-bad-requests': ['NO-SERVER-ERROR', '*-REQUIRED', '*-OUTSIDE', '*-OVER-LIMIT'],
    'failure/402-for-money': ['FW-ONE-OF', 'CW-ONE-OF', 'FW-AMOUNT-*', 'CW-AMOUNT-*'],
    'failure/a-list': ['AUTH-*', '*-REQUIRED', '*-OUTSIDE', '*-OVER-LIMIT', '*-UNKNOWN'],
    'failure/a-bare-string': ['AUTH-*', '*-REQUIRED', '*-OUTSIDE', '*-OVER-LIMIT', '*-UNKNOWN'],
    'failure/409-for-bad-requests': ['*-REQUIRED', '*-OUTSIDE', '*-OVER-LIMIT'],
  },
});
/** Errors that one operation answers with success. */
const disguised = decision<(problem: Problem) => Fields | undefined>(HERE, () => undefined, {
  faults: {
    'CW-ONE-OF/errors-are-answered-200': only(['cryptoWithdrawal'], undefinedUnless(/^exactly one of/)),
    'AM-MEMBERS-EMPTY/errors-are-answered-200': undefinedUnless(/^members is an array/),
    'FA-UNKNOWN/errors-are-answered-200': only(['getFiat'], undefinedUnless(/no such fiat account/)),
  },
});

/**
 * Errors that close the connection without an answer, although failures have a status (4) and the document says of one
 * that an error is returned (7.1).
 */
const silent = decision<(problem: Problem) => boolean>(HERE, () => false, {
  faults: {
    'CW-ONE-OF/closes-the-connection': only(['cryptoWithdrawal'], ({ message }) =>
      message.startsWith('exactly one of'),
    ),
  },
});

function undefinedUnless(words: RegExp): (problem: Problem) => Fields | undefined {
  return ({ message }) => (words.test(message) ? { error: { message } } : undefined);
}

/** Returns the answer to a refused request; `hangUp` may cut the connection first. */
export function refuse(choices: Choices, problem: Problem, hangUp: () => void = () => undefined): Outgoing {
  if (choices.of(silent)(problem)) hangUp();
  const hidden = choices.of(disguised)(problem);
  if (hidden) return json(200, hidden);
  const answer = choices.of(refusals)(problem);
  const more = problem.status === 401 ? { 'www-authenticate': 'Bearer' } : {};
  return { ...answer, headers: { ...answer.headers, ...more } };
}
