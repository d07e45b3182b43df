import { describe, expect, it } from 'vitest';
import { annotations } from '../../../reporters/annotations.ts';
import { formats } from '../../../reporters/index.ts';
import { terminal } from '../../../reporters/terminal/index.ts';
import { sample } from '../../support/sample.ts';

const options = { columns: 80, colour: false, report: 'conformance-report/report.json' } as const;

/** `vitest run tests/unit/reporters -u` writes the golden files anew; read the difference before you commit it. */
const golden = (text: string, file: string): Promise<void> => expect(text).toMatchFileSnapshot(`golden/${file}`);

describe('the sample report', () => {
  it.each(Object.values(formats))('renders as $file', async ({ file, render }) => {
    await golden(render(sample), file);
  });

  it('renders as annotations', async () => {
    await golden(annotations(sample), 'annotations.txt');
  });

  it.each(['quiet', 'normal', 'verbose'] as const)('renders on a terminal with detail %s', async (detail) => {
    await golden(terminal(sample, { ...options, detail }), `terminal-${detail}.txt`);
  });

  it('renders on a terminal with colour and links', async () => {
    const text = terminal(sample, { ...options, colour: true, page: 'file:///report.html', detail: 'normal' });
    await golden(text, 'terminal-colour.txt');
  });

  it('has a summary whose counts agree with its requirements', () => {
    const count = (status: string): number => sample.requirements.filter((each) => each.status === status).length;
    const { passed, failed, warned, not_exercised, observed, requirements } = sample.summary;
    expect([passed, failed, warned, not_exercised, observed]).toEqual(
      ['passed', 'failed', 'warned', 'not_exercised', 'observed'].map(count),
    );
    expect(requirements).toBe(sample.requirements.length);
  });
});
