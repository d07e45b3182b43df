// The commands with all their flags, as printed by --help.
import { execFileSync } from 'node:child_process';
import { MAIN } from '../command.mjs';
import { MADE } from './words.mjs';

const help = (...args) => execFileSync(process.execPath, [MAIN, ...args, '--help'], { encoding: 'utf8' }).trimEnd();

/** Returns the names in the list of commands. */
const names = (text) =>
  [...(text.split('\nCommands:\n')[1] ?? '').matchAll(/^ {2}(\w[\w-]*)/gm)].map(([, name]) => name);

const section = (name) => [`## ${name}`, '', '```text', help(name), '```', ''];

export function commands() {
  const whole = help();
  const each = names(whole).filter((name) => name !== 'help');
  return [
    '# Commands',
    '',
    MADE,
    '',
    '```text',
    whole,
    '```',
    '',
    ...each.flatMap(section),
    'What a flag means in the environment, and the exit codes: [settings.md](settings.md).',
  ];
}
