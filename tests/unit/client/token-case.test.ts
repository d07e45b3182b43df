import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { IN_OTHER_CASE, inOtherCase } from '../../../src/client/token-case.ts';

test.each([
  ['eyJhbGciOi.JIUzI1NiJ9.c2lnbmF0dXJl', 'eYjHbgcIoI.jiuZi1nIj9.c2LNbMF0dxjL'],
  ['0123456789abcdefABCDEF', '0123456789abcdefABCDEF-AAA'],
  ['3a074039-7a18-4ced', '3a074039-7a18-4ced-AAA'],
])('inOtherCase changes the token %s, and so does the shell command that is displayed', (token, expected) => {
  expect(inOtherCase(token)).toBe(expected);
  const shell = execFileSync('sh', ['-c', `printf %s "${IN_OTHER_CASE}"`], {
    env: { ACCESS_TOKEN: token, PATH: process.env['PATH'] },
  });
  expect(shell.toString()).toBe(expected);
});
