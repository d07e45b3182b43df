import { isLoopback, readBaseUrl } from './base-url.ts';

/** How the target wants to see who calls. */
export type Access =
  | { readonly kind: 'token'; readonly token: string }
  | {
      readonly kind: 'client';
      readonly authUrl: string;
      readonly clientId: string;
      readonly clientSecret: string;
      readonly scope?: string;
    };

/** Everything that decides how a run speaks to its target; plain data, since it crosses to a worker. */
export interface TargetConfiguration {
  readonly baseUrl: string;
  readonly loopback: boolean;
  readonly access: Access;
  readonly arrayFormat: 'repeat' | 'comma';
  /** Requests in flight at the most. */
  readonly concurrency: number;
  /** Requests a second at the most; undefined for no limit. */
  readonly rate?: number;
  /** Milliseconds for the headers, and again for the whole body. */
  readonly timeoutMs: number;
  readonly maxResponseBytes: number;
  readonly maxJsonDepth: number;
  readonly maxPages: number;
  readonly maxItems: number;
  readonly readOnly: boolean;
  readonly writes: boolean;
  /** Withdrawals at the most; undefined for no limit. */
  readonly maxWithdrawals?: number;
  /** Decimal: the most of each asset that all withdrawals together may move; undefined for no limit. */
  readonly maxAmount?: string;
}

/** Options of the command line, by their long names. */
export type Flags = Readonly<Record<string, string | boolean | undefined>>;
export type Environment = Readonly<Record<string, string | undefined>>;

/** A mistake of whoever started the run: one sentence that says what to do. */
export class UsageError extends Error {}

/** Defaults for targets that are not loopback: few and slow. */
const POLITE = { concurrency: 4, rate: 10, maxWithdrawals: 40, maxAmount: '25' } as const;

function number(name: string, given: string | boolean | undefined, least: number): number | undefined {
  if (given === undefined) return undefined;
  const value = Number(given);
  if (typeof given === 'string' && given.trim() !== '' && Number.isFinite(value) && value >= least) return value;
  throw new UsageError(`--${name} takes a number of at least ${least}, not "${String(given)}"`);
}

/** A whole number given by a flag. Throws UsageError. */
export function whole(name: string, given: string | boolean | undefined, least: number): number | undefined {
  const value = number(name, given, least);
  if (value === undefined || Number.isSafeInteger(value)) return value;
  throw new UsageError(`--${name} takes a whole number, not "${String(given)}"`);
}

function access(env: Environment, authUrl: string | undefined): Access {
  if (env['ACCESS_TOKEN']) return { kind: 'token', token: env['ACCESS_TOKEN'] };
  const { CLIENT_ID: clientId, CLIENT_SECRET: clientSecret, SCOPE: scope } = env;
  if (!authUrl)
    throw new UsageError(
      'no credentials: set ACCESS_TOKEN, or AUTH_URL with CLIENT_ID and CLIENT_SECRET, in the environment or in .env',
    );
  if (!URL.canParse(authUrl) || !/^https?:/.test(authUrl))
    throw new UsageError(`AUTH_URL "${authUrl}" is no http or https URL; give the address of the token endpoint`);
  if (!clientId || !clientSecret)
    throw new UsageError(
      `AUTH_URL is set but ${clientId ? 'CLIENT_SECRET' : 'CLIENT_ID'} is not; set it in the environment or in .env`,
    );
  return { kind: 'client', authUrl, clientId, clientSecret, ...(scope ? { scope } : {}) };
}

const exposed = (url: string): boolean => url.startsWith('http:') && !isLoopback(url);

export const text = (value: string | boolean | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;

/** Reads how to speak to a target, flags before environment; throws UsageError for each mistake. */
export function readTarget(flags: Flags, env: Environment, notes: string[]): TargetConfiguration {
  const base = readBaseUrl(text(flags['base-url']) ?? env['BASE_URL'] ?? '');
  if (base.kind === 'wrong') throw new UsageError(base.problem);
  if (base.note) notes.push(base.note);
  const who = access(env, text(flags['auth-url']) ?? env['AUTH_URL']);
  const open = [base.url, ...(who.kind === 'client' ? [who.authUrl] : [])].find(exposed);
  if (open && env['ALLOW_INSECURE_HTTP'] !== 'true') {
    throw new UsageError(
      `credentials would travel in clear text to ${open}; use https, or set ALLOW_INSECURE_HTTP=true`,
    );
  }
  const loopback = isLoopback(base.url);
  const format = text(flags['array-format']) ?? 'repeat';
  if (format !== 'repeat' && format !== 'comma')
    throw new UsageError(`--array-format takes repeat or comma, not "${format}"`);
  return {
    baseUrl: base.url,
    loopback,
    access: who,
    arrayFormat: format,
    ...pace(flags, loopback),
    ...bounds(flags),
    ...budget(flags, loopback),
    readOnly: flags['read-only'] === true,
    writes: loopback || flags['allow-writes'] === true || env['ALLOW_WRITES'] === 'true',
  };
}

function pace(flags: Flags, loopback: boolean): Pick<TargetConfiguration, 'concurrency' | 'rate'> {
  const rate = number('rate', flags['rate'], 0.01) ?? (loopback ? undefined : POLITE.rate);
  return {
    concurrency: whole('concurrency', flags['concurrency'], 1) ?? (loopback ? 8 : POLITE.concurrency),
    ...(rate === undefined ? {} : { rate }),
  };
}

const bounds = (flags: Flags) => ({
  timeoutMs: (number('timeout', flags['timeout'], 0.1) ?? 30) * 1000,
  maxResponseBytes: whole('max-response-bytes', flags['max-response-bytes'], 1) ?? 20_000_000,
  maxJsonDepth: whole('max-json-depth', flags['max-json-depth'], 1) ?? 64,
  maxPages: whole('max-pages', flags['max-pages'], 1) ?? 400,
  maxItems: whole('max-items', flags['max-items'], 1) ?? 5_000,
});

function budget(flags: Flags, loopback: boolean): Pick<TargetConfiguration, 'maxWithdrawals' | 'maxAmount'> {
  const count = whole('max-withdrawals', flags['max-withdrawals'], 0) ?? (loopback ? undefined : POLITE.maxWithdrawals);
  const amount =
    number('max-amount', flags['max-amount'], 0) === undefined
      ? loopback
        ? undefined
        : POLITE.maxAmount
      : text(flags['max-amount']);
  return {
    ...(count === undefined ? {} : { maxWithdrawals: count }),
    ...(amount === undefined ? {} : { maxAmount: amount }),
  };
}
