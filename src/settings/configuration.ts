import type { Shard } from '../model/shard.ts';
import { type BaseUrl, isLoopback } from './address.ts';
import { type AmountLimits, STANDARD_AMOUNTS } from './allowance.ts';
import { type Bounds, bounds } from './bounds.ts';
import { type Gateway, gateway } from './gateway.ts';
import { type OwnCredentials, ownCredentials } from './own-credentials.ts';
import { type Proxies, proxies } from './proxies.ts';
import type { Environment, Settings } from './settings.ts';
import { UsageError } from './usage-error.ts';

export type { Environment, Flags, Settings } from './settings.ts';
export { UsageError } from './usage-error.ts';

/** Whether requests that change something may be sent, and if not, why not. */
export type Writes = 'allowed' | 'not-allowed' | 'read-only';

export type ArrayFormat = 'repeat' | 'comma' | 'brackets';

/** Everything that decides how a run speaks to its target; plain data, since it crosses to a worker. */
export interface TargetConfiguration {
  /** Without a trailing slash and without `/v2`. */
  readonly baseUrl: string;
  readonly loopback: boolean;
  readonly credentials: OwnCredentials;
  /** How `string[]` query parameters are written: `ids=a&ids=b` or `ids=a,b`; null: as the target reads them. */
  readonly arrayFormat: ArrayFormat | null;
  /** Requests in flight at most. */
  readonly concurrency: number;
  /** Requests a second at most; null: no limit. */
  readonly rate: number | null;
  readonly writes: Writes;
  /** Withdrawals that may be accepted at most; null: no limit. Of the whole run, not of one shard. */
  readonly maxWithdrawals: number | null;
  /** The most that may be withdrawn of each asset. Of the whole run, not of one shard. */
  readonly maxAmount: AmountLimits;
  /** The part of the run that this is: its share of the budget. */
  readonly shard: Shard | null;
  readonly bounds: Bounds;
  /** Requests at most. Of the whole run, not of one shard. */
  readonly maxRequests: number;
  /** Milliseconds that the run may take; null: no limit. */
  readonly maxDurationMs: number | null;
  /** What requests name as their sender. */
  readonly userAgent: string;
  /** What a gateway before the target asks for. */
  readonly gateway: Gateway;
  readonly proxies: Proxies | null;
}

/** What a target's configuration is read with, beside the settings. */
export interface Surroundings {
  /** Proxies, and the variables of headers. */
  readonly env: Environment;
  /** The version that the User-Agent names. */
  readonly version: string;
  /** Gets how something was understood where a reader could have meant otherwise. */
  readonly notes: string[];
}

/** Reads how to speak to a target. Throws UsageError for the first mistake; it repeats no secret, and no URL that may hold one. */
export function readTarget(settings: Settings, { env, version, notes }: Surroundings): TargetConfiguration {
  const base = settings.get('baseUrl');
  if (!base) throw new UsageError('there is no target: give its address by --base-url or BASE_URL');
  const own = ownCredentials(settings);
  refuseInsecure(settings, base, own.credentials);
  notes.push(...base.notes, ...own.notes);
  const loopback = isLoopback(base.url);
  const suffix = settings.get('userAgent');
  return {
    baseUrl: base.url,
    loopback,
    credentials: own.credentials,
    arrayFormat: settings.get('arrayFormat') ?? null,
    concurrency: settings.or('concurrency', loopback),
    rate: settings.or('rate', loopback),
    writes: writes(settings, loopback),
    maxWithdrawals: settings.or('maxWithdrawals', loopback),
    maxAmount: maxAmount(settings, loopback),
    shard: settings.get('shard') ?? null,
    bounds: bounds(settings, loopback),
    maxRequests: settings.or('maxRequests', loopback),
    maxDurationMs: settings.or('maxDuration', loopback),
    userAgent: `transfer-conformance/${version}${suffix === undefined ? '' : ` ${suffix}`}`,
    gateway: gateway(settings, env),
    proxies: proxies(env),
  };
}

function writes(settings: Settings, loopback: boolean): Writes {
  if (settings.get('readOnly') ?? false) return 'read-only';
  const allowed = settings.get('allowWrites') ?? false;
  return allowed || loopback ? 'allowed' : 'not-allowed';
}

/** A limit on single assets leaves the default of the others as it is. */
function maxAmount(settings: Settings, loopback: boolean): AmountLimits {
  return { ...(loopback ? STANDARD_AMOUNTS.loopback : STANDARD_AMOUNTS.remote), ...settings.get('maxAmount') };
}

function refuseInsecure(settings: Settings, base: BaseUrl, own: OwnCredentials): void {
  if (settings.get('insecureHttp')) return;
  const remedy = `use https, or set ${settings.name('insecureHttp')} when the network between is trusted`;
  if (isOpen(base.url)) throw settings.error('baseUrl', `would send the token unencrypted to another host: ${remedy}`);
  if (own.kind === 'client' && isOpen(own.tokenUrl))
    throw settings.error('authUrl', `would send the client secret unencrypted to another host: ${remedy}`);
}

const isOpen = (url: string): boolean => url.startsWith('http:') && !isLoopback(url);
