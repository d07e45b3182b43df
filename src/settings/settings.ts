import {
  byName,
  type Defaults,
  flagOf,
  type HostKind,
  type SettingName,
  type ValueOf,
  variableOf,
} from './declarations.ts';
import { Problem, UsageError } from './usage-error.ts';
import type { ValueType } from './value-types.ts';

/** A place where settings are given. */
export interface Source {
  /** Returns the value that this source gives for a setting, or undefined if none. Throws Problem. */
  readonly given: (name: SettingName) => unknown;
  /** Returns the name of a setting in this source, or undefined if it cannot be given here. */
  readonly name: (name: SettingName) => string | undefined;
  /** Who can read what is given here, if others than the user can: then it is no place for secrets. */
  readonly readers?: string;
  /** The named targets of which none is chosen, and the file that defines them. */
  readonly unchosen?: UnchosenTargets;
}

/** Named targets of a configuration file of which none is chosen. */
export interface UnchosenTargets {
  readonly file: string;
  readonly names: readonly string[];
}

/** A setting that could not be read, named as its source names it: `--max-amount takes …`, `MAX_AMOUNT takes …`. */
export class SettingError extends UsageError {
  override readonly name = 'SettingError';
  readonly setting: SettingName;
  /** What is wrong, as words that follow the name of the setting. */
  readonly problem: string;

  constructor(setting: SettingName, problem: string, named: string) {
    super(`${named} ${problem}`);
    this.setting = setting;
    this.problem = problem;
  }
}

/** Settings by name, each from the source with the highest precedence that gives it. */
export class Settings {
  /** Highest precedence first. */
  readonly #sources: readonly Source[];

  constructor(sources: readonly Source[]) {
    this.#sources = sources;
  }

  /** Returns the value of a setting, or undefined if no source gives it. Throws SettingError. */
  get<N extends SettingName>(name: N): ValueOf<N> | undefined {
    const { type } = byName[name];
    for (const source of this.#sources) {
      const read = this.#understood(name, source, () => {
        const given = source.given(name);
        return given === undefined ? undefined : { value: type.read(given) };
      });
      if (read) return read.value;
    }
    return undefined;
  }

  /** Returns the value, or the declared default for targets on such a host. Throws SettingError. */
  orDefaultOn<N extends SettingName>(name: N, host: HostKind): ValueOf<N> {
    const given = this.get(name);
    return given === undefined ? this.#defaultsOf(name)[host] : given;
  }

  /** Returns the value, or the declared default, which must be the same for all targets. Throws SettingError. */
  orDefault<N extends SettingName>(name: N): ValueOf<N> {
    const { loopback, remote } = this.#defaultsOf(name);
    if (loopback !== remote) throw new Error(`the default of ${name} depends on the target`);
    return this.orDefaultOn(name, 'remote');
  }

  #defaultsOf<N extends SettingName>(name: N): Defaults<ValueOf<N>> {
    const { defaults } = byName[name];
    if (!defaults) throw new Error(`${name} has no default`);
    return defaults;
  }

  /** Returns whether a source gives the setting. */
  has(name: SettingName): boolean {
    return this.#source(name) !== undefined;
  }

  /** Returns the name of the setting in the source that gives it, or in the first source that could. */
  name(name: SettingName): string {
    const able = [this.#source(name), ...this.#sources].flatMap((source) => source?.name(name) ?? []);
    return able[0] ?? name;
  }

  /** Returns who else can read the value of the setting in the source that gives it, if anybody can. */
  readers(name: SettingName): string | undefined {
    return this.#source(name)?.readers;
  }

  /** The named targets of which none is chosen, if a source has such. */
  get unchosen(): UnchosenTargets | undefined {
    return this.#sources.find(({ unchosen }) => unchosen !== undefined)?.unchosen;
  }

  /** Makes an error for a value that was read but turned out to be wrong. */
  error(name: SettingName, problem: string): SettingError {
    return new SettingError(name, problem, this.name(name));
  }

  /** Returns these settings, except that those in `named` come only from `source`. */
  replacing(named: readonly SettingName[], source: Source): Settings {
    const others = this.#sources.map(
      (each): Source => ({ ...each, given: (name) => (named.includes(name) ? undefined : each.given(name)) }),
    );
    return new Settings([source, ...others]);
  }

  #source(name: SettingName): Source | undefined {
    return this.#sources.find((source) => this.#understood(name, source, () => source.given(name)) !== undefined);
  }

  /** Calls `read`. A Problem that it throws becomes an error of the setting. */
  understood<T>(name: SettingName, read: () => T): T {
    try {
      return read();
    } catch (error) {
      throw error instanceof Problem ? this.error(name, error.message) : error;
    }
  }

  #understood<T>(name: SettingName, source: Source, read: () => T): T {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      throw new SettingError(name, error.message, source.name(name) ?? name);
    }
  }
}

/** Command-line options by setting name. */
export type Flags = Readonly<Record<string, unknown>>;
/** Environment variables. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Makes a source of command-line flags. */
export const flagSource = (flags: Flags): Source => ({
  given: (name) => (flagOf(name) === undefined ? undefined : flags[name]),
  name: flagOf,
  readers: 'every user of this machine',
});

/**
 * Makes a source of the process environment. A variable that is set but empty is a mistake, for example a missing CI
 * secret.
 */
export const environmentSource = (env: Environment): Source => ({
  given: (name) => {
    const value = env[variableOf(name)];
    if (value !== '') return value;
    throw new Problem('is set and empty: give it a value, or unset it');
  },
  name: variableOf,
});

/** Makes a source of the `.env` file. An empty variable is ignored, as in a template that is not filled in. */
export const envFileSource = (env: Environment): Source => ({
  given: (name) => env[variableOf(name)] || undefined,
  name: variableOf,
});

/**
 * Makes a source of values that a program gives by setting name. `names` holds the names that the program uses for some
 * of them.
 */
export const optionSource = (
  options: Readonly<Partial<Record<SettingName, unknown>>>,
  names: Readonly<Partial<Record<SettingName, string>>> = {},
): Source => ({
  given: (name) => options[name],
  name: (name) => names[name] ?? name,
});

/** Returns the text of an option that is not a setting. */
export const optionText = (given: unknown): string | undefined => (typeof given === 'string' ? given : undefined);

/** Reads the value of an option that is not a setting. Throws UsageError. */
export function optionValue<T>(flag: string, type: ValueType<T>, given: unknown): T | undefined {
  if (given === undefined) return undefined;
  try {
    return type.read(given);
  } catch (error) {
    throw error instanceof Problem ? new UsageError(`${flag} ${error.message}`) : error;
  }
}
