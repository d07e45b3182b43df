import { defineConfig } from 'vitest/config';

/**
 * The tests that mutants are tried against: those that need no process and no browser of their own. A configuration of its own,
 * as vitest.suites.config.ts is: Stryker takes a file of Vitest and no project in it.
 */
export default defineConfig({
  test: {
    include: [
      'tests/unit/{values,model,engine,generators,schemas,run/gate}/**/*.test.ts',
      'tests/unit/suites/{rows,requests-made}.test.ts',
      'tests/mutation/sampled.test.ts',
    ],
    resolveSnapshotPath: (path, extension) =>
      path.includes('/mutation/')
        ? `.mutation/sampled${extension}`
        : path.replace(/([^/]+)$/, `__snapshots__/$1${extension}`),
    testTimeout: 20_000,
  },
});
