import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Recording } from './recording-parts.ts';
import { command, failed, folder, transfer, withdrawal } from './recordings.ts';
import { shapes } from './shapes.ts';

async function verified(shape: (recording: Recording) => string, answer: object, sent: object = withdrawal) {
  const cwd = folder();
  const recording = { sent: JSON.stringify(sent), answer: JSON.stringify(answer) };
  writeFileSync(join(cwd, 'calls.har'), shape(recording));
  return command(['verify', 'calls.har'], cwd);
}

describe.each(shapes)('a HAR in the form that %s writes', (_, shape, entry) => {
  it('shows no violation for lawful traffic', async () => {
    const ended = await verified(shape, transfer);
    expect(failed(ended)).toEqual([]);
    expect(ended.code).toBe(0);
    expect(ended.report?.requirements.find(({ id }) => id === 'FW-TOTAL')?.status).toBe('passed');
    expect(ended.report?.requirements.find(({ id }) => id === 'REQUEST-FW-ONE-OF')?.status).toBe('passed');
  });

  it('shows violations of the answer and of the request with the number of the entry', async () => {
    const ended = await verified(shape, { ...transfer, metadata: { ключ: 'ß' }, fee: undefined });
    expect(failed(ended)).toEqual(['TRANSFER-FEE-PRESENT']);
    expect(ended.text).toContain(`calls.har, entry ${entry}\n`);
    const { asset: _asset, ...lacking } = withdrawal;
    expect(failed(await verified(shape, transfer, lacking))).toEqual(['FW-ASSET-REQUIRED', 'REQUEST-FW-ASSET-PRESENT']);
  });
});

describe('a HAR of Playwright with bodies in separate files', () => {
  it('is read together with these files', async () => {
    const cwd = folder();
    const [, playwright] = shapes.find(([name]) => name === 'Playwright') ?? [];
    const text = playwright?.({ sent: JSON.stringify(withdrawal), answer: 'BESIDE' }) ?? '';
    writeFileSync(join(cwd, 'calls.har'), text.replace('"text":"BESIDE"', '"_file":"0a1b.json"'));
    writeFileSync(join(cwd, '0a1b.json'), JSON.stringify({ ...transfer, total: '1' }));
    expect(failed(await command(['verify', 'calls.har'], cwd))).toEqual(['FW-TOTAL']);
  });
});
