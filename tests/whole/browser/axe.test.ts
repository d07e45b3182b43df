import { beforeAll, expect, it } from 'vitest';
import { html } from '../../../reporters/html/index.ts';
import type { Report } from '../../../src/model/report.ts';
import { gateOf } from '../../../src/run/gate/gate.ts';
import { sample } from '../../support/sample.ts';
import { flaws, inChromium, opened, PHONE } from './chromium.ts';
import { faultyReport } from './faulty.ts';

const waived: Report = {
  ...sample,
  gate: gateOf(sample, {
    failOn: 'must',
    allowIncomplete: false,
    today: '2025-03-03',
    waivers: [{ requirement: 'FW-TOTAL', reason: 'booked twice', expires: '2025-12-31' }],
  }),
};

/** The report with every failed requirement and a twentieth of the others, since axe takes a second for each 4,000 elements. */
const thinned = ({ requirements, ...report }: Report): Report => ({
  ...report,
  requirements: requirements.filter(({ status }, index) => status === 'failed' || index % 20 === 0),
});

inChromium('report.html of a run with eleven faults', () => {
  let report: Report;

  beforeAll(async () => {
    report = thinned(await faultyReport());
  });

  it.each([
    ['in light mode', {}],
    ['on a phone in dark mode', { ...PHONE, colorScheme: 'dark' }],
  ] as const)('passes all checks of axe %s', async (_, options) => {
    expect(await flaws(await opened(html(report), options))).toEqual([]);
  });
});

inChromium('report.html', () => {
  it.each([
    ['in dark mode', { colorScheme: 'dark' }],
    ['on a phone', PHONE],
  ] as const)('passes all checks of axe with waived failures %s', async (_, options) => {
    expect(await flaws(await opened(html(waived), options))).toEqual([]);
  });
});
