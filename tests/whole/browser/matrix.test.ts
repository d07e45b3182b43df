import { expect, it } from 'vitest';
import { matrixHtml } from '../../../reporters/matrix/html.ts';
import type { Report } from '../../../src/model/report.ts';
import { sideBySide } from '../../../src/run/side-by-side/side-by-side.ts';
import { sample } from '../../support/sample.ts';
import { grave, inChromium, opened } from './chromium.ts';

const passing: Report = {
  ...sample,
  target: { ...sample.target, label: 'other' },
  requirements: sample.requirements.map((each) =>
    each.status === 'failed'
      ? {
          ...each,
          status: 'passed' as const,
          failures: [],
          by_operation: Object.fromEntries(each.operations.map((on) => [on, 'passed'] as const)),
        }
      : each,
  ),
};

inChromium('matrix.html of twelve reports', () => {
  const twelve = [sample, passing, ...Array.from({ length: 10 }, () => sample)];
  const { reports, ...matrix } = sideBySide(twelve, false);
  const page = matrixHtml(matrix, reports);

  // axe looks at each cell: two columns have all that twelve have.
  const { reports: both, ...two } = sideBySide([sample, passing], false);

  it.each([
    ['light', 1280],
    ['dark', 360],
  ] as const)('passes the serious checks of axe in %s mode at %i pixels', async (colorScheme, width) => {
    expect(await grave(await opened(matrixHtml(two, both), { colorScheme, viewport: { width, height: 800 } }))).toEqual(
      [],
    );
  });

  it('shows two selected columns, and only the rows in which they differ', async () => {
    const shown = await opened(page);
    await shown.locator('select[name=from]').selectOption('0');
    await shown.locator('select[name=to]').selectOption('1');
    const failed = sample.requirements.filter(({ status }) => status === 'failed').length;
    expect(await shown.locator('.statuses tr.row:visible').count()).toBe(failed);
    expect(await shown.locator('.statuses thead th:visible').count()).toBe(3);
  });

  it('shows the failures of a selected column, and links its cells to them', async () => {
    const shown = await opened(page);
    await shown.locator('select[name=show]').selectOption('in 1');
    expect(await shown.locator('article:visible').count()).toBe(
      sample.requirements.filter(({ status }) => status === 'warned').length,
    );
    await shown.locator('select[name=show]').selectOption('in 0');
    const cell = shown.locator('.statuses td.failed a:visible').first();
    const place = await cell.getAttribute('href');
    await cell.click();
    expect(await shown.locator(`article${place}`).isVisible()).toBe(true);
  });

  it('prints its tables within the width of a page', async () => {
    const A4_IN_PIXELS = 720;
    const shown = await opened(matrixHtml(two, both), { viewport: { width: A4_IN_PIXELS, height: 1000 } });
    await shown.emulateMedia({ media: 'print' });
    for (const table of ['.reports', '.statuses', '.observations']) {
      const box = await shown.locator(table).first().boundingBox();
      expect(box === null ? 'not printed' : box.x + box.width, table).toBeLessThanOrEqual(A4_IN_PIXELS);
    }
  });
});
