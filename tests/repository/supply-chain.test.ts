import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Package {
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
}

interface Locked {
  readonly version?: string;
  readonly integrity?: string;
  readonly link?: boolean;
}

const read = <T>(path: string): T => JSON.parse(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')) as T;
const own = read<Package>('package.json');

test('the package has no install scripts', () => {
  expect(Object.keys(own.scripts ?? {}).filter((name) => /install|^prepare$/.test(name))).toEqual([]);
});

test('the package cannot be published while it has no licence', () => {
  expect(own).toMatchObject({ license: 'UNLICENSED', private: true });
  expect(own).not.toHaveProperty('publishConfig');
  const sentence = 'All rights reserved. No licence has been granted yet.';
  for (const file of ['LICENSE', 'README.md'])
    expect(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')).toContain(sentence);
});

test('the lock file has an exact version and an integrity hash for every package', () => {
  const { packages } = read<{ packages: Readonly<Record<string, Locked>> }>('package-lock.json');
  const loose = Object.entries(packages).filter(
    ([path, { version, integrity, link }]) =>
      path !== '' && !link && (!/^\d+\.\d+\.\d+/.test(version ?? '') || !integrity?.startsWith('sha512-')),
  );
  expect(loose.map(([path]) => path)).toEqual([]);
});

test('docs/dependencies.md explains each runtime dependency', () => {
  const reasons = readFileSync(new URL('../../docs/dependencies.md', import.meta.url), 'utf8');
  const unexplained = Object.keys(own.dependencies ?? {}).filter((name) => !reasons.includes(name));
  expect(unexplained).toEqual([]);
});
