import { expect, test } from 'vitest';
import { envFileNotes, variableNotes } from '../../../src/settings/run-settings.ts';

test('a line of .env that sets nothing gets a note without its text', () => {
  const lines = ['# why', '', 'A="x', '', 'y z"', 'export B=1', 'C: 2', 'BASE URL = secret', 'export D'];
  expect(envFileNotes(lines.join('\n'))).toEqual([
    'line 8 of .env is not NAME=value and has no effect',
    'line 9 of .env is not NAME=value and has no effect',
  ]);
});

test('variables that begin like settings, and those of .env that are misspelt, get a note with the right name', () => {
  const env = { CONFORMANCE_ONLLY: 'x', CONFORMANCE_SEED: '1', MAX_REQUEST: '5', PATH: '/bin' };
  const file = {
    CLIENT_SECRT: 'secret',
    MAX_REQUEST: '5',
    CONFORMANCE_RATES: '3',
    MAX_REQUESTS: '5',
    DATABASE_URL: 'x',
    API_KEY: 'x',
    FOO: 'x',
  };
  expect(variableNotes(env, file)).toEqual([
    'CONFORMANCE_RATES is no setting and has no effect (did you mean CONFORMANCE_RATE?)',
    'CONFORMANCE_ONLLY is no setting and has no effect (did you mean CONFORMANCE_ONLY?)',
    'CLIENT_SECRT is no setting and has no effect (did you mean CLIENT_SECRET?)',
    'MAX_REQUEST is no setting and has no effect (did you mean MAX_REQUESTS?)',
  ]);
});
