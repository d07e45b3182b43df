import { type SettingName, settings } from './setting-names.ts';

/** Options of the command line, by their long names. */
export type Flags = Readonly<Record<string, string | boolean | undefined>>;
/** Variables of the environment, those of `.env` among them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A mistake of whoever started the run: one sentence that says what to do. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

interface Given {
  readonly value: string | boolean;
  /** The flag or variable that the user wrote. */
  readonly name: string;
}

/** Settings by name, from the strongest source that gives them. An empty variable says nothing. */
export class Settings {
  readonly #flags: Flags;
  readonly #env: Environment;

  constructor(flags: Flags, env: Environment) {
    this.#flags = flags;
    this.#env = env;
  }

  /** The flag or variable that gives the setting, or the one that could. */
  name(setting: SettingName): string {
    const { flag, env } = settings[setting];
    return this.#given(setting)?.name ?? (flag === undefined ? (env ?? setting) : `--${flag}`);
  }

  text(setting: SettingName): string | undefined {
    const given = this.#given(setting);
    if (given?.value === true) throw new UsageError(`${given.name} needs a value`);
    return typeof given?.value === 'string' ? given.value : undefined;
  }

  read<T>(setting: SettingName, understand: (value: string, name: string) => T): T | undefined {
    const value = this.text(setting);
    return value === undefined ? undefined : understand(value, this.name(setting));
  }

  flag(setting: SettingName): boolean {
    const { value = false, name } = this.#given(setting) ?? {};
    if (typeof value === 'boolean') return value;
    if (/^(true|1|yes|on)$/i.test(value)) return true;
    if (/^(false|0|no|off)$/i.test(value)) return false;
    throw new UsageError(`${name} is neither true nor false: give ${name}=true, or leave it out`);
  }

  integer(setting: SettingName, least: number, most: number): number | undefined {
    return this.read(setting, (value, name) => wholeNumber(name, value, least, most));
  }

  number(setting: SettingName, least: number, most: number): number | undefined {
    return this.read(setting, (value, name) => {
      const number = /^\d{1,15}(\.\d{1,9})?$/.test(value.trim()) ? Number(value) : Number.NaN;
      if (number >= least && number <= most) return number;
      throw new UsageError(`${name} must be a number from ${least} to ${most}, not ${quoted(value)}`);
    });
  }

  oneOf<T extends string>(setting: SettingName, values: readonly T[]): T | undefined {
    return this.read(setting, (value, name) => {
      const found = values.find((each) => each === value);
      if (found !== undefined) return found;
      throw new UsageError(`${name} must be ${values.join(' or ')}, not ${quoted(value)}`);
    });
  }

  #given(setting: SettingName): Given | undefined {
    const { flag, env } = settings[setting];
    const value = flag === undefined ? undefined : this.#flags[flag];
    if (value !== undefined) return { value, name: `--${flag}` };
    const variable = env && this.#env[env];
    return env && variable ? { value: variable, name: env } : undefined;
  }
}

/** A whole number within bounds, as `name` gives it. Throws UsageError. */
export function wholeNumber(name: string, value: string, least: number, most: number): number {
  const number = /^-?\d{1,15}$/.test(value.trim()) ? Number(value) : Number.NaN;
  if (number >= least && number <= most) return number;
  throw new UsageError(`${name} must be a whole number from ${least} to ${most}, not ${quoted(value)}`);
}

/** A value that was not understood, short and without control characters. */
function quoted(value: string): string {
  const plain = value.replace(/\p{C}/gu, '\uFFFD');
  return `"${plain.length <= 40 ? plain : `${plain.slice(0, 40)}…`}"`;
}
