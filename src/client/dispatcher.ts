import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici';
import { isLoopback } from '../settings/address.ts';
import type { Bounds } from '../settings/bounds.ts';
import type { ClientCertificate } from '../settings/gateway.ts';
import type { Proxies } from '../settings/proxies.ts';
import { connector } from './connections.ts';

/** What the connections to one address depend on. */
export interface Connecting {
  readonly url: string;
  readonly concurrency: number;
  readonly bounds: Bounds;
  readonly proxies: Proxies | null;
  readonly certificate: ClientCertificate | null;
}

/**
 * A keep-alive pool for one address, by way of the environment's proxy unless it is a loopback address. Time limits
 * are the transport's, which knows when a request begins; certificates are Node's, so that NODE_EXTRA_CA_CERTS
 * counts.
 */
export function createDispatcher({ url, concurrency, bounds, proxies, certificate }: Connecting): Dispatcher {
  const tls = certificate && {
    cert: certificate.cert,
    key: certificate.key,
    ...(certificate.passphrase === null ? {} : { passphrase: certificate.passphrase }),
  };
  const options = {
    connections: concurrency,
    connect: { timeout: bounds.connectMs, ...tls },
    headersTimeout: 0,
    bodyTimeout: 0,
    maxHeaderSize: bounds.headerBytes,
  };
  if (!proxies || isLoopback(url)) return new Agent({ ...options, connect: connector(options.connect) });
  return new EnvHttpProxyAgent({
    ...options,
    // An empty text keeps undici from reading the environment a second time.
    httpProxy: proxies.http ?? '',
    httpsProxy: proxies.https ?? '',
    noProxy: proxies.except,
    ...(tls ? { requestTls: tls } : {}),
  });
}
