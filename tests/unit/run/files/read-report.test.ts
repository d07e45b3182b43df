import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readReport } from '../../../../src/run/files/read-report.ts';
import type { JsonObject } from '../../../../src/values/json.ts';
import { command } from '../../../support/command.ts';

const folder = mkdtempSync(join(tmpdir(), 'conformance-'));
let text = '';

beforeAll(async () => {
  await command(['--only', 'FW-TOTAL'], {}, folder);
  text = readFileSync(join(folder, 'conformance-report/report.json'), 'utf8');
}, 60_000);

/** The report with other members in the only part of its audit. */
function read(change: JsonObject) {
  const report = JSON.parse(text);
  Object.assign(report.audit.parts[0], change);
  const path = join(folder, 'changed.json');
  writeFileSync(path, JSON.stringify(report));
  return () => readReport(path);
}

describe('the report of an earlier run', () => {
  it('is read as it was written', () => expect(read({})()).toEqual(JSON.parse(text)));

  it.each<[string, JsonObject]>([
    ['fixtures', { fixtures: { fiat_accounts: { wire: [null] } } }],
    ['fixtures', { fixtures: { quote_executions: ['__proto__'] } }],
    ['array_format', { array_format: '__proto__' }],
    ['only', { only: ['FW-TOTAL', 1e21] }],
    ['taken', { taken: { PENDING: [[]] } }],
    ['run', { run: {} }],
  ])('is refused in one sentence if its %s was changed to what no run writes', (name, change) => {
    expect(read(change)).toThrow(new RegExp(`^[^\\n]*is not a report.json of this tool: [^\\n]*${name}[^\\n]*$`));
  });

  it.each([
    [2, 'a newer'],
    [0, 'an older'],
  ])('of format %i is that of %s version', (format, which) => {
    const path = join(folder, 'other.json');
    writeFileSync(path, JSON.stringify({ format }));
    expect(() => readReport(path)).toThrow(
      `is a report of format ${format}, which ${which} version of this tool wrote: read it with that version, or make a new report`,
    );
  });

  it('is asked for as a file or a folder if it does not exist', () => {
    expect(() => readReport(join(folder, 'nosuch'))).toThrow(
      'nosuch does not exist: give the path of a report.json, or of the folder that holds it',
    );
  });
});
