import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, constants } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Report } from '../../src/model/report.ts';
import { latitudes } from '../../src/reference/decision.ts';
import '../../src/reference/service.ts';
import { auditOf } from '../../src/run/audit/audit.ts';
import { readRecorded } from '../../src/run/audit/recorded.ts';

/** The files of a run by their names, as `npm run recordings` wrote them. */
type Recording = Readonly<Record<'report.json' | 'exchanges.har', string>>;

const recordings = (name: string): readonly (readonly [string, Recording])[] => {
  const packed = readFileSync(join(import.meta.dirname, `${name}.json.br`));
  const text = brotliDecompressSync(packed, {
    params: { [constants.BROTLI_DECODER_PARAM_LARGE_WINDOW]: 1 },
  }).toString();
  return Object.entries(JSON.parse(text) as Record<string, Recording>);
};

const folder = mkdtempSync(join(tmpdir(), 'recordings '));
const { connect } = net.Socket.prototype;
beforeAll(() => {
  net.Socket.prototype.connect = () => {
    throw new Error('the network was used');
  };
});
afterAll(() => {
  net.Socket.prototype.connect = connect;
  rmSync(folder, { recursive: true });
});

/**
 * The audit of a recording, by the suites as they are now: as a newer version judges what an older one recorded, so that what a
 * changed suite asks otherwise is not judged instead of being a difference.
 */
async function audited({ 'report.json': text, 'exchanges.har': har }: Recording) {
  const path = join(folder, 'exchanges.har');
  writeFileSync(path, har);
  const report = JSON.parse(text) as Report;
  const digest = createHash('sha256').update(har).digest('hex');
  const { tool } = report;
  const found = await auditOf({ ...report, tool: { ...tool, version: 'recorded' } }, readRecorded(path), digest);
  return { report, ...found, unjudged: new Set(found.missing.map(({ id }) => id)) };
}

/** The share of requirements that a recording has to let the suites judge; where it does not, `npm run recordings` makes it anew. */
const JUDGED = 0.8;

describe('the suites on the recording of a conformant service', () => {
  it.each(recordings('services'))('%s', async (_, recording) => {
    const { report, broken, differences, verdicts, unjudged } = await audited(recording);
    expect(report.verdict).toBe('conformant');
    expect([broken, differences]).toEqual([[], []]);
    expect((verdicts - unjudged.size) / report.requirements.length, 'run `npm run recordings`').toBeGreaterThan(JUDGED);
  });
});

describe('the suites on the recording of a latitude', () => {
  const small = recordings('latitudes');

  it('are those of each latitude that there is, or `npm run recordings` is due', () => {
    const missing = latitudes().filter(({ name }) => small.every(([recorded]) => recorded !== name));
    expect(missing.length / latitudes().length).toBeLessThan(1 - JUDGED);
  });

  it.each(small)('%s', async (_, recording) => {
    const { report, broken, differences } = await audited(recording);
    expect(report.summary).toMatchObject({ failed: 0, warned: 0 });
    expect([broken, differences]).toEqual([[], []]);
  });
});
