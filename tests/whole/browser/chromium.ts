import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import axe, { type AxeResults } from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core';
import { describe } from 'vitest';
import { chromiumPath } from '../../../scripts/chromium.mjs';
import { closing } from '../../support/keep.ts';

let browser: Promise<Browser> | undefined;

/** The narrowest screen that pages are made for. */
export const PHONE = { viewport: { width: 320, height: 720 } };

/** Tests of pages in a real Chromium; skipped, and said to be, only where there is none. */
export const inChromium = (name: string, tests: () => void) =>
  describe.skipIf(chromiumPath === undefined)(
    chromiumPath === undefined ? `${name} (skipped: no Chromium is installed; name one in CHROMIUM)` : name,
    tests,
  );

/** Starts a browser for the tests of a file. */
function launched(): Promise<Browser> {
  const started = chromium.launch({
    ...(chromiumPath ? { executablePath: chromiumPath } : {}),
    args: ['--no-sandbox'],
  });
  closing({
    close: async () => {
      browser = undefined;
      await (await started).close();
    },
  });
  return started;
}

/** Opens a page from a file of its own, in a context of its own. */
export async function opened(html: string, options: BrowserContextOptions = {}): Promise<Page> {
  browser ??= launched();
  const context = await (await browser).newContext({ bypassCSP: true, ...options });
  const page = await context.newPage();
  const file = join(mkdtempSync(join(tmpdir(), 'conformance-')), 'page.html');
  writeFileSync(file, html);
  await page.goto(pathToFileURL(file).href);
  return page;
}

/** What axe finds on a page, with the elements; of some impacts only, where they are named. */
export async function flaws(page: Page, impacts?: readonly string[]): Promise<readonly string[]> {
  await page.addScriptTag({ content: axe.source });
  const { violations } = await page.evaluate<AxeResults>('axe.run()');
  return violations
    .filter(({ impact }) => impacts === undefined || impacts.includes(impact ?? ''))
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes
          .map(({ target }) => target.join(' '))
          .slice(0, 3)
          .join(', ')}`,
    );
}

/** What axe finds serious or critical on a page. */
export const grave = (page: Page): Promise<readonly string[]> => flaws(page, ['serious', 'critical']);

/** The colour behind an element, as CSS writes it. */
export const background = (element: Locator): Promise<string> =>
  element.evaluate((each) => String(each.ownerDocument.defaultView?.getComputedStyle(each).backgroundColor));

/** Whether an element stands inside the window as it is scrolled. */
export async function inSight(element: Locator): Promise<boolean> {
  const box = await element.boundingBox();
  const height = element.page().viewportSize()?.height ?? 0;
  return box !== null && box.y >= 0 && box.y + box.height <= height;
}
