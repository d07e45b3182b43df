import { describe, expect, it } from 'vitest';
import type { ServiceOptions } from '../../../src/reference/service.ts';
import { startEmbedded } from '../../../src/run/embedded/embedded.ts';
import { Run } from '../../../src/run/run.ts';
import { readSettings } from '../../../src/settings/run-settings.ts';
import { optionSource, Settings } from '../../../src/settings/settings.ts';

const SEEDS = [200, 202, 203, 205];

/** The requirement's results of a run on such a service. */
async function resultsOf(options: ServiceOptions, only: string, seed = 1) {
  const service = await startEmbedded(options);
  try {
    const { url: baseUrl, authUrl, clientId, clientSecret, fixtures } = service;
    const given = { baseUrl, authUrl, clientId, clientSecret, seed, runs: 20, only };
    const run = new Run(readSettings(new Settings([optionSource(given)]), {}, fixtures));
    await run.complete();
    return run.report().requirements.map(({ status, failures }) => ({ status, failures }));
  } finally {
    await service.close();
  }
}

describe('a list whose items show no times', () => {
  it.each(SEEDS)('passes LIST-NO-GAP although a walk from the oldest item ends early (seed %i)', async (seed) => {
    const found = await resultsOf({ latitudes: ['members/instructions-without-times'] }, 'LIST-NO-GAP', seed);
    expect(found).toEqual([{ status: 'passed', failures: [] }]);
  });
});

describe('faults of filters by a time that items do not show', () => {
  const latitudes = ['members/instructions-without-times'];
  const FAULTS = [
    'CREATED-AT-LT/ignored',
    'CREATED-AT-LT/forgotten-beside-gte',
    'CREATED-AT-LTE/reads-the-hours-of-an-offset',
    'CREATED-AT-GTE/reads-all-offsets-as-of-utc',
    'CREATED-AT-GT/forgotten-beside-lt',
    'LIST-CURSOR-KEEPS-FILTERS/listInstructions-forgets-created_at_lt',
    'LIST-CURSOR-KEEPS-FILTERS/listInstructions-forgets-created_at_gte',
  ];

  it.each(FAULTS)('are found: %s', async (fault) => {
    const [row = ''] = fault.split('/');
    const [found] = await resultsOf({ latitudes, faults: [fault] }, row);
    expect(found?.failures.map(({ operation }) => operation)).toContain('listInstructions');
  });
});

describe('faults of executions on pages that are shorter than requested', () => {
  const FAULTS = ['RANGE-BEGIN/excludes-equal', 'RANGE-END/excludes-equal', 'SINCE-EXECUTION-ID/ignored'];

  it.each(FAULTS)('are found: %s', async (fault) => {
    const [row = ''] = fault.split('/');
    const [found] = await resultsOf({ latitudes: ['unstated-maximum/8-at-most'], faults: [fault] }, row);
    expect(found?.status).toBe('failed');
  });
});

describe('executions that show only their ids', () => {
  const latitudes = ['members/only-ids-of-executions'];
  const ROWS = ['RANGE-BEGIN', 'RANGE-END', 'SINCE-EXECUTION-ID', 'FILTER-ORDER-ID'] as const;

  it('pass the requirements about their filters', async () => {
    const found = await resultsOf({ latitudes }, ROWS.join());
    expect(found.map(({ status }) => status)).toEqual(ROWS.map(() => 'passed'));
  });

  it.each(ROWS)('fail the requirement when its filter is ignored: %s', async (row) => {
    const found = await resultsOf({ latitudes, faults: [`${row}/ignored`] }, row);
    expect(found.map(({ status }) => status)).toEqual(['failed']);
  });
});
