// Writes tests/recordings/*.json.br: report.json and exchanges.har of small runs, which
// tests/recordings/recordings.test.ts audits. `npm run recordings`: whole runs of the embedded service and of each
// independent implementation, and for each latitude the requirements that it protects.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { latitudes } from '../dist/src/reference/decision.js';
import { embeddedSettings, startEmbedded } from '../dist/src/run/embedded/embedded.js';
import { ExchangeLog } from '../dist/src/run/files/exchange-log.js';
import { writeReports } from '../dist/src/run/files/write-reports.js';
import { Run } from '../dist/src/run/run.js';
import { readSettings } from '../dist/src/settings/run-settings.js';
import { optionSource, Settings } from '../dist/src/settings/settings.js';
import { INDEPENDENT, startIndependent } from './services.mjs';

const FOLDER = 'tests/recordings';
/** Maximum bytes of all recordings together. */
const MOST_BYTES = 3_000_000;
/** Number of fiat accounts of the embedded service; few, so that lists are short. */
const ACCOUNTS = 112;
const SETTLE_AFTER_MS = 300;
/** Number of concurrent runs; some of them mostly wait. */
const TOGETHER = 4;
/** The maximum is 11, but higher qualities take minutes to save a fifth. */
const QUALITY = 9;

const scratch = mkdtempSync(join(tmpdir(), 'recordings-'));

/** Returns the two files that an audit reads, as a run with these settings writes them. */
async function recorded(settings) {
  const out = mkdtempSync(join(scratch, 'run-'));
  const made = new Run(settings);
  const log = new ExchangeLog(out, made.session.record.redaction);
  made.session.record.observe({ onExchange: (each) => log.add(each) });
  await made.complete();
  log.close();
  const problem = await writeReports(out, made.report());
  if (problem !== undefined) throw new Error(problem);
  return Object.fromEntries(
    ['report.json', 'exchanges.har'].map((name) => [name, readFileSync(join(out, name), 'utf8')]),
  );
}

const flags = { seed: '1', runs: '1' };

async function ofEmbedded(options, only) {
  const service = await startEmbedded({ accounts: ACCOUNTS, settleAfterMs: SETTLE_AFTER_MS, ...options });
  try {
    return await recorded(embeddedSettings({ ...flags, ...(only ? { only } : {}) }, service));
  } finally {
    await service.close();
  }
}

async function ofIndependent(name) {
  const { options, fixtures, close } = await startIndependent(name);
  try {
    return await recorded(readSettings(new Settings([optionSource({ ...options, ...flags })]), {}, fixtures));
  } finally {
    await close();
  }
}

/** Applies `record` to each name, several at a time, and returns the results by name. */
async function each(names, record) {
  const waiting = [...names];
  const made = new Map();
  const work = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) made.set(name, await record(name));
  };
  await Promise.all(Array.from({ length: TOGETHER }, work));
  return Object.fromEntries(names.map((name) => [name, made.get(name)]));
}

/** Writes an archive and returns its size in bytes. */
function write(name, runs) {
  const text = Buffer.from(JSON.stringify(runs));
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: QUALITY,
    // Text that runs share is stored once, because the window covers nearly all of them.
    [constants.BROTLI_PARAM_LARGE_WINDOW]: 1,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_LARGE_MAX_WINDOW_BITS - 2,
    [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
  };
  const path = join(FOLDER, `${name}.json.br`);
  writeFileSync(path, brotliCompressSync(text, { params }));
  const bytes = statSync(path).size;
  console.log(`${path}: ${Object.keys(runs).length} runs, ${text.length} bytes, ${bytes} compressed`);
  return bytes;
}

mkdirSync(FOLDER, { recursive: true });
const services = { embedded: await ofEmbedded({}), ...(await each(INDEPENDENT, ofIndependent)) };
const free = latitudes();
const protectedBy = (name) => free.find((each) => each.name === name)?.protects.join(',');
const small = await each(
  free.map(({ name }) => name),
  (name) => ofEmbedded({ latitudes: [name] }, protectedBy(name)),
);
const bytes = write('services', services) + write('latitudes', small);
rmSync(scratch, { recursive: true });
console.log(`${bytes} bytes in all`);
if (bytes > MOST_BYTES) throw new Error(`more than ${MOST_BYTES} bytes: record less`);
