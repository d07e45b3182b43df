import { afterAll, afterEach, beforeEach, expect } from 'vitest';
import { afterFile, afterTest } from './keep.ts';

// Vitest runs this file for each test file. A worker loads other modules once for all its test files, so a hook that
// such a module registered would run for the first of them only.
afterEach(afterTest);
afterAll(afterFile);

// A test that found nothing to look at would otherwise pass.
beforeEach(() => expect.hasAssertions());
