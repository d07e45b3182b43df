import type { ArrayFormat } from '../../contract/array-formats.ts';
import type { Shard } from '../../model/shard.ts';
import { PRODUCT } from '../../values/product.ts';
import type { HostKind } from '../declarations.ts';
import type { Environment, Settings } from '../settings.ts';
import { UsageError } from '../usage-error.ts';
import { type BaseUrl, isLoopback } from './address.ts';
import { type AmountLimits, DEFAULT_AMOUNTS } from './allowance.ts';
import { type Bounds, bounds } from './bounds.ts';
import { type Gateway, gateway } from './gateway.ts';
import { type OwnCredentials, ownCredentials } from './own-credentials.ts';
import { type Proxies, proxies } from './proxies.ts';

/** Whether requests that change something may be sent, and if not, why not. */
export type Writes = 'allowed' | 'not-allowed' | 'read-only';

/** Everything that determines how a run talks to its target. It is plain data, since it is sent to a worker. */
export interface TargetConfiguration {
  /** Without a trailing slash and without `/v2`. */
  readonly baseUrl: string;
  readonly loopback: boolean;
  readonly credentials: OwnCredentials;
  /**
   * How `string[]` query parameters are written: `ids=a&ids=b`, `ids=a,b` or `ids[]=a&ids[]=b`. Null means that the run
   * finds out.
   */
  readonly arrayFormat: ArrayFormat | null;
  /** The number of requests in flight, at most. */
  readonly concurrency: number;
  /** Requests a second, at most; null means no limit. */
  readonly rate: number | null;
  readonly writes: Writes;
  /** The number of withdrawals that may be accepted in the whole run, not in one shard; null means no limit. */
  readonly maxWithdrawals: number | null;
  /** The most that the whole run, not one shard, may withdraw of each asset. */
  readonly maxAmount: AmountLimits;
  /** The shard that this run is; it gets its share of the budgets. */
  readonly shard: Shard | null;
  readonly bounds: Bounds;
  /** The number of requests of the whole run, not of one shard, at most. */
  readonly maxRequests: number;
  /** The most milliseconds that the run may take; null means no limit. */
  readonly maxDurationMs: number | null;
  /** The User-Agent header of requests. */
  readonly userAgent: string;
  /** What a gateway in front of the target requires. */
  readonly gateway: Gateway;
  readonly proxies: Proxies | null;
}

/** What is needed besides the settings to read a target's configuration. */
export interface Surroundings {
  /** The environment, for proxies and for the variables in headers. */
  readonly env: Environment;
  /** The version for the User-Agent header. */
  readonly version: string;
  /** Receives notes on how ambiguous settings were understood. */
  readonly notes: string[];
}

/**
 * Reads how to talk to a target. Throws UsageError for the first mistake; the message repeats no secret and no URL that
 * may hold one.
 */
export function readTarget(settings: Settings, { env, version, notes }: Surroundings): TargetConfiguration {
  const base = settings.get('baseUrl');
  if (!base) throw new UsageError('there is no target: give its address with --base-url or BASE_URL');
  const own = ownCredentials(settings);
  refuseInsecure(settings, base, own.credentials);
  notes.push(...base.notes, ...own.notes);
  const loopback = isLoopback(base.url);
  const host: HostKind = loopback ? 'loopback' : 'remote';
  const suffix = settings.get('userAgent');
  return {
    baseUrl: base.url,
    loopback,
    credentials: own.credentials,
    arrayFormat: settings.get('arrayFormat') ?? null,
    concurrency: settings.orDefaultOn('concurrency', host),
    rate: settings.orDefaultOn('rate', host),
    writes: writes(settings, host),
    maxWithdrawals: settings.orDefaultOn('maxWithdrawals', host),
    maxAmount: maxAmount(settings, host),
    shard: settings.get('shard') ?? null,
    bounds: bounds(settings, host),
    maxRequests: settings.orDefaultOn('maxRequests', host),
    maxDurationMs: settings.orDefaultOn('maxDuration', host),
    userAgent: `${PRODUCT}/${version}${suffix === undefined ? '' : ` ${suffix}`}`,
    gateway: gateway(settings, env, notes),
    proxies: proxies(env),
  };
}

function writes(settings: Settings, host: HostKind): Writes {
  if (settings.get('readOnly') ?? false) return 'read-only';
  const allowed = settings.get('allowWrites') ?? false;
  return allowed || host === 'loopback' ? 'allowed' : 'not-allowed';
}

/** Merges limits on single assets with the default of the others. */
function maxAmount(settings: Settings, host: HostKind): AmountLimits {
  return { ...DEFAULT_AMOUNTS[host], ...settings.get('maxAmount') };
}

function refuseInsecure(settings: Settings, base: BaseUrl, own: OwnCredentials): void {
  if (settings.get('insecureHttp')) return;
  const remedy = `use https, or set ${settings.name('insecureHttp')} if the network in between is trusted`;
  if (isOpen(base.url)) throw settings.error('baseUrl', `would send the token unencrypted to another host: ${remedy}`);
  if (own.kind === 'client' && isOpen(own.tokenUrl))
    throw settings.error('authUrl', `would send the client secret unencrypted to another host: ${remedy}`);
}

const isOpen = (url: string): boolean => url.startsWith('http:') && !isLoopback(url);
