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

/** Returns the text of a `.env` file. Throws UsageError for a value that such a file cannot hold. */
export const envFile = (values: Readonly<Record<string, string>>): string =>
  `# Read by transfer-conformance; contains secrets, so keep it out of version control.\n${Object.entries(values)
    .map(([name, value]) => written(name, value))
    .join('\n')}\n`;
