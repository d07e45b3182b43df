// Writes docs/pictures/: the first screen of report.html for the embedded implementation with three defects, and of
// matrix.html for the five recorded implementations where they differ, in light and dark. `npm run pictures`; needs
// Chromium from the system, or the one that CHROMIUM names.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliDecompressSync, constants } from 'node:zlib';
import { chromium } from 'playwright-core';
import { listen } from '../dist/src/reference/service.js';
import { chromiumPath } from './chromium.mjs';
import { MAIN } from './command.mjs';

const FAULTS = ['FW-TOTAL/subtracts-fee', 'FILTER-PROFILE-ID/ignored', 'FW-MEMO-SCB-OVER-LIMIT/accepts-141'];

const cwd = mkdtempSync(join(tmpdir(), 'pictures-'));

/** Runs the command in the folder of this script. */
function command(args, env = {}) {
  const child = spawn(process.execPath, [MAIN, ...args], {
    cwd,
    env: { PATH: process.env.PATH, ...env },
    stdio: 'inherit',
  });
  return new Promise((ended) => child.once('close', ended));
}

/** Creates the page of a run. */
async function report() {
  const service = await listen({ faults: FAULTS }, 8080);
  writeFileSync(join(cwd, 'fixtures.json'), JSON.stringify(service.fixtures));
  const env = {
    BASE_URL: service.url,
    AUTH_URL: service.authUrl,
    CLIENT_ID: service.clientId,
    CLIENT_SECRET: service.clientSecret,
  };
  await command(['--fixtures', 'fixtures.json', '--seed', '1', '--runs', '5', '--quiet'], env);
  await service.close();
  return pathToFileURL(join(cwd, 'conformance-report/report.html')).href;
}

/** Creates the page that compares the recorded implementations, under their names in the recordings. */
async function matrix() {
  const params = { [constants.BROTLI_DECODER_PARAM_LARGE_WINDOW]: 1 };
  const packed = readFileSync('tests/recordings/services.json.br');
  const recorded = JSON.parse(brotliDecompressSync(packed, { params }).toString());
  for (const [name, files] of Object.entries(recorded)) {
    const { target, ...rest } = JSON.parse(files['report.json']);
    mkdirSync(join(cwd, name));
    writeFileSync(join(cwd, name, 'report.json'), JSON.stringify({ ...rest, target: { ...target, label: name } }));
  }
  await command(['matrix', ...Object.keys(recorded), '--out', 'matrix']);
  return `${pathToFileURL(join(cwd, 'matrix/matrix.html')).href}?show=differ`;
}

// Only the README shows a picture in the colours of the reader, so only its picture exists in both.
/** @type {[name: string, page: string, viewport: { width: number, height: number }, colorSchemes: ('light' | 'dark')[]][]} */
const pages = [
  ['report', await report(), { width: 1100, height: 780 }, ['light', 'dark']],
  ['matrix', await matrix(), { width: 1100, height: 1250 }, ['light']],
];
const browser = await chromium.launch({
  args: ['--no-sandbox'],
  ...(chromiumPath ? { executablePath: chromiumPath } : {}),
});
mkdirSync('docs/pictures', { recursive: true });
for (const [name, page, viewport, colorSchemes] of pages)
  for (const colorScheme of colorSchemes) {
    const context = await browser.newContext({ viewport, colorScheme });
    const tab = await context.newPage();
    await tab.goto(page);
    await tab.screenshot({ path: `docs/pictures/${name}-${colorScheme}.png` });
  }
await browser.close();
