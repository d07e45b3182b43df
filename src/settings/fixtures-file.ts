import { readHandwritten } from '../contract/validation/json-text.ts';
import { mistakesIn } from '../contract/validation/mistakes.ts';
import type { Fixtures } from '../model/fixtures.ts';
import { sameId } from '../values/id.ts';
import { readBounded, unreadable } from './named-file.ts';
import { UsageError } from './usage-error.ts';

/** The size limit of a fixtures file in bytes. A larger file was given by mistake. */
const MOST_BYTES = 4 * 1024 * 1024;

/** Reads the fixtures file at `path`, or standard input for `-`. Throws UsageError that names each wrong member. */
export function readFixtures(path: string): Fixtures {
  const source = path === '-' ? 'standard input' : path;
  return parseFixtures(contents(path, source), source);
}

function contents(path: string, source: string): string {
  let text: string | undefined;
  try {
    text = readBounded(path, MOST_BYTES);
  } catch (error) {
    throw new UsageError(
      `the fixtures file ${source} ${unreadable(error)}: give the path of a JSON file, or leave --fixtures out`,
    );
  }
  if (text === undefined)
    throw new UsageError(`${source} is larger than ${MOST_BYTES} bytes: it is not a fixtures file`);
  return text;
}

/** Parses fixtures from text. `source` says in messages where the text comes from. Throws UsageError. */
export function parseFixtures(text: string, source: string): Fixtures {
  const read = readHandwritten(text);
  if (read.kind === 'read') return checkedFixtures(read.value, source);
  throw new UsageError(`the fixtures in ${source} are not usable: ${read.problem}`);
}

/** Checks a value and returns it as fixtures. Throws UsageError that names each wrong member. */
export function checkedFixtures(value: unknown, source: string): Fixtures {
  const unusable = (problems: string) => new UsageError(`the fixtures in ${source} are not usable: ${problems}`);
  const problems = mistakesIn('fixtures', value);
  if (problems.length > 0) throw unusable(problems.join('; '));
  const { $schema: _, ...fixtures } = value as Fixtures & { readonly $schema?: string };
  const clash = updatedAndUsed(fixtures);
  if (clash !== undefined) throw unusable(clash);
  return fixtures;
}

function updatedAndUsed({ fiat_accounts, updatable_fiat_account_id: updated }: Fixtures): string | undefined {
  const used = Object.values(fiat_accounts ?? {}).flat();
  if (updated === undefined || !used.some((each) => sameId(each, updated))) return undefined;
  return 'updatable_fiat_account_id is also one of fiat_accounts: give another one, because an update may make it PENDING';
}
