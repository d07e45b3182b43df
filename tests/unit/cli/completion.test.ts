import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { command, MAIN } from '../../support/command.ts';

const folder = mkdtempSync(join(tmpdir(), 'completion-'));
const script = (shell: string): string =>
  execFileSync(process.execPath, [MAIN, 'completion', shell], { encoding: 'utf8' });
const hasShell = (shell: string): boolean => spawnSync(shell, ['--version']).status === 0;

/** A line of the command, and what completes its last word: all of it, or `…` for some of it. */
const LINES: readonly (readonly [line: readonly string[], due: readonly string[]])[] = [
  [['expl'], ['explain']],
  [['run', '--lev'], ['--level']],
  [['--lev'], ['--level']],
  [
    ['--level', ''],
    ['must', 'observe', 'should'],
  ],
  [['run', '--fail-on', 's'], ['should']],
  [['explain', 'FW-TOTAL-K'], ['FW-TOTAL-KEPT']],
  [['replay', 'listExec'], ['listExecutions']],
  [['--only', 'FW-TOTAL,LIST-NO-'], ['FW-TOTAL,LIST-NO-GAP']],
  [['serve', '--fault', 'FW-TOTAL/sub'], ['FW-TOTAL/subtracts-fee']],
  [
    ['completion', ''],
    ['bash', 'fish', 'zsh'],
  ],
  [['doctor', '--max-withdrawals', ''], []],
];

describe('completion', () => {
  it.each(LINES)('in bash completes %j', (line, due) => {
    const file = join(folder, 'completion.bash');
    writeFileSync(file, script('bash'));
    const words = ['transfer-conformance', ...line];
    const act = `source ${file}
      COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _transfer_conformance
      printf '%s\\n' "\${COMPREPLY[@]}"`;
    const found = execFileSync('bash', ['--norc', '-c', act, 'bash', ...words], { encoding: 'utf8' });
    expect(
      found
        .split('\n')
        .filter((each) => each !== '')
        .sort(),
    ).toEqual([...due]);
  });

  it('in bash completes file names for --fixtures, and is registered for the command', () => {
    const file = join(folder, 'completion.bash');
    writeFileSync(file, script('bash'));
    const act = `source ${file}; complete -p transfer-conformance
      COMP_WORDS=(transfer-conformance --fixtures ${folder}/compl); COMP_CWORD=2; _transfer_conformance; echo "$COMPREPLY"`;
    const found = execFileSync('bash', ['--norc', '-c', act], { encoding: 'utf8' });
    expect(found).toContain('-F _transfer_conformance transfer-conformance');
    expect(found).toContain(file);
  });

  it.skipIf(!hasShell('fish')).each(LINES.slice(0, -2))('in fish completes %j', (line, due) => {
    const file = join(folder, 'completion.fish');
    writeFileSync(file, script('fish'));
    const act = `source ${file}; complete -C 'transfer-conformance ${line.join(' ')}'`;
    const found = execFileSync('fish', ['--no-config', '-c', act], { encoding: 'utf8' });
    expect(
      found
        .split('\n')
        .map((each) => each.split('\t')[0])
        .filter((each) => each !== '')
        .sort(),
    ).toEqual([...due]);
  });

  it.skipIf(!hasShell('zsh'))('in zsh is registered for the command', () => {
    const file = join(folder, '_transfer-conformance');
    writeFileSync(file, script('zsh'));
    const act = `autoload -Uz compinit; compinit -u -d ${folder}/dump; source ${file}; print $_comps[transfer-conformance]`;
    expect(execFileSync('zsh', ['-f', '-c', act], { encoding: 'utf8' }).trim()).toBe('_transfer_conformance');
  });

  it('names the supported shells when another one is requested', async () => {
    const { code, text } = await command(['completion', 'bsh']);
    expect([code, text]).toEqual([
      2,
      'transfer-conformance: there is no completion for bsh (did you mean bash?): use bash, zsh or fish\n',
    ]);
  });
});
