import { type Operation, operationNames } from '../../src/contract/operations.ts';
import type { Probing } from '../../src/engine/probing.ts';
import type { Credentials } from '../../src/model/exchange.ts';
import { unknownId } from './requests.ts';

/** Ways in which credentials can be wrong (5.2). */
export type Wrong =
  | 'missing'
  | 'unknown token'
  | 'altered token'
  | 'cut token'
  | 'forged token'
  | 'no token'
  | 'three words'
  | 'another scheme'
  | 'no scheme'
  | 'longer scheme';

/** What is wrong, in one or several ways. */
export type Ways = readonly [Wrong, ...Wrong[]];

export const HEADER: Ways = ['missing'];
export const TOKEN: Ways = ['unknown token', 'altered token', 'cut token', 'forged token'];
export const MALFORMED: Ways = ['no token', 'three words'];
export const SCHEME: Ways = ['another scheme', 'no scheme', 'longer scheme'];

/** An operation meets so many ways of one kind: operations share the code that tells them, and the next one meets others. */
const MET = 2;

/** The ways of one kind that an operation meets, which begin at another one on each operation. */
export function waysOn(operation: Operation, ways: Ways): readonly Wrong[] {
  const start = operationNames.indexOf(operation) % ways.length;
  return [...ways.slice(start), ...ways.slice(0, start)].slice(0, MET);
}

/** Each of them, made for the run. */
export const wrongCredentials = (p: Probing): ReadonlyMap<Wrong, Credentials> =>
  new Map<Wrong, Credentials>([
    ['missing', 'none'],
    ['unknown token', { header: `Bearer ${unknownId(p, 'token').replaceAll('-', '')}` }],
    // Long enough that no decoder of base64 ignores it; the dash ends the name of the variable in a shell.
    ['altered token', { scheme: 'Bearer', suffix: '-AAA' }],
    ['cut token', { scheme: 'Bearer', cut: 4 }],
    ['forged token', { scheme: 'Bearer', cut: 4, suffix: '0000' }],
    ['no token', { header: 'Bearer' }],
    ['three words', { header: 'Bearer not a token' }],
    ['another scheme', { scheme: 'Basic' }],
    ['no scheme', { scheme: '' }],
    ['longer scheme', { scheme: 'NotBearer' }],
  ]);
