import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { comparisonHtml } from '../../../reporters/comparison/html.ts';
import { harEntry } from '../../../reporters/har.ts';
import { html } from '../../../reporters/html/index.ts';
import type { Report } from '../../../src/model/report.ts';
import { compare } from '../../../src/run/gate/comparison.ts';
import { sample } from '../../support/sample.ts';
import { background, grave, inChromium, inSight, opened, PHONE } from './chromium.ts';
import { FAULTS, faultyReport } from './faulty.ts';

inChromium('report.html of a run with eleven faults', () => {
  let report: Report;
  let page: Page;

  beforeAll(async () => {
    report = await faultyReport();
    page = await opened(html(report));
  });

  it.each(
    FAULTS.map((fault) => fault.split('/')[0] ?? ''),
  )('shows the failure of %s after one click in the list before the matrix', async (id) => {
    const [failure] = report.requirements.find((each) => each.id === id)?.failures ?? [];
    const overview = page.locator(`#overview li[data-for="${id}"]`);
    if ((await overview.count()) > 0) await overview.getByRole('link', { name: id, exact: true }).click();
    else await page.evaluate(`location.hash = '#${id}'`);
    const finding = page.locator(`article#${id}`);
    expect(await inSight(finding.getByRole('heading', { level: 3 }))).toBe(true);
    expect(
      await finding
        .getByText(failure?.actual ?? '')
        .first()
        .isVisible(),
    ).toBe(true);
  });

  it('links each failed cell of the matrix to a requirement that failed on its operation', async () => {
    for (const link of await page.locator('.matrix td.failed a').all()) {
      const id = (await link.getAttribute('href'))?.slice(1);
      const requirement = report.requirements.find((each) => each.id === id);
      const [operation = ''] = ((await link.getAttribute('aria-label')) ?? '').split(',');
      expect(requirement?.failures.length).toBeGreaterThan(0);
      expect(requirement?.operations).toContain(operation);
    }
  });

  it('has less than 3 MB and 40,000 elements after a run with more than 800 requests', async () => {
    expect(report.summary.requests).toBeGreaterThan(800);
    expect(html(report).length).toBeLessThan(3_000_000);
    expect(await page.locator('*').count()).toBeLessThan(40_000);
  });
});

inChromium('report.html', () => {
  it('has a verdict, a matrix of operations and aspects, and sections with headings', async () => {
    const page = await opened(html(sample));
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('Nonconformant');
    const matrix = page.getByRole('table').first();
    expect(await matrix.getByRole('columnheader').count()).toBe(9);
    expect(await matrix.getByRole('rowheader').first().textContent()).toContain('putFiat');
    expect(await page.getByRole('link', { name: 'fiatWithdrawal, request checks: 3/4 failed' }).count()).toBe(1);
    const headings = await page.getByRole('heading', { level: 2 }).allTextContents();
    for (const name of [
      'Failures and warnings',
      'Matrix',
      'Failed',
      'Not exercised',
      'Observed',
      'Traffic',
      'All requirements',
    ])
      expect(headings.some((each) => each.startsWith(name))).toBe(true);
  });

  it('marks the offending line of the response', async () => {
    const page = await opened(html(sample));
    const mark = page.locator('article#FW-TOTAL mark').first();
    expect(await mark.textContent()).toContain('"total": "1.20"');
    const [line, around] = [await background(mark), await background(mark.locator('xpath=..'))];
    expect(line).not.toBe(around);
  });

  it('filters by a combination of status, operation, level and text', async () => {
    const page = await opened(html(sample));
    const shown = (): Promise<number> => page.locator('[data-requirement]:not([hidden])').count();
    const all = await shown();
    await page.getByRole('combobox', { name: 'Status' }).selectOption('failed');
    const failed = await shown();
    await page.getByRole('combobox', { name: 'Operation' }).selectOption('listFiat');
    const onLists = await shown();
    expect(await page.locator('.traffic tbody tr:visible').count()).toBe(0);
    expect(await page.locator('.matrix tbody tr:visible').count()).toBe(1);
    await page.getByRole('searchbox').fill('101');
    expect(await page.locator('article.finding:visible').getAttribute('id')).toBe('FILTER-LIST-101');
    expect([all > failed, failed > onLists, onLists > (await shown())]).toEqual([true, true, true]);
    expect(await page.locator('#filters output').textContent()).toBe(`1 of ${sample.requirements.length}`);
    expect(await page.locator('#failed h2 small').textContent()).toMatch(/^1 of /);
    expect(new URL(page.url()).search).toBe('?text=101&status=failed&operation=listFiat');
    await page.reload();
    expect(await page.locator('#filters output').textContent()).toBe(`1 of ${sample.requirements.length}`);
    await page.getByRole('button', { name: 'Clear' }).click();
    await expect.poll(() => new URL(page.url()).search).toBe('');
    await page.getByRole('combobox', { name: 'Level' }).selectOption('observe');
    expect(await page.locator('article.finding:visible').count()).toBe(0);
    expect(await page.locator('#observed').isVisible()).toBe(true);
  });

  it('has a search that finds actual values, opens with "/" and says when nothing matches', async () => {
    const page = await opened(html(sample));
    await page.keyboard.press('/');
    await page.keyboard.type('"QUEUED"');
    expect(await page.locator('article.finding:visible').getAttribute('id')).toBe('TRANSFER-STATUS-ENUM');
    expect(await page.locator('#nothing').isVisible()).toBe(false);
    await page.keyboard.type(' nosuchthing');
    expect(await page.locator('#nothing').isVisible()).toBe(true);
    for (const section of ['#observed', '#coverage', '#traffic', '#failed', '#requirements'])
      expect(await page.locator(section).isVisible()).toBe(false);
  });

  it('opens the exchanges of a failure in a dialog, also by their URL, without executing their text', async () => {
    const text = '</script><script>document.title = "broken out"</script>';
    const entries = [142, 143].map((id) => ({
      id,
      operation: 'fiatWithdrawal' as const,
      purpose: { kind: 'requirement', id: 'TRANSFER-STATUS-ENUM' } as const,
      started_at: '2025-03-03T09:14:07.120Z',
      duration_ms: 12.5,
      request: { method: 'POST', url: 'https://x.test/v2', headers: {}, body: { memo: text } },
      response: { status: 200, headers: { 'content-type': 'application/json' }, body: { id: `of ${id}` } },
    }));
    const lines = entries.map(harEntry);
    const page = await opened(html(sample, { entries: lines, all: 2 }), { bypassCSP: false });
    await page.locator('.number-link', { hasText: '142' }).first().click();
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByRole('heading', { level: 2 }).textContent()).toContain('Exchange 142');
    expect(await dialog.textContent()).toContain('of 142');
    expect(await dialog.textContent()).toContain('broken out');
    expect(await page.title()).not.toBe('broken out');
    expect(page.url()).toMatch(/#exchange-142$/);
    await page.reload();
    expect(await dialog.isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    expect(await dialog.isVisible()).toBe(false);
  });

  it('is readable without JavaScript, and hides what needs it', async () => {
    const page = await opened(html(sample), { javaScriptEnabled: false, bypassCSP: false });
    expect(await page.locator('#filters').isVisible()).toBe(false);
    expect(await page.getByRole('button').count()).toBe(0);
    expect(await page.locator('article.finding:visible').count()).toBe(13);
    await page.locator('details.chapter:has(details.entry) > summary').first().click();
    await page.locator('details.entry > summary').first().click();
    expect(await page.locator('details.entry[open] blockquote').first().isVisible()).toBe(true);
  });

  it.each([320, 390, 768, 1280])('needs no horizontal scrolling at %d pixels', async (width) => {
    const page = await opened(html(sample), { viewport: { width, height: 800 } });
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
  });

  it('needs no horizontal scrolling on a phone for a long id of a requirement not exercised', async () => {
    const id = 'SETTLEMENT-TRANSACTION-SETTLEMENT-WINDOW-START-DATE-TIME';
    const requirements = sample.requirements.map((each) => (each.status === 'not_exercised' ? { ...each, id } : each));
    expect(requirements.some((each) => each.id === id)).toBe(true);
    const page = await opened(html({ ...sample, requirements }), { viewport: { width: 390, height: 800 } });
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  });

  it('loads no other resources, and its policy blocks none of its own', async () => {
    const page = await opened(html(sample), { bypassCSP: false });
    const requests: string[] = [];
    const problems: string[] = [];
    page.on('request', (request) => requests.push(request.url()));
    page.on('console', (message) => problems.push(message.text()));
    await page.reload();
    expect(requests).toEqual([page.url()]);
    expect(problems).toEqual([]);
    expect(await page.locator('#filters').isVisible()).toBe(true);
  });

  it('offers a link to the matrix as the first stop of the Tab key', async () => {
    const page = await opened(html(sample));
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').textContent()).toBe('Skip to the matrix');
    await page.keyboard.press('Enter');
    expect(page.url()).toMatch(/#matrix$/);
  });

  it('is printed dark on white, without controls and long sections', async () => {
    const page = await opened(html(sample), { colorScheme: 'dark' });
    await page.emulateMedia({ media: 'print' });
    for (const hidden of ['#filters', 'nav', '.copy button', '#requirements', '#traffic', '#observed'])
      expect(await page.locator(hidden).first().isVisible()).toBe(false);
    expect(await background(page.locator('body'))).toBe('rgb(255, 255, 255)');
    expect((await page.pdf({ preferCSSPageSize: true })).length).toBeGreaterThan(20_000);
  });
});

inChromium('the page of a comparison', () => {
  const former: Report = {
    ...sample,
    verdict: 'conformant',
    requirements: sample.requirements.filter(({ status }) => status !== 'failed'),
  };

  it.each([
    ['in light mode', {}],
    ['in dark mode', { colorScheme: 'dark' }],
    ['on a phone', PHONE],
  ] as const)('passes the serious checks of axe and needs no horizontal scrolling %s', async (_, options) => {
    const page = await opened(comparisonHtml(compare(former, sample)), options);
    expect(await grave(page)).toEqual([]);
    expect(await page.evaluate<boolean>('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  });
});
