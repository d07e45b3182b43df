import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** Matches the key of a value that checks share, if it is written where it is used. */
const KEY = /\.once(?:PerAttempt)?\(\s*(`[^`]*`|'[^']*')/g;

const keys = ['src/engine', 'suites'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => [...readFileSync(join(folder, file), 'utf8').matchAll(KEY)].map(([, key = '']) => key)),
);

it('no two values that checks share have the same key', () => {
  expect(keys.length).toBeGreaterThan(30);
  expect(keys.filter((key, i) => keys.indexOf(key) !== i)).toEqual([]);
});
