import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
const made = mkdtempSync(join(tmpdir(), 'reference-'));
execFileSync(process.execPath, [join(ROOT, 'scripts/reference.mjs'), made]);

it.each(readdirSync(made))('docs/reference/%s is up to date with `npm run reference`', (page) => {
  const written = readFileSync(join(ROOT, 'docs/reference', page), 'utf8');
  expect(written).toBe(readFileSync(join(made, page), 'utf8'));
});

const pages = ['README.md', 'CONTRIBUTING.md', 'examples/README.md'].concat(
  readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md') && file !== 'interface.md')
    .map((file) => join('docs', file)),
);

it.each(pages)('every link of %s leads to an existing file', (page) => {
  const text = readFileSync(join(ROOT, page), 'utf8').replaceAll(/```[\s\S]*?```/g, '');
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target.split('#')[0] ?? '');
  const files = targets.filter((target) => target !== '' && !/^[a-z]+:/.test(target));
  expect(files.filter((target) => !existsSync(join(ROOT, dirname(page), target)))).toEqual([]);
});

const { files: packed } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  readonly files: readonly string[];
};

/** Whether a path of the repository is in the tarball; npm adds README, LICENSE and package.json. */
const isPacked = (path: string): boolean =>
  ['README.md', 'LICENSE', 'package.json'].includes(path) ||
  (packed.some((each) => path === each || path.startsWith(`${each}/`)) && !packed.includes(`!${path}`));

it.each(pages.filter(isPacked))('%s links to nothing and shows no picture that the tarball lacks', (page) => {
  const text = readFileSync(join(ROOT, page), 'utf8').replaceAll(/```[\s\S]*?```/g, '');
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)"/g)]
    .map(([, link, source]) => (link ?? source ?? '').split('#')[0] ?? '')
    .filter((target) => target !== '' && !/^[a-z]+:/.test(target));
  const paths = targets.map((target) => join(dirname(page), target));
  expect(paths.filter((path) => !isPacked(path) || !existsSync(join(ROOT, path)))).toEqual([]);
});

it('docs/README.md links to every page in the tarball', () => {
  const index = readFileSync(join(ROOT, 'docs/README.md'), 'utf8');
  const shipped = pages.filter((page) => page.startsWith('docs/') && isPacked(page) && page !== 'docs/README.md');
  expect(shipped.filter((page) => !index.includes(`](${page.slice('docs/'.length)})`))).toEqual([]);
});
