import type { Probing } from '../../src/engine/probing.ts';
import type { Credentials } from '../../src/model/exchange.ts';
import { unknownId } from './requests.ts';

/** Ways in which credentials can be wrong (5.2). */
export type Wrong =
  | 'missing'
  | 'unknown token'
  | 'altered token'
  | 'no token'
  | 'three words'
  | 'another scheme'
  | 'no scheme';

/** Each of them, made for the run. */
export const wrongCredentials = (p: Probing): ReadonlyMap<Wrong, Credentials> =>
  new Map<Wrong, Credentials>([
    ['missing', 'none'],
    ['unknown token', { header: `Bearer ${unknownId(p, 'token').replaceAll('-', '')}` }],
    // Long enough that no decoder of base64 ignores it; the dash ends the name of the variable in a shell.
    ['altered token', { scheme: 'Bearer', suffix: '-AAA' }],
    ['no token', { header: 'Bearer' }],
    ['three words', { header: 'Bearer not a token' }],
    ['another scheme', { scheme: 'Basic' }],
    ['no scheme', { scheme: '' }],
  ]);
