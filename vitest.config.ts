import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    // It judges what `npm run mutation` records first.
    exclude: ['tests/mutation/**'],
    // Most tests wait for a process or a service of their own.
    maxWorkers: '100%',
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
