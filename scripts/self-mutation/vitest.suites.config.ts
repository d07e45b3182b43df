import { defineConfig } from 'vitest/config';

/** What mutants of suites/ are tried against: recorded answers, with faults and lawful (scripts/self-mutation/record.mjs). */
export default defineConfig({
  test: {
    include: ['tests/mutation/recorded.test.ts', 'tests/unit/suites/**/{account-numbers,creation,quote-rules}.test.ts'],
    resolveSnapshotPath: (_, extension) => `.mutation/told${extension}`,
    testTimeout: 20_000,
  },
});
