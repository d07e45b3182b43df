import { type Choices, decision, only } from '../decision.ts';
import { WITHDRAWALS } from '../operation-groups.ts';
import { OPERATIONS } from '../operations.ts';
import { Problem } from '../problem.ts';
import type { Incoming } from './server.ts';

/** What a broken operation does instead of its work: throws, or closes the connection. */
type Defect = (request: Incoming) => void;

const refuses =
  (status: Problem['status'], message: string): Defect =>
  () => {
    throw new Problem(status, message);
  };

/** Looks for a body by its length: a client without a body sends 0 or no length. */
const wantsBody: Defect = ({ headers }) => {
  if (Number(headers['content-length'] ?? 0) === 0) throw new Problem(415, 'application/json is missing');
};

/** The maximum length of a URL on many servers; the document states none. */
const MOST_BYTES = 8_192;

const refusesLong: Defect = ({ path, query }) => {
  const written = new URLSearchParams();
  for (const [name, values] of Object.entries(query)) for (const value of values) written.append(name, value);
  if (path.length + String(written).length > MOST_BYTES) throw new Problem(414, 'the URL is too long');
};

const hangUp: Defect = (request) => request.hangUp();

const failing = OPERATIONS.map((name) => [
  `OPERATION-ANSWERED/${name}-fails`,
  only([name], refuses(500, 'internal error')),
]);
const missing = ['fiatWithdrawal', 'createAddress', 'getQuote', 'affirm'].map((name) => [
  `OPERATION-ANSWERED/${name}-is-missing`,
  only([name], refuses(404, 'there is no such operation')),
]);

/** The document specifies 14 operations: each answers a valid request with success (4). */
const working = decision<Defect>({ section: '4', on: OPERATIONS }, () => undefined, {
  faults: {
    ...Object.fromEntries([...failing, ...missing]),
    'OPERATION-ANSWERED/the-method-is-not-allowed': only(
      ['sandboxDeposit', 'addMembers'],
      refuses(405, 'method not allowed'),
    ),
    'OPERATION-ANSWERED/json-is-not-supported': only(
      ['putFiat', 'createAddress'],
      refuses(415, 'the media type is not supported'),
    ),
    'OPERATION-ANSWERED/no-account-is-known': only(
      ['getFiat', 'putFiat'],
      refuses(404, 'there is no such fiat account'),
    ),
    'OPERATION-ANSWERED/nothing-that-lists-show-is-known': only(
      ['createAddress', 'sandboxDeposit', 'addMembers'],
      refuses(404, 'what it names is not known'),
    ),
    'OPERATION-ANSWERED/no-body-is-valid': only(
      ['putFiat', 'fiatWithdrawal', 'cryptoWithdrawal', 'sandboxDeposit', 'createAddress', 'addMembers'],
      refuses(400, 'the body is not valid'),
    ),
    'OPERATION-ANSWERED/each-id-is-malformed': only(['getFiat'], refuses(400, 'the id is malformed')),
    'OPERATION-ANSWERED/affirms-only-with-a-body': only(['affirm'], wantsBody),
    'OPERATION-ANSWERED/lists-are-forbidden': only(
      ['listInstructions', 'listExecutions'],
      refuses(403, 'a scope is missing'),
    ),
    'OPERATION-ANSWERED/hangs-up': only(['cryptoWithdrawal', 'listAccounts'], hangUp),
  },
  latitudes: { 'urls/of-eight-kilobytes-at-most': refusesLong },
  protects: ['FILTER-*', 'LIST-*'],
});

/** Throws or cuts the connection when the operation is broken. */
export const work = (choices: Choices, request: Incoming): void => choices.of(working)(request);

/** The answer to a request that was carried out arrives. */
const answering = decision<Defect>({ section: '4', on: OPERATIONS }, () => undefined, {
  faults: { 'OPERATION-ANSWERED/withdraws-and-hangs-up': only(WITHDRAWALS, hangUp) },
});

/** Cuts the connection instead of answering a request that was carried out. */
export const finish = (choices: Choices, request: Incoming): void => choices.of(answering)(request);
