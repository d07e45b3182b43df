import { expect, it } from 'vitest';
import { command, service, towards } from '../../support/command.ts';
import { project, titles, vitest } from './project.ts';

it('init --vitest writes a test file that npx vitest runs', async () => {
  const target = await service({ faults: ['FW-TOTAL/subtracts-fee'], accounts: 150 });
  const folder = project('', 'nothing.txt');
  const made = await command(['init', '--vitest'], towards(target), folder);
  expect(made.text).toContain('conformance.test.ts written; run it with: npx vitest run');
  const ended = await vitest(folder, '-t', '^conformance FW-(TOTAL|ONE-OF) ');
  expect(ended.code).toBe(1);
  expect(titles(ended, 'passed').map((title) => title.split(' ')[0])).toEqual(['FW-ONE-OF']);
  expect(titles(ended, 'failed').map((title) => title.split(' ')[0])).toEqual(['FW-TOTAL']);
  const again = await command(['init', '--vitest', '--force'], towards(target), folder);
  expect(again.code).toBe(0);
});
