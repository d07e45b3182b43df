import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Report } from '../../../src/model/report.ts';
import { command, service, towards } from '../../support/command.ts';

const SETS = 'FILTER-IDS*,FILTER-PROFILE-IDS*';

/** A run of the filters over sets, against a service that reads lists in its own way. */
async function filtered(
  choice: { readonly latitudes?: readonly string[]; readonly faults?: readonly string[] },
  ...args: readonly string[]
) {
  const { code, text, folder } = await command(
    ['--only', SETS, '--seed', '1', ...args],
    towards(await service(choice)),
  );
  const report = JSON.parse(readFileSync(join(folder, 'conformance-report/report.json'), 'utf8')) as Report;
  const har = readFileSync(join(folder, 'conformance-report/exchanges.har'), 'utf8');
  return { code, text, report, har };
}

const written = (notes: readonly string[]): readonly string[] => notes.filter((note) => note.includes('string[]'));

describe('the array format of query parameters', () => {
  it.each([
    ['arrays/last-parameter-with-commas', 'ids=a,b'],
    ['arrays/refuses-repeated-parameters', 'ids=a,b'],
    ['arrays/only-in-brackets', 'ids[]=a&ids[]=b'],
    ['arrays/only-with-indices', 'ids[0]=a&ids[1]=b'],
    ['arrays/separated-by-pipes', 'ids=a|b'],
    ['arrays/separated-by-spaces', 'ids=a%20b'],
  ])('is found when the target does not accept the default, and is noted in the report: %s', async (latitude, format) => {
    const { code, text, report, har } = await filtered({ latitudes: [latitude] });
    expect(code).toBe(0);
    expect(written(report.notes)).toEqual([
      expect.stringContaining(`are written ${format}, because listFiat reads two ids in this format`),
    ]);
    expect(text).toContain(`string[] query parameters are written ${format}`);
    // Only the search itself tries the other encoding.
    expect(har.match(/\?profile_ids=[^&"]+&profile_ids=/g) ?? []).toEqual([]);
  });

  it.each([
    [{}],
    [{ latitudes: ['arrays/repeated-parameters'] }],
  ])('is the default when the target accepts that: %j', async (choice) => {
    const { code, report, har } = await filtered(choice);
    expect([code, written(report.notes)]).toEqual([0, []]);
    expect(har).toMatch(/\?profile_ids=[^&"]+&profile_ids=/);
  });

  it('is the default when no format finds the items of both values, so that FILTER-IDS fails', async () => {
    const { report } = await filtered({ faults: ['FILTER-IDS/only-first-value'] });
    expect(written(report.notes)).toEqual([]);
    expect(report.requirements.find(({ id }) => id === 'FILTER-IDS')?.status).toBe('failed');
  });

  it('is the one of --array-format, and no other is tried', async () => {
    const { code, report, har } = await filtered(
      { latitudes: ['arrays/refuses-repeated-parameters'] },
      '--array-format',
      'repeat',
    );
    expect([code, written(report.notes)]).toEqual([1, []]);
    expect(har).not.toMatch(/\?ids=[^&"]+,/);
  });
});
