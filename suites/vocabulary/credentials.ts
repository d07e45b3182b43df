import { type Operation, operationNames } from '../../src/contract/operations.ts';
import { unlessInconclusive } from '../../src/engine/inconclusive.ts';
import type { Probing } from '../../src/engine/probing.ts';
import { isRetryable } from '../../src/engine/proof.ts';
import type { Credentials, Exchange, RequestInput } from '../../src/model/exchange.ts';
import { unknownId } from './requests.ts';
import { AGAIN_AFTER_MS } from './tolerances.ts';

/** Ways in which credentials can be wrong (5.2). */
export type WrongCredentials =
  | 'missing'
  | 'unknown token'
  | 'altered token'
  | 'cut token'
  | 'forged token'
  | 'unsigned token'
  | 'token in the other case'
  | 'undefined token'
  | 'no token'
  | 'three words'
  | 'empty header'
  | 'another scheme'
  | 'no scheme'
  | 'longer scheme'
  | 'scheme Token';

/** One or more ways of one kind. */
export type Ways = readonly [WrongCredentials, ...WrongCredentials[]];

export const HEADER: Ways = ['missing'];
export const TOKEN: Ways = [
  'unknown token',
  'undefined token',
  'cut token',
  'forged token',
  'unsigned token',
  'altered token',
  'token in the other case',
];
export const MALFORMED: Ways = ['no token', 'three words', 'empty header'];
export const SCHEME: Ways = ['another scheme', 'no scheme', 'longer scheme', 'scheme Token'];

/** Returns the id of the requirement that wrong credentials of this kind are refused. */
export function requirementOn(wrong: WrongCredentials): string {
  if (HEADER.includes(wrong)) return 'AUTH-HEADER-MISSING';
  if (TOKEN.includes(wrong)) return 'AUTH-TOKEN-UNKNOWN';
  return MALFORMED.includes(wrong) ? 'AUTH-TOKEN-MALFORMED' : 'AUTH-OTHER-SCHEME';
}

/**
 * Number of ways of one kind that each operation tries. Operations usually share the code that checks credentials, and
 * the next operation tries other ways.
 */
const MET = 2;

/** Operations that move value. On loopback, each of them tries every way. */
export const MOVING: readonly Operation[] = ['fiatWithdrawal', 'cryptoWithdrawal', 'affirm'];

/** Returns the ways of one kind that an operation tries. Each operation starts at a different one. */
export function waysOn({ run }: Probing, operation: Operation, ways: Ways): readonly WrongCredentials[] {
  const start = operationNames.indexOf(operation) % ways.length;
  const most = run.loopback && MOVING.includes(operation) ? ways.length : MET;
  return [...ways.slice(start), ...ways.slice(0, start)].slice(0, most);
}

/** Returns credentials with a token that the target has not issued. */
export const unknownToken = (p: Probing): Credentials => ({
  header: `Bearer ${unknownId(p, 'token').replaceAll('-', '')}`,
});

/** Makes the wrong credentials of this run. */
const wrongCredentials = (p: Probing): ReadonlyMap<WrongCredentials, Credentials> =>
  new Map<WrongCredentials, Credentials>([
    ['missing', 'none'],
    ['unknown token', unknownToken(p)],
    // Long enough that no base64 decoder ignores it. In a shell command, the dash ends the name of the variable.
    ['altered token', { scheme: 'Bearer', suffix: '-AAA' }],
    ['cut token', { scheme: 'Bearer', cut: 4 }],
    ['forged token', { scheme: 'Bearer', cut: 4, suffix: '0000' }],
    ['unsigned token', { unsigned: true }],
    ['token in the other case', { otherCase: true }],
    // What a client sends that has no token, and what a service reads that has stored none.
    ['undefined token', { header: 'Bearer undefined' }],
    ['no token', { header: 'Bearer' }],
    ['three words', { header: 'Bearer not a token' }],
    ['empty header', { header: '' }],
    ['another scheme', { scheme: 'Basic' }],
    ['no scheme', { scheme: '' }],
    ['longer scheme', { scheme: 'NotBearer' }],
    ['scheme Token', { scheme: 'Token' }],
  ]);

/** How often a request is repeated after a temporary failure. */
const MOST_AGAIN = 3;

/**
 * Sends a request with wrong credentials. Repeats it once after a lost answer, and some times after a temporary failure
 * of the target, which may limit its rate so. Repeating a write is harmless, since it must be refused.
 */
export async function answerUnder(
  p: Probing,
  operation: Operation,
  valid: RequestInput,
  wrong: WrongCredentials,
): Promise<Exchange> {
  const input = { ...valid, credentials: wrongCredentials(p).get(wrong) ?? 'none' };
  const send = (): Promise<Exchange> => p.send(operation, input);
  let answer = (await unlessInconclusive(undefined, send, ['transport'])) ?? (await send());
  for (let again = 0; again < MOST_AGAIN && isRetryable(answer.response.status); again += 1) {
    await p.pause(AGAIN_AFTER_MS);
    answer = await send();
  }
  return answer;
}
