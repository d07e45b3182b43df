import { defineConfig } from 'vitest/config';

/**
 * Tests that make whole runs or many processes, or look at every element of large pages: `npm run test:long`, a step of its own in .ci/run.
 * All others are short.
 */
const LONG = 'tests/whole/**/*.test.ts';

export default defineConfig({
  test: {
    // Most tests wait for a process or a service of their own.
    maxWorkers: '100%',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    globalSetup: 'tests/support/temporary.ts',
    setupFiles: 'tests/support/setup.ts',
    // A worker loads the sources once and not for each file, which saves a third of the time of the short tests.
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'short',
          include: ['tests/**/*.test.ts'],
          // What mutation judges is recorded first by `npm run self-mutation`.
          exclude: ['tests/mutation/**', LONG],
        },
      },
      { extends: true, test: { name: 'long', include: [LONG] } },
    ],
  },
});
