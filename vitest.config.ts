import { defineConfig } from 'vitest/config';

/** Tests that make whole runs or many processes, or look at every element of large pages: `npm run test:long`, a step of its own in .ci/run. */
const LONG = [
  'tests/{browser,runs,proof,independent,properties,hostile,library,ci}/**/*.test.ts',
  'tests/verify/{own-record,shapes,verify}.test.ts',
  'tests/proxy/proxy.test.ts',
  'tests/gate/comparison.test.ts',
  'tests/cli/{array-format,command,config,gate,init,interruption,network,plan,progress,record,replay,shard,watch}.test.ts',
  'tests/{openapi/document,scripts/new}.test.ts',
];

export default defineConfig({
  test: {
    // Most tests wait for a process or a service of their own.
    maxWorkers: '100%',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    globalSetup: 'tests/temporary.ts',
    setupFiles: 'tests/setup.ts',
    // A worker loads the sources once and not for each file, which saves a third of the time of the short tests.
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'short',
          include: ['tests/**/*.test.ts'],
          // What mutation judges is recorded first by `npm run self-mutation`.
          exclude: ['tests/mutation/**', ...LONG],
        },
      },
      { extends: true, test: { name: 'long', include: LONG } },
    ],
  },
});
