import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
const reference = readFileSync(join(ROOT, 'docs/reference/commands.md'), 'utf8');
const help = new Map(reference.split(/^## /m).map((section) => [/^\w+/.exec(section)?.[0] ?? '', section]));

const pages = ['README.md'].concat(
  readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md') && !file.startsWith('reference'))
    .map((file) => join('docs', file)),
);

/** Every use of the command in code, with what follows it. */
const uses = pages.flatMap((page) =>
  [
    ...readFileSync(join(ROOT, page), 'utf8').matchAll(
      /(?:^|`|npx |- run: | |\/)transfer-conformance(?:\.mjs)? ((?:[a-z]|-)[^`\n#|]*)/gm,
    ),
  ].map(([, words = '']) => [page, words.trim()] as const),
);

it.each(uses)('%s uses only existing flags: %s', (_, words) => {
  const [first = ''] = words.split(' ');
  const section = help.get(help.has(first) ? first : 'run') ?? '';
  const flags = [...words.matchAll(/(?<=^| )--[a-z][\w-]*/g)].map(([flag]) => flag);
  expect(flags.filter((flag) => !new RegExp(`${flag}\\b`).test(section))).toEqual([]);
});

it('explain FW-TOTAL prints what the tutorial quotes', () => {
  const said = execFileSync(process.execPath, [join(ROOT, 'dist/bundled/main.js'), 'explain', 'FW-TOTAL'], {
    encoding: 'utf8',
  });
  expect(said).toContain('total = amount + fee for fiat withdrawals, requested by amount or by total');
  expect(said).toContain('FW-TOTAL/subtracts-fee');
});

const NPX = /npx (?:-\S+ )*transfer-conformance/;
const withNpx = pages.filter((page) => NPX.test(readFileSync(join(ROOT, page), 'utf8')));

it.each(withNpx)('%s installs the package before it runs it with npx', (page) => {
  const text = readFileSync(join(ROOT, page), 'utf8');
  expect(text.slice(0, text.search(NPX))).toMatch(/npm (?:install|ci)\b/);
});
