import { expect, test } from 'vitest';
import { envFileNotes } from '../../../src/settings/run-settings.ts';

test('a line of .env that sets nothing gets a note without its text', () => {
  const lines = ['# why', '', 'A="x', '', 'y z"', 'export B=1', 'C: 2', 'BASE URL = secret', 'export D'];
  expect(envFileNotes(lines.join('\n'))).toEqual([
    'line 8 of .env is not NAME=value and has no effect',
    'line 9 of .env is not NAME=value and has no effect',
  ]);
});
