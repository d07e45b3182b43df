import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parse } from 'dotenv';
import { terminal } from '../../reporters/escape.ts';
import type { Fixtures } from '../model/fixtures.ts';
import { unfamiliar } from '../settings/allowance.ts';
import {
  type Environment,
  type Flags,
  readTarget,
  type TargetConfiguration,
  text,
  UsageError,
  whole,
} from '../settings/configuration.ts';
import { fixturesOf } from './fixtures-command.ts';
import { readFixtures } from './fixtures-file.ts';
import { patternsOf } from './selection.ts';

/** What a run needs beside its target; plain data, since it crosses to a worker. */
export interface RunSettings {
  readonly target: TargetConfiguration;
  readonly embedded: boolean;
  readonly fixtures: Fixtures;
  /** Asked again when something of the fixtures is used up. */
  readonly fixturesCommand: string | undefined;
  readonly seed: number;
  readonly runs: number;
  readonly only: readonly string[];
  readonly out: string;
  readonly allowIncomplete: boolean;
  readonly notes: readonly string[];
}

/** The environment over `.env` of the working directory; an empty variable says nothing. `process.env` stays as it is. */
export function environment(): Environment {
  const own = Object.entries(process.env).filter(([, value]) => value !== '');
  return { ...dotenv(), ...Object.fromEntries(own) };
}

function dotenv(): Environment {
  try {
    return parse(readFileSync('.env'));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
    if (code === 'ENOENT' || code === 'ENOTDIR') return {};
    throw new UsageError(`.env cannot be read (${code}); make it a readable file or remove it`);
  }
}

/** The fixtures that a flag or the environment names; `-` is standard input. Throws UsageError. */
export function fixturesFrom(flags: Flags, env: Environment): Fixtures {
  const command = text(flags['fixtures-command']);
  if (command !== undefined) return fixturesOf(command);
  const file = text(flags['fixtures']) ?? env['FIXTURES'];
  return file ? readFixtures(file) : {};
}

/** The seed of shards when none is given: they cannot agree on one. */
const SHARED_SEED = 1;

/** Seeds beyond 31 bits would be cut to others without a word. */
const MOST_SEED = 2 ** 31 - 1;

/** More cases than any night has time for. */
const MOST_RUNS = 1_000_000;

/** What is to be said of limits on assets that neither this tool nor the fixtures know. */
function limitNotes({ maxAmount }: TargetConfiguration, { crypto_destinations = [] }: Fixtures): readonly string[] {
  const named = unfamiliar(
    maxAmount,
    crypto_destinations.map(({ asset }) => asset),
  );
  return named.map(
    (asset) =>
      `--max-amount limits ${terminal(asset)}, an asset that is not known here: the limit holds where a withdrawal names it just so`,
  );
}

/** Reads flags and environment into settings, with fixtures that they name or that are given. Throws UsageError. */
export function readSettings(flags: Flags, env: Environment, given?: Fixtures): RunSettings {
  const notes: string[] = [];
  const target = readTarget(flags, env, notes);
  const fixtures = given ?? fixturesFrom(flags, env);
  notes.push(...limitNotes(target, fixtures));
  return {
    target,
    embedded: false,
    fixtures,
    seed: whole('seed', flags['seed'], 0, MOST_SEED) ?? (target.shard ? SHARED_SEED : randomInt(MOST_SEED + 1)),
    runs: whole('runs', flags['runs'], 1, MOST_RUNS) ?? 20,
    only: patternsOf(flags['only']),
    fixturesCommand: text(flags['fixtures-command']),
    out: text(flags['out']) ?? 'conformance-report',
    allowIncomplete: flags['allow-incomplete'] === true,
    notes,
  };
}
