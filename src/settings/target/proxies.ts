import { UsageError } from '../usage-error.ts';

/** The proxies from the environment, for targets that are not on a loopback address. */
export interface Proxies {
  readonly http: string | null;
  readonly https: string | null;
  /** Hosts that are reached without a proxy. */
  readonly except: string;
}

/** Reads HTTPS_PROXY, HTTP_PROXY and NO_PROXY, in either case. Returns null if no proxy is set. Throws UsageError. */
export function proxies(env: Readonly<Record<string, string | undefined>>): Proxies | null {
  const [http, https] = [proxy(env, 'HTTP_PROXY'), proxy(env, 'HTTPS_PROXY')];
  return http || https ? { http, https, except: env['no_proxy'] || env['NO_PROXY'] || '' } : null;
}

function proxy(env: Readonly<Record<string, string | undefined>>, name: string): string | null {
  const value = env[name.toLowerCase()] || env[name];
  if (!value) return null;
  if (URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)) return value;
  throw new UsageError(
    `${name} is not the URL of a proxy: give one such as http://proxy.example.com:3128, or unset it`,
  );
}
