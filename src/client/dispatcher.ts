import { Agent, type Dispatcher, EnvHttpProxyAgent } from 'undici';
import { type Connecting, usesProxy } from './connection-settings.ts';
import { connector } from './connections.ts';

/**
 * Returns a keep-alive pool for one address. It uses the environment's proxy unless the address is a loopback one. The
 * transport applies time limits, because it knows when a request begins. Node checks certificates, so that
 * NODE_EXTRA_CA_CERTS has effect.
 */
export function createDispatcher(connecting: Connecting): Dispatcher {
  const { concurrency, bounds, certificate } = connecting;
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
  if (!usesProxy(connecting)) return new Agent({ ...options, connect: connector(options.connect) });
  return new EnvHttpProxyAgent({
    ...options,
    // An empty string keeps undici from reading the environment again.
    httpProxy: connecting.proxies.http ?? '',
    httpsProxy: connecting.proxies.https ?? '',
    noProxy: connecting.proxies.except,
    ...(tls ? { requestTls: tls } : {}),
  });
}
