import { byName, flagOf, type SettingName, type ValueOf, variableOf } from './declarations.ts';
import { Problem, UsageError } from './usage-error.ts';
import type { ValueType } from './value-types.ts';

/** Where settings are given. */
export interface Source {
  /** What this source gives for a setting; undefined: nothing. Throws Problem. */
  readonly given: (name: SettingName) => unknown;
  /** How whoever writes this source writes the setting; undefined where it cannot be given here. */
  readonly name: (name: SettingName) => string | undefined;
}

/** A setting that was not understood, in the words of who gave it: `--max-amount takes …`, `MAX_AMOUNT takes …`. */
export class SettingError extends UsageError {
  override readonly name = 'SettingError';
  readonly setting: SettingName;
  /** What is wrong, as it follows the name of the setting. */
  readonly problem: string;

  constructor(setting: SettingName, problem: string, named: string) {
    super(`${named} ${problem}`);
    this.setting = setting;
    this.problem = problem;
  }
}

/** Settings by name, each from the strongest source that gives it. */
export class Settings {
  /** Strongest first. */
  readonly #sources: readonly Source[];

  constructor(sources: readonly Source[]) {
    this.#sources = sources;
  }

  /** The value of a setting; undefined when nobody gives it. Throws SettingError. */
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

  /** The same, or the declared default for targets on a loopback address or elsewhere. Throws SettingError. */
  or<N extends SettingName>(name: N, loopback: boolean): ValueOf<N> {
    const given = this.get(name);
    if (given !== undefined) return given;
    const { standard } = byName[name];
    if (!standard) throw new Error(`${name} has no default`);
    return loopback ? standard.loopback : standard.remote;
  }

  /** Whether a source gives the setting, whatever it gives. */
  has(name: SettingName): boolean {
    return this.#source(name) !== undefined;
  }

  /** How the setting is written where it is given, or by who could give it. */
  name(name: SettingName): string {
    const able = [this.#source(name), ...this.#sources].flatMap((source) => source?.name(name) ?? []);
    return able[0] ?? name;
  }

  /** A problem with the value of a setting that reading it did not show. */
  error(name: SettingName, problem: string): SettingError {
    return new SettingError(name, problem, this.name(name));
  }

  /** These settings, but of those `named` only what `source` gives. */
  replacing(named: readonly SettingName[], source: Source): Settings {
    const others = this.#sources.map(
      (each): Source => ({ ...each, given: (name) => (named.includes(name) ? undefined : each.given(name)) }),
    );
    return new Settings([source, ...others]);
  }

  #source(name: SettingName): Source | undefined {
    return this.#sources.find((source) => this.#understood(name, source, () => source.given(name)) !== undefined);
  }

  /** What `read` makes of a setting that is given; its Problem becomes an error of that setting. */
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

/** Options of the command line, by the names of settings. */
export type Flags = Readonly<Record<string, unknown>>;
/** Variables of the environment. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Flags of the command line. */
export const flagSource = (flags: Flags): Source => ({
  given: (name) => (flagOf(name) === undefined ? undefined : flags[name]),
  name: flagOf,
});

/** The environment of the process, in which a variable that is set and empty is a mistake, as a missing secret leaves it. */
export const environmentSource = (env: Environment): Source => ({
  given: (name) => {
    const value = env[variableOf(name)];
    if (value !== '') return value;
    throw new Problem('is set and empty: give it a value, or unset it');
  },
  name: variableOf,
});

/** The `.env` file, in which an empty variable says nothing, as in a template that is not filled in. */
export const envFileSource = (env: Environment): Source => ({
  given: (name) => env[variableOf(name)] || undefined,
  name: variableOf,
});

/** Values that a program gives by the names of settings; `names` are those that it writes otherwise. */
export const optionSource = (
  options: Readonly<Partial<Record<SettingName, unknown>>>,
  names: Readonly<Partial<Record<SettingName, string>>> = {},
): Source => ({
  given: (name) => options[name],
  name: (name) => names[name] ?? name,
});

/** The text of an option that is no setting. */
export const text = (given: unknown): string | undefined => (typeof given === 'string' ? given : undefined);

/** The value of an option that is no setting. Throws UsageError. */
export function optionValue<T>(flag: string, type: ValueType<T>, given: unknown): T | undefined {
  if (given === undefined) return undefined;
  try {
    return type.read(given);
  } catch (error) {
    throw error instanceof Problem ? new UsageError(`${flag} ${error.message}`) : error;
  }
}
