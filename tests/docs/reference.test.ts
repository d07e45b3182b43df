import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const made = mkdtempSync(join(tmpdir(), 'reference-'));
execFileSync(process.execPath, [join(ROOT, 'scripts/reference.mjs'), made]);

it.each(readdirSync(made))('docs/reference/%s is what `npm run reference` makes of the code', (page) => {
  const written = readFileSync(join(ROOT, 'docs/reference', page), 'utf8');
  expect(written).toBe(readFileSync(join(made, page), 'utf8'));
});

const pages = ['README.md', 'CONTRIBUTING.md', 'examples/README.md'].concat(
  readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md') && file !== 'interface.md')
    .map((file) => join('docs', file)),
);

it.each(pages)('every link of %s leads to a page that is there', (page) => {
  const text = readFileSync(join(ROOT, page), 'utf8').replaceAll(/```[\s\S]*?```/g, '');
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target.split('#')[0] ?? '');
  const files = targets.filter((target) => target !== '' && !/^[a-z]+:/.test(target));
  expect(files.filter((target) => !existsSync(join(ROOT, dirname(page), target)))).toEqual([]);
});

it('every page that is shipped is reached from the index', () => {
  const index = readFileSync(join(ROOT, 'docs/README.md'), 'utf8');
  const { files } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    readonly files: readonly string[];
  };
  const shipped = pages.filter(
    (page) => page.startsWith('docs/') && !files.includes(`!${page}`) && page !== 'docs/README.md',
  );
  expect(shipped.filter((page) => !index.includes(`](${page.slice('docs/'.length)})`))).toEqual([]);
});
