import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { removeDrafts, writeWhole } from '../../../../src/run/files/write-file.ts';

const folder = (): string => mkdtempSync(join(tmpdir(), 'conformance-'));

describe('a file that is written', () => {
  it('is replaced with the given mode, and leaves no draft', async () => {
    const dir = folder();
    const path = join(dir, '.env');
    writeFileSync(path, 'old');
    chmodSync(path, 0o644);
    await writeWhole(path, 'new', 0o600);
    expect(readFileSync(path, 'utf8')).toBe('new');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(dir)).toEqual(['.env']);
  });

  it('leaves no draft when it cannot be written', async () => {
    const dir = folder();
    await expect(writeWhole(join(dir, 'none', 'file'), 'new')).rejects.toThrow('ENOENT');
    expect(readdirSync(dir)).toEqual([]);
  });

  it('is the target of a symbolic link, which stays a link', async () => {
    const dir = folder();
    writeFileSync(join(dir, 'real'), 'old');
    symlinkSync('real', join(dir, 'link'));
    await writeWhole(join(dir, 'link'), 'new');
    expect(lstatSync(join(dir, 'link')).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(dir, 'real'), 'utf8')).toBe('new');
  });

  it.runIf(process.platform === 'linux')('is not replaced when it is a device', async () => {
    await writeWhole('/dev/null', 'gone');
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
    await expect(writeWhole('/dev/full', 'too much')).rejects.toThrow('ENOSPC');
  });
});

describe('drafts', () => {
  it('are removed when the process that wrote them has ended, and nothing else is', () => {
    const dir = folder();
    const { pid: ended } = spawnSync(process.execPath, ['-e', '0']);
    const kept = [`report.json.${process.pid}.tmp`, `backup.${ended}.tmp`, 'report.json.tmp', 'report.json'];
    for (const name of [...kept, `report.json.${ended}.tmp`]) writeFileSync(join(dir, name), '');
    removeDrafts(dir, ['report.json']);
    expect(readdirSync(dir).sort()).toEqual(kept.sort());
  });
});
