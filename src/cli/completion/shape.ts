import type { Argument, Command, Option } from 'commander';
import { operationNames } from '../../contract/operations.ts';
import type { Catalogue } from '../../run/catalogue/catalogue.ts';
import { byName, flagOf, settingNames } from '../../settings/declarations.ts';

/** The values that are possible at a position of the command line: some words, files, or anything (`open`). */
export type Values =
  | { readonly kind: 'words'; readonly words: readonly string[] }
  /** One word of a long list in the shape; with `isMany`, several words separated by commas. */
  | { readonly kind: 'listed'; readonly list: string; readonly isMany: boolean }
  | { readonly kind: 'files' }
  | { readonly kind: 'open' };

/** A flag and its possible values. A switch has none. */
export interface ShapedFlag {
  readonly flag: string;
  readonly meaning: string;
  readonly values?: Values;
}

/** A command as shells complete it. */
export interface ShapedCommand {
  readonly name: string;
  readonly meaning: string;
  readonly flags: readonly ShapedFlag[];
  readonly argument?: Values;
}

/** The whole command line. The flags of the default command also apply if no command is named. */
export interface Shape {
  readonly program: string;
  readonly commands: readonly ShapedCommand[];
  readonly defaultCommand: ShapedCommand;
  /** Long lists of words by name. */
  readonly lists: Readonly<Record<string, readonly string[]>>;
}

const OPEN: Values = { kind: 'open' };
const FILES: Values = { kind: 'files' };
const words = (list: readonly string[]): Values => ({ kind: 'words', words: list });

const FILE_NAMES = /^(?:file|dir|report\.json|recordings|reports|before|after)$/;

/** Collects commands, flags and ids for completion from commander's declarations and the catalogue. */
export function shapeOf(program: Command, catalogue: Catalogue, defaultName: string): Shape {
  const help = program.createHelp();
  const commands = help.visibleCommands(program).map((command): ShapedCommand => {
    const argument = command.registeredArguments[0];
    return {
      name: command.name(),
      meaning: plain(command.description()),
      flags: help.visibleOptions(command).flatMap((option) => flagsOf(option)),
      ...(argument ? { argument: valuesOf(argument, argument.name()) } : {}),
    };
  });
  const found = commands.find(({ name }) => name === defaultName);
  if (!found) throw new Error(`there is no command ${defaultName}`);
  return { program: program.name(), commands, defaultCommand: found, lists: listsOf(catalogue) };
}

/** Possible values of an argument, by the argument's name. */
const BY_NAME: ReadonlyMap<string, Values> = new Map<string, Values>([
  ['id', { kind: 'listed', list: 'requirements', isMany: false }],
  ['patterns', { kind: 'listed', list: 'requirements', isMany: true }],
  ['names', { kind: 'listed', list: 'variants', isMany: true }],
  ['shell', words(['bash', 'zsh', 'fish'])],
]);

const listsOf = ({ target, clients, faults, latitudes }: Catalogue): Shape['lists'] => ({
  requirements: [...[...target, ...clients].map(({ id }) => id), ...operationNames],
  variants: [...faults, ...latitudes].map(({ name }) => name),
});

function flagsOf(option: Option): readonly ShapedFlag[] {
  const flag = option.long ?? option.short;
  if (!flag) return [];
  const meaning = plain(option.description);
  const [, argument] = /[<[]([^>\]]+)[>\]]/.exec(option.flags) ?? [];
  return [{ flag, meaning, ...(argument === undefined ? {} : { values: valuesOf(option, argument, flag) }) }];
}

function valuesOf({ argChoices }: Argument | Option, name: string, flag?: string): Values {
  const choices = argChoices ?? listedFor(flag);
  if (choices) return words(choices);
  return BY_NAME.get(name) ?? (FILE_NAMES.test(name.replace('...', '')) ? FILES : OPEN);
}

/** Returns the words that a setting may be, if they are an enum. */
function listedFor(flag: string | undefined): readonly string[] | undefined {
  const name = settingNames.find((each) => flagOf(each) === flag);
  const listed: unknown = name === undefined ? undefined : byName[name].type.schema['enum'];
  return Array.isArray(listed) ? listed.map(String) : undefined;
}

/** Returns the first clause of a description without the parts in brackets, short enough for a menu line. */
const plain = (text: string): string => text.replace(/ *\[[A-Z_]+\]| *\([^()]*\)/g, '').split(/[;:]/)[0] ?? '';
