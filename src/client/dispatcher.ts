import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici';
import { isLoopback } from '../settings/target/address.ts';
import type { Bounds } from '../settings/target/bounds.ts';
import type { ClientCertificate } from '../settings/target/gateway.ts';
import type { Proxies } from '../settings/target/proxies.ts';
import { connector } from './connections.ts';

/** The settings of connections to one address. */
export interface Connecting {
  readonly url: string;
  readonly concurrency: number;
  readonly bounds: Bounds;
  readonly proxies: Proxies | null;
  readonly certificate: ClientCertificate | null;
}

/**
 * Returns a keep-alive pool for one address. It uses the environment's proxy unless the address is a loopback one. The
 * transport applies time limits, because it knows when a request begins. Node checks certificates, so that
 * NODE_EXTRA_CA_CERTS has effect.
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
    // An empty string keeps undici from reading the environment again.
    httpProxy: proxies.http ?? '',
    httpsProxy: proxies.https ?? '',
    noProxy: proxies.except,
    ...(tls ? { requestTls: tls } : {}),
  });
}
