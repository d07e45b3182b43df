import { expect, test } from 'vitest';
import { ignoresEnv } from '../../../src/cli/init/gitignore.ts';

test.each([
  '.env',
  '/.env',
  '**/.env',
  '.env*',
  '*.env',
  '.*',
  'node_modules/\r\n.env\r\n',
])('%j keeps .env out of version control', (text) => {
  expect(ignoresEnv(text)).toBe(true);
});

test.each([
  '',
  'env',
  '/env',
  'env*',
  '.env.local',
  '!.env',
  '# .env',
  '.envrc',
  'node_modules/',
])('%j does not keep .env out of version control', (text) => {
  expect(ignoresEnv(text)).toBe(false);
});
