import { defineConfig } from 'vitest/config';

/** The tests that mutants are tried against: those that need no process and no browser of their own. */
export default defineConfig({
  test: {
    exclude: ['tests/gate/comparison.test.ts'],
    include: ['tests/{model,engine,generators,schemas,gate}/**/*.test.ts', 'tests/suites/{rows,requests-made}.test.ts'],
    testTimeout: 20_000,
  },
});
