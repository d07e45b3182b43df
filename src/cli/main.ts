#!/usr/bin/env node
import { Command, CommanderError, Option } from 'commander';
import { version } from '../run/version.ts';
import {
  type Declaration,
  declarations,
  defaultOf,
  flagOf,
  manners,
  ofAnAnswer,
  ofLists,
  ofTheGate,
  ofTheRun,
  ofTheTarget,
  type SettingName,
  safety,
  selection,
  settingNames,
  variableOf,
} from '../settings/declarations.ts';
import type { Flags } from '../settings/settings.ts';
import { EXIT } from './exit-codes.ts';

const program = new Command('transfer-conformance')
  .description('Verify an implementation of the money-movement interface against its document, sentence by sentence.')
  .version(version)
  .showSuggestionAfterError()
  .exitOverride()
  .configureOutput({
    outputError: (text, write) => write(complaint(text)),
  });

/** Commander's complaint about flags and arguments, with the command that tells which there are. */
function complaint(text: string): string {
  const command = program.commands.find((each) => each.name() === process.argv[2])?.name();
  const help = `"transfer-conformance ${command ?? 'run'} --help" tells every flag`;
  const unknown = 'there is no such command; "transfer-conformance --help" names them all';
  if (command === undefined && /^error: too many arguments/.test(text)) return `transfer-conformance: ${unknown}\n`;
  // What stands behind an unknown option may be a secret that somebody gave by mistake.
  const said = text.replace(/^error: /, '').replace(/(option '--[\w-]+)=[^\n]*'/, "$1'");
  const line = said
    .trimEnd()
    .replace(/\. Expected \d+ arguments?.*/, '')
    .replace('\n(Did', ' (did');
  return `transfer-conformance: ${line}; ${help}\n`;
}

/** Options for settings, each with its default and its variable. What they hold is read where all sources are. */
function withSettings(command: Command, names: Readonly<Partial<Record<SettingName, unknown>>>): Command {
  for (const name of settingNames.filter((each) => each in names)) {
    const { type, meaning }: Declaration<unknown, unknown> = declarations[name];
    const flag = flagOf(name);
    if (flag === undefined) continue;
    const standard = defaultOf(name);
    const option = new Option(
      `${flag}${type.argument ? ` <${type.argument}>` : ''}`,
      `${meaning}${standard === '' ? '' : ` (${standard})`} [${variableOf(name)}]`,
    );
    command.addOption(name === 'fixturesCommand' ? option.conflicts('fixtures') : option);
  }
  return command;
}

/** Options of every command that speaks to a target. */
const targeted = (command: Command): Command =>
  withSettings(command, { ...ofTheTarget, ...safety, ...manners, ...ofAnAnswer, ...ofLists });

/** Options of every command that ends with reports and a gate. */
const gated = (command: Command): Command =>
  withSettings(command, ofTheGate)
    .addOption(new Option('--quiet', 'the verdict and a line for each failure').conflicts('verbose'))
    .option('--verbose', 'each failure with its exchange, everything that was not exercised and all that was observed');

/** How a command that prints requirements prints them. */
function formatted(): Option {
  return new Option('--format <format>', 'text, or json for programs').choices(['text', 'json']).default('text');
}

function exitWith(act: (flags: Flags, ...rest: string[]) => Promise<number>) {
