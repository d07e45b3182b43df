import { expect, it, vi } from 'vitest';
import { embeddedReport } from '../../../support/embedded.ts';

vi.mock('../../../../src/run/budget/rehearsal.ts', () => ({
  needsOf: () => Promise.reject(new Error('the rehearsal broke')),
}));

it('a run keeps its results if the budget that would have been enough cannot be found out', async () => {
  const report = await embeddedReport({ seed: '1', maxRequests: '40' });
  expect(report.verdict).toBe('incomplete');
  expect(report.summary.requests).toBe(40);
  expect(report.notes.filter((note) => note.includes('the rehearsal broke'))).toHaveLength(1);
});
