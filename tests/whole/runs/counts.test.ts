import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { internalDeclarations } from '../../../scripts/build/declarations.mjs';
import { isAnswered } from '../../../src/model/exchange.ts';
import type { Fixtures } from '../../../src/model/fixtures.ts';
import { listen } from '../../../src/reference/service.ts';
import { ExchangeLog } from '../../../src/run/files/exchange-log.ts';
import { writeReports } from '../../../src/run/files/write-reports.ts';
import { Run } from '../../../src/run/run.ts';
import { type RunSettings, readAsRemote, readSettings } from '../../../src/settings/run-settings.ts';
import { optionSource, Settings } from '../../../src/settings/settings.ts';
import { rows } from '../../../suites/index.ts';
import { MAIN } from '../../support/command.ts';
import { Meter } from './meter.ts';

// Costs are counted, not timed. If a count grows, either raise it in counts.json on purpose or undo the growth.

type Counts = Readonly<Record<string, number>>;

const committed: Counts = JSON.parse(readFileSync(new URL('counts.json', import.meta.url), 'utf8'));

/** What a count may grow by before the file has to say so; requests that are the same in every run hardly differ between runs. */
const TOLERANCE = 1.05;
const TOLERANCE_OF_FIXED = 1.01;

async function settled(read: typeof readSettings, given: Parameters<typeof optionSource>[0]) {
  const service = await listen({});
  const { url: baseUrl, authUrl, clientId, clientSecret, fixtures } = service;
  const source = optionSource({ baseUrl, authUrl, clientId, clientSecret, seed: 1, ...given });
  return { service, settings: read(new Settings([source]), {}, fixtures as Fixtures) };
}

const sizeOf = (folder: string): number =>
  readdirSync(folder).reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);

/** Requests that no budget leaves out: generated cases share what these leave. */
const FIXED = 'requests without generated cases';

/** A default run with its record and reports. */
async function counted(settings: RunSettings, profile: string): Promise<Counts> {
  const meter = new Meter();
  const out = mkdtempSync(join(tmpdir(), 'counts-'));
  const run = new Run(settings, { suite: meter.metered(rows) });
  const log = new ExchangeLog(out, run.session.record.redaction);
  let parsed = 0;
  run.session.record.observe({
    onExchange: (recorded) => {
      log.add(recorded);
      if (isAnswered(recorded)) parsed += recorded.response.bytes ?? 0;
    },
  });
  await run.complete();
  log.close();
  await writeReports(out, run.report());
  const { sent, withdrawn } = run.session;
  return {
    [`requests, ${profile}`]: sent,
    [`${FIXED}, ${profile}`]: run.cost.requests,
    [`withdrawals, ${profile}`]: withdrawn.withdrawals,
    [`rule calls for each exchange, ${profile}`]: Math.round(meter.calls / sent),
    [`items that rules are called with for each exchange, ${profile}`]: Math.round(meter.items / sent),
    [`members that rules read for each exchange, ${profile}`]: Math.round(meter.reads.count / sent),
    [`bytes parsed, ${profile}`]: parsed,
    [`bytes written, ${profile}`]: sizeOf(out),
  };
}

/** Modules that the command loads for a run of one requirement: what all runs load. */
function modules(): number {
  const folder = mkdtempSync(join(tmpdir(), 'counts-'));
  execFileSync(process.execPath, [MAIN, 'run', '--only', 'FW-TOTAL', '--quiet'], {
    cwd: folder,
    env: { PATH: process.env['PATH'], NODE_V8_COVERAGE: join(folder, 'coverage') },
  });
  const loaded = readdirSync(join(folder, 'coverage')).flatMap((file) => {
    const { result }: { readonly result: readonly { readonly url: string }[] } = JSON.parse(
      readFileSync(join(folder, 'coverage', file), 'utf8'),
    );
    return result.map(({ url }) => url).filter((url) => url.startsWith('file:'));
  });
  return new Set(loaded).size;
}

/** Bytes of the package as it is installed, without its dependencies. `npm pack` leaves out internal declarations. */
function packed(): number {
  const listing = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    encoding: 'utf8',
    stdio: 'pipe',
  });
  const [found]: readonly { readonly files: readonly { readonly path: string; readonly size: number }[] }[] =
    JSON.parse(listing);
  const internal = new Set(internalDeclarations());
  return (found?.files ?? []).filter(({ path }) => !internal.has(path)).reduce((sum, { size }) => sum + size, 0);
}

describe('what a run costs', () => {
  const counts: Record<string, number> = {};

  beforeAll(async () => {
    const near = await settled(readSettings, {});
    Object.assign(counts, await counted(near.settings, 'loopback'));
    await near.service.close();
    const far = await settled(readAsRemote, { allowWrites: true, rate: 100_000 });
    Object.assign(counts, await counted(far.settings, 'remote'));
    await far.service.close();
    counts['modules loaded by the command'] = modules();
    counts['bytes of the installed package'] = packed();
    console.info(JSON.stringify(counts, undefined, 2));
  }, 600_000);

  it('has a positive count for each name in counts.json', () => {
    expect(Object.keys(counts)).toEqual(Object.keys(committed));
    for (const [name, count] of Object.entries(counts)) expect(count, name).toBeGreaterThan(0);
  });

  it.each(Object.entries(committed))('has not grown: %s, %i', (name, most) => {
    expect(counts[name], `${name}: raise it in tests/whole/runs/counts.json only on purpose`).toBeLessThanOrEqual(
      Math.ceil(most * (name.startsWith(FIXED) ? TOLERANCE_OF_FIXED : TOLERANCE)),
    );
  });
});
