import { type Command, Option } from 'commander';
import {
  byName,
  connectionSettings,
  type Declaration,
  defaultOf,
  flagOf,
  gateSettings,
  responseSettings,
  type SettingName,
  selectionSettings,
  settingNames,
  variableOf,
} from '../settings/declarations.ts';

/** The commands that read settings. */
const configured = new WeakSet<Command>();

/** Returns whether a command reads settings. */
export const readsSettings = (command: Command): boolean => configured.has(command);

/**
 * Adds options for settings, each with its default and its variable. Their values are read later, together with the
 * other sources.
 */
export function withSettings(command: Command, names: Readonly<Partial<Record<SettingName, unknown>>>): Command {
  configured.add(command);
  for (const name of settingNames.filter((each) => each in names)) {
    const { type, meaning }: Declaration<unknown, unknown> = byName[name];
    const flag = flagOf(name);
    if (flag === undefined) continue;
    const words = defaultOf(name);
    const option = new Option(
      `${flag}${type.argument ? ` <${type.argument}>` : ''}`,
      `${meaning}${words === '' ? '' : ` (${words})`} [${variableOf(name)}]`,
    );
    if (type.repeatable) option.argParser((value, before: readonly string[] = []) => [...before, value]);
    command.addOption(name === 'fixturesCommand' ? option.conflicts('fixtures') : option);
  }
  return command;
}

/** Adds the options of every command that connects to a target. */
export const targeted = (command: Command): Command => withSettings(command, connectionSettings);

/** Adds the options of every command that ends with reports and a gate. */
export const gated = (command: Command): Command =>
  withSettings(command, gateSettings)
    .addOption(new Option('--quiet', 'print only the verdict and one line per failure').conflicts('verbose'))
    .option(
      '--verbose',
      'print each failure with its exchange, everything that was not exercised and all observations',
    );

/** The format of standard output. With `json` the command prints one JSON document and nothing else. */
export function formatted(): Option {
  return new Option('--format <format>', 'text, or json for programs').choices(['text', 'json']).default('text');
}

const { maxHeaderBytes: _, ...BODIES } = responseSettings;

/** Adds the options of the commands that judge traffic of others. */
export const judging = (command: Command): Command =>
  gated(withSettings(command, { ...selectionSettings, ...BODIES })).option(
    '--side <side>',
    'whose requirements to check: target, client or both (both)',
  );
