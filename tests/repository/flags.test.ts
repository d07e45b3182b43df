import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { bodyBounds } from '../../src/model/exchange.ts';
import { budgets } from '../../src/model/need.ts';
import { flagOf, settingNames } from '../../src/settings/declarations.ts';

const FLAG = /(?<![\w-])--[a-z][a-z-]*[a-z]/g;

/** Flags of other programs that commands and comments name. */
const FOREIGN = new Set(['--data-raw', '--heap-growing-percent', '--interrupt-budget']);

/** The flags of settings, and those that single commands declare. */
const declared = new Set([
  ...settingNames.flatMap((name) => flagOf(name) ?? []),
  ...['src/cli/program.ts', 'src/cli/options.ts'].flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/(?:ption\(|^)\s*'(?:-\w, )?(--[a-z-]+)/gm)].map(([, flag = '']) => flag),
  ),
  '--version',
  '--help',
]);

const sources = ['src', 'suites'].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(folder, file)),
);

it('every flag that a source names is declared', () => {
  const undeclared = sources.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(FLAG)]
      .filter(([flag]) => !declared.has(flag) && !FOREIGN.has(flag))
      .map(([flag]) => `${file}: ${flag}`),
  );
  expect(undeclared).toEqual([]);
});

it('the bounds and budgets that parts of the code name are settings', () => {
  expect([...budgets, ...bodyBounds].filter((name) => !settingNames.some((each) => each === name))).toEqual([]);
});
