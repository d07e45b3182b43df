// The suites inside the implementer's own Vitest: `npx vitest run`, `-t FW-ONE-OF` for one requirement, watch while writing.
import { defineConformance } from 'transfer-conformance/vitest';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { fixturesOf, start } from './service.js';

let service;
let report;
beforeAll(async () => {
  service = await start('secret-of-the-test');
});
afterAll(() => service.close());

defineConformance(
  { describe, test, beforeAll, afterAll },
  {
    baseUrl: () => service.url,
    accessToken: 'secret-of-the-test',
    fixtures: () => fixturesOf(service.state),
    provide: async (status) => {
      const made = service.state.transaction(status);
      service.state.transactions.push(made);
      return made.id;
    },
    onReport: (found) => {
      report = found;
    },
  },
);

it('is conformant as a whole', () => {
  const open = report.requirements.filter(
    ({ level, status }) => status === 'failed' || (level === 'must' && status === 'not_exercised'),
  );
  expect(open.map(({ id, reason, failures }) => [id, reason, failures[0]?.message])).toEqual([]);
  expect(report.verdict).toBe('conformant');
});
