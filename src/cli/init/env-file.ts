import { parse } from 'dotenv';
import { UsageError } from '../../settings/usage-error.ts';

const QUOTES = ["'", '`', '"'];

/** Writes a value as a line of `.env`: plain if it is harmless, otherwise in quotes that do not occur in it. */
function written(name: string, value: string): string {
  if (/^[\w./:@%+,=?&~-]*$/.test(value)) return `${name}=${value}`;
  const quote = QUOTES.find((each) => !value.includes(each));
  const line = `${name}=${quote}${value}${quote}`;
  if (quote !== undefined && parse(line)[name] === value) return line;
  throw new UsageError(`${name} has characters that .env cannot represent; set it in the environment instead`);
}

const HEAD = '# Read by transfer-conformance; contains secrets, so keep it out of version control.';

/** The text of a `.env` file, and whether it replaces values of the former one. */
interface EnvFile {
  readonly text: string;
  readonly replaces: boolean;
}

/** Whether a line of a `.env` file sets one of the variables. */
const sets = (line: string, names: readonly string[]): boolean =>
  Object.keys(parse(line)).some((name) => names.includes(name));

/**
 * Returns a `.env` file with these variables, which keeps everything else of the former one. Throws UsageError for a
 * value that such a file cannot hold.
 */
export function envFile(values: Readonly<Record<string, string>>, former = ''): EnvFile {
  const held = parse(former);
  const changed = Object.keys(values).filter((name) => held[name] !== values[name]);
  if (former !== '' && changed.length === 0) return { text: former, replaces: false };
  const replaced = changed.filter((name) => name in held);
  const kept = former
    .trimEnd()
    .split('\n')
    .filter((line) => line !== HEAD && !sets(line, replaced));
  const lines = changed.map((name) => written(name, values[name] ?? ''));
  const before = former === '' ? [] : [...kept, ''];
  return { text: `${[...before, HEAD, ...lines].join('\n')}\n`, replaces: replaced.length > 0 };
}
