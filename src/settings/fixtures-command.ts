import { exec, execSync } from 'node:child_process';
import { promisify } from 'node:util';
import type { Fixtures, SettlementState } from '../model/fixtures.ts';
import { errorCode } from '../values/error-code.ts';
import { id } from '../values/id.ts';
import { parseFixtures } from './fixtures-file.ts';
import { UsageError } from './usage-error.ts';

/** The time limit of the command in milliseconds, and its output limit in bytes. */
const BOUNDS = { timeout: 60_000, maxBuffer: 10_000_000 } as const;

/** A shell command that prints fixtures. */
export interface FixturesCommand {
  readonly line: string;
  /** The name of the setting that gives it, for messages: they never quote the line, which may contain a secret. */
  readonly name: string;
}

const outputOf = ({ name }: FixturesCommand): string => `the output of ${name}`;

/**
 * Describes how a command failed, from the errors of `execSync` (`status`) and `exec` (`code`). Both end a command that
 * takes too long.
 */
function howItEnded(error: unknown): string {
  const { status, code, killed, signal } = error as Partial<Record<'status' | 'code' | 'killed' | 'signal', unknown>>;
  const exit = status ?? code;
  if (code === 'ENOBUFS' || code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER')
    return `printed more than ${BOUNDS.maxBuffer / 1_000_000} MB`;
  if (typeof exit === 'number') return `exited with ${exit}`;
  if (code === 'ETIMEDOUT' || killed === true) return `took longer than ${BOUNDS.timeout / 1000} s`;
  if (typeof signal === 'string') return `was killed by ${signal}`;
  return `failed (${errorCode(error)})`;
}

function failed({ name }: FixturesCommand, error: unknown): never {
  throw new UsageError(`${name} ${howItEnded(error)}`);
}

/**
 * Returns the fixtures that a shell command prints. Throws UsageError if the command fails or prints something else.
 */
export function fixturesOf(command: FixturesCommand): Fixtures {
  let printed = '';
  try {
    printed = execSync(command.line, { ...BOUNDS, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  } catch (error) {
    failed(command, error);
  }
  return parseFixtures(printed, outputOf(command));
}

const run = promisify(exec);

/** Returns what a failed command wrote to standard error. */
function messageOf(error: unknown): string {
  const { stderr } = error as { readonly stderr?: unknown };
  return typeof stderr === 'string' ? stderr : '';
}

/**
 * Makes a function that runs the command again to get a transaction of a state. It returns each transaction only once,
 * and nothing once `signal` has ended the run.
 */
export function transactionsFrom(
  command: FixturesCommand,
  known: Fixtures,
  signal: AbortSignal,
): (state: SettlementState) => Promise<string | undefined> {
  const given = new Set(
    Object.values(known.settlement_transactions ?? {})
      .flat()
      .map(id),
  );
  return async (state) => {
    if (signal.aborted) return undefined;
    const printed = await run(command.line, { ...BOUNDS, encoding: 'utf8', signal }).catch((error: unknown) => {
      if (signal.aborted) return undefined;
      process.stderr.write(messageOf(error));
      return failed(command, error);
    });
    if (!printed) return undefined;
    const { stdout } = printed;
    const named = parseFixtures(stdout, outputOf(command)).settlement_transactions?.[state] ?? [];
    const fresh = named.find((each) => !given.has(id(each)));
    if (fresh !== undefined) given.add(id(fresh));
    return fresh;
  };
}
