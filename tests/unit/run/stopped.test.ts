import { expect, it } from 'vitest';
import { terminal } from '../../../reporters/terminal/index.ts';
import { embeddedSettings, startEmbedded } from '../../../src/run/embedded/embedded.ts';
import { Run } from '../../../src/run/run.ts';

it('an interrupted run gives the reason once, and not again for each requirement', async () => {
  const service = await startEmbedded();
  const run = new Run(embeddedSettings({ seed: '1', runs: '1' }, service));
  run.session.record.observe({
    onExchange: ({ id }) => {
      if (id === 60) run.session.abort('interrupted');
    },
  });
  await run.complete();
  await service.close();
  const report = run.report();
  expect(report).toMatchObject({ verdict: 'aborted', verdict_reason: 'interrupted' });
  expect(report.summary.not_exercised).toBeGreaterThan(0);
  const reasons = report.requirements.flatMap(({ status, reason }) => (status === 'not_exercised' ? [reason] : []));
  expect(reasons.filter((reason) => reason?.includes('interrupted'))).toEqual([]);
  const text = terminal(report, { columns: 80, colour: false, detail: 'normal', report: 'report.json' });
  expect(text.match(/interrupted/g)).toEqual(['interrupted']);
  expect(text).toContain(`the run ended before ${report.summary.not_exercised} requirements could be judged`);
});
