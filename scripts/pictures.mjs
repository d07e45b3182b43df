// Writes docs/pictures/report-light.png and report-dark.png: the first screen of report.html for the embedded implementation with
// three defects. `npm run pictures`; Chromium of the system is needed, or name one in CHROMIUM.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { listen } from '../dist/src/reference/service.js';

const MAIN = resolve('dist/src/cli/main.js');
const FAULTS = ['FW-TOTAL/subtracts-fee', 'FILTER-PROFILE-ID/ignored', 'FW-MEMO-SCB-OVER-LIMIT/accepts-141'];
const SIZE = { width: 1100, height: 780 };
const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The folder with the reports of a run. */
async function reports() {
  const cwd = mkdtempSync(join(tmpdir(), 'pictures-'));
  const service = await listen({ faults: FAULTS }, 8080);
  writeFileSync(join(cwd, 'fixtures.json'), JSON.stringify(service.fixtures));
  const env = {
    PATH: process.env.PATH,
    BASE_URL: service.url,
    AUTH_URL: service.authUrl,
    CLIENT_ID: service.clientId,
    CLIENT_SECRET: service.clientSecret,
  };
  const child = spawn(
    process.execPath,
    [MAIN, '--fixtures', 'fixtures.json', '--seed', '1', '--runs', '5', '--quiet'],
    {
      cwd,
      env,
      stdio: 'inherit',
    },
  );
  await new Promise((ended) => child.once('close', ended));
  await service.close();
  return join(cwd, 'conformance-report');
}

const page = pathToFileURL(join(await reports(), 'report.html')).href;
const executablePath = process.env.CHROMIUM ?? PLACES.find((path) => existsSync(path));
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
mkdirSync('docs/pictures', { recursive: true });
for (const colorScheme of ['light', 'dark']) {
  const context = await browser.newContext({ viewport: SIZE, colorScheme });
  const tab = await context.newPage();
  await tab.goto(page);
  await tab.screenshot({ path: `docs/pictures/report-${colorScheme}.png` });
}
await browser.close();
