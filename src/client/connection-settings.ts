import { isLoopback } from '../settings/target/address.ts';
import type { Bounds } from '../settings/target/bounds.ts';
import type { ClientCertificate } from '../settings/target/gateway.ts';
import type { Proxies } from '../settings/target/proxies.ts';

/** The settings of connections to one address. */
export interface Connecting {
  readonly url: string;
  readonly concurrency: number;
  readonly bounds: Bounds;
  readonly proxies: Proxies | null;
  readonly certificate: ClientCertificate | null;
}

/** Whether connections go through the environment's proxies, unless NO_PROXY excepts the host. */
export const usesProxy = (connecting: Connecting): connecting is Connecting & { readonly proxies: Proxies } =>
  connecting.proxies !== null && !isLoopback(connecting.url);
