import type { Shard } from '../model/shard.ts';
import { type BaseUrl, isLoopback, understandBaseUrl } from './address.ts';
import { type AmountLimits, amountLimits, shardOf } from './allowance.ts';
import { type Bounds, bounds } from './bounds.ts';
import { type OwnCredentials, ownCredentials } from './own-credentials.ts';
import { type Proxies, proxies } from './proxies.ts';
import { type Environment, type Flags, Settings, UsageError, wholeNumber } from './settings.ts';

export { type Environment, type Flags, UsageError } from './settings.ts';

/** Whether requests that change something may be sent, and if not, why not. */
export type Writes = 'allowed' | 'not-allowed' | 'read-only';

const arrayFormats = ['repeat', 'comma'] as const;

export type ArrayFormat = (typeof arrayFormats)[number];

/** Everything that decides how a run speaks to its target; plain data, since it crosses to a worker. */
export interface TargetConfiguration {
  /** Without a trailing slash and without `/v2`. */
  readonly baseUrl: string;
  readonly loopback: boolean;
  readonly credentials: OwnCredentials;
  /** How `string[]` query parameters are written: `ids=a&ids=b` or `ids=a,b`. */
  readonly arrayFormat: ArrayFormat;
  /** Requests in flight at the most. */
  readonly concurrency: number;
  /** Requests a second at the most; null: no limit. */
  readonly rate: number | null;
  readonly writes: Writes;
  /** Withdrawals that may be accepted at the most; null: no limit. Of the whole run, not of one shard. */
  readonly maxWithdrawals: number | null;
  /** The most that may be withdrawn of each asset. Of the whole run, not of one shard. */
  readonly maxAmount: AmountLimits;
  /** The part of the run that this is: its share of the budget. */
  readonly shard: Shard | null;
  readonly bounds: Bounds;
  readonly proxies: Proxies | null;
}

/** The text that a flag carries. */
export const text = (value: string | boolean | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;

/** A whole number given by a flag. Throws UsageError. */
export const whole = (
  name: string,
  given: string | boolean | undefined,
  least: number,
  most: number,
): number | undefined => (given === undefined ? undefined : wholeNumber(`--${name}`, String(given), least, most));

/**
 * Reads how to speak to a target, flags before environment; `notes` gets how something was understood where a reader
 * could have meant otherwise. Throws UsageError for the first mistake; it repeats no secret, and no URL that may hold one.
 */
export function readTarget(flags: Flags, env: Environment, notes: string[]): TargetConfiguration {
  const settings = new Settings(flags, env);
  const base = settings.read('baseUrl', understandBaseUrl);
  if (!base) throw new UsageError('there is no target: give its address by --base-url or BASE_URL');
  const own = ownCredentials(settings);
  refuseInsecure(settings, base, own.credentials);
  notes.push(...base.notes, ...own.notes);
  const loopback = isLoopback(base.url);
  return {
    baseUrl: base.url,
    loopback,
    credentials: own.credentials,
    ...safety(settings, loopback),
    ...manners(settings, loopback),
    shard: shardOf(text(flags['shard'])),
    bounds: bounds(settings, loopback),
    proxies: proxies(env),
  };
}

type Safety = Pick<TargetConfiguration, 'writes' | 'maxWithdrawals' | 'maxAmount'>;

/** Defaults for targets that are not loopback are small. */
function safety(settings: Settings, loopback: boolean): Safety {
  const allowed = settings.flag('allowWrites') || loopback;
  const standard: AmountLimits = { each: loopback ? null : '25', single: {} };
  return {
    writes: settings.flag('readOnly') ? 'read-only' : allowed ? 'allowed' : 'not-allowed',
    maxWithdrawals: settings.integer('maxWithdrawals', 0, 1_000_000) ?? (loopback ? null : 40),
    maxAmount: settings.read('maxAmount', (value, name) => amountLimits(value, name, standard)) ?? standard,
  };
}

type Manners = Pick<TargetConfiguration, 'arrayFormat' | 'concurrency' | 'rate'>;

function manners(settings: Settings, loopback: boolean): Manners {
  return {
    arrayFormat: settings.oneOf('arrayFormat', arrayFormats) ?? 'repeat',
    concurrency: settings.integer('concurrency', 1, 256) ?? (loopback ? 8 : 4),
    rate: settings.number('rate', 0.01, 100_000) ?? (loopback ? null : 10),
  };
}

function refuseInsecure(settings: Settings, base: BaseUrl, own: OwnCredentials): void {
  if (settings.flag('insecureHttp')) return;
  const remedy = 'use https, or give --insecure-http (ALLOW_INSECURE_HTTP=true) when the network between is trusted';
  if (isOpen(base.url)) {
    throw new UsageError(`${settings.name('baseUrl')} would send the token unencrypted to another host: ${remedy}`);
  }
  if (own.kind === 'client' && isOpen(own.tokenUrl)) {
    throw new UsageError(
      `${settings.name('authUrl')} would send the client secret unencrypted to another host: ${remedy}`,
    );
  }
}

const isOpen = (url: string): boolean => url.startsWith('http:') && !isLoopback(url);
