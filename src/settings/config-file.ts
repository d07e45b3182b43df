import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readHandwritten, readJson } from '../contract/validation/json-text.ts';
import { errorCode, sentenceOf } from '../values/error-code.ts';
import { isObject } from '../values/json.ts';
import { meant } from '../values/nearest.ts';
import { PRODUCT } from '../values/product.ts';
import { byName, type SettingName, settingNames, variableOf } from './declarations.ts';
import type { Source } from './settings.ts';
import { Problem, UsageError } from './usage-error.ts';

/** Names of the configuration files in the working directory. A run reads the one that exists. */
export const CONFIG_JSON = `${PRODUCT}.config.json` as const;
const CONFIG_JS = `${PRODUCT}.config.js`;
const PACKAGE = 'package.json';

type Values = Readonly<Partial<Record<SettingName, unknown>>>;

/** A configuration file: settings for every target, and settings of named targets. */
export interface ConfigFile {
  readonly file: string;
  readonly values: Values;
  readonly targets: Readonly<Record<string, Values>>;
}

/** Reads and checks the configuration file of a folder. Returns undefined if there is none. Throws UsageError. */
export async function readConfigFile(folder = process.cwd()): Promise<ConfigFile | undefined> {
  const found = [
    ...(existsSync(join(folder, CONFIG_JSON)) ? [{ file: CONFIG_JSON, value: json(folder, CONFIG_JSON) }] : []),
    ...(existsSync(join(folder, CONFIG_JS)) ? [{ file: CONFIG_JS, value: await imported(folder) }] : []),
    ...inPackage(folder),
  ];
  const [first, second] = found;
  if (first && second) throw new UsageError(`${first.file} and ${second.file} both contain settings: keep one of them`);
  return first && checked(first.file, first.value);
}

function json(folder: string, file: string): unknown {
  const read = readHandwritten(text(folder, file));
  if (read.kind === 'read') return read.value;
  throw new UsageError(`${file} is not usable: ${read.problem}`);
}

function text(folder: string, file: string): string {
  try {
    return readFileSync(join(folder, file), 'utf8');
  } catch (error) {
    const code = errorCode(error);
    throw new UsageError(`${file} cannot be read (${code})`);
  }
}

async function imported(folder: string): Promise<unknown> {
  try {
    const loaded: { readonly default?: unknown } = await import(pathToFileURL(resolve(folder, CONFIG_JS)).href);
    return loaded.default;
  } catch (error) {
    throw new UsageError(`${CONFIG_JS} cannot be imported: ${sentenceOf(error).split('\n')[0]}`);
  }
}

/** Reads the settings in package.json. Other errors in that file are not reported here. */
function inPackage(folder: string): readonly { readonly file: string; readonly value: unknown }[] {
  if (!existsSync(join(folder, PACKAGE))) return [];
  const read = readJson(text(folder, PACKAGE));
  const value = read.kind === 'read' && isObject(read.value) ? read.value[PRODUCT] : undefined;
  return value === undefined ? [] : [{ file: `"${PRODUCT}" in ${PACKAGE}`, value }];
}

function checked(file: string, value: unknown): ConfigFile {
  if (!isObject(value)) throw new UsageError(`${file} must contain an object of settings`);
  const { $schema: _, targets = {}, ...values } = value;
  if (!isObject(targets)) throw new UsageError(`targets in ${file} must be an object: names, each with its settings`);
  const named = Object.entries(targets).map(([name, own]) => [name, valuesOf(file, own, `targets.${name}.`)] as const);
  return { file, values: valuesOf(file, values, ''), targets: Object.fromEntries(named) };
}

function valuesOf(file: string, given: unknown, place: string): Values {
  if (!isObject(given)) throw new UsageError(`${place.slice(0, -1)} in ${file} must be an object of settings`);
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, checkedValue(file, place, name, value)]),
  );
}

function checkedValue(file: string, place: string, given: string, value: unknown): unknown {
  const name = settingNames.find((each) => each === given);
  if (name === undefined)
    throw new UsageError(`${place}${given} in ${file} is not a setting${meant(given, settingNames)}`);
  if (byName[name].secret)
    throw new UsageError(
      `${place}${name} in ${file} is a secret: set ${variableOf(name)} in the environment or in .env, and remove it from the file`,
    );
  if (name === 'target' && place !== '') throw new UsageError(`${place}target in ${file} cannot name another target`);
  try {
    byName[name].type.read(value);
  } catch (error) {
    throw error instanceof Problem ? new UsageError(`${place}${name} in ${file} ${error.message}`) : error;
  }
  return value;
}

/**
 * Returns the settings of a file as sources; those of the named target come before the common ones. Throws UsageError.
 */
export function fileSources(config: ConfigFile | undefined, target: string | undefined): readonly Source[] {
  if (!config) {
    if (target === undefined) return [];
    throw new UsageError(
      `there is no configuration file that could define the target ${target}: create ${CONFIG_JSON}`,
    );
  }
  const names = Object.keys(config.targets);
  const common = sourceOf(config.values, config.file);
  if (target === undefined)
    return names.length === 0 ? [common] : [{ ...common, unchosen: { file: config.file, names } }];
  const own = targetIn(config, target);
  if (own) return [sourceOf(own, config.file, target), common];
  throw new UsageError(
    `${config.file} has no target ${target}${meant(target, names)}: it has ${names.join(', ') || 'none'}`,
  );
}

const targetIn = ({ targets }: ConfigFile, name: string): Values | undefined =>
  Object.hasOwn(targets, name) ? targets[name] : undefined;

const sourceOf = (values: Values, file: string, target?: string): Source => ({
  given: (name) => values[name],
  name: (name) => `${target === undefined ? '' : `targets.${target}.`}${name} in ${file}`,
  // A module can compute values from the environment.
  ...(file === CONFIG_JS ? {} : { readers: 'everybody who gets the file' }),
});
