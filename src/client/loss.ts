import type { Bounds } from '../settings/target/bounds.ts';
import { errorCode } from '../values/error-code.ts';

/**
 * Why there is no complete response. `unreached`: no connection was established, so nothing was sent. `broken`: the
 * connection ended, or carried no HTTP. `late`: a time limit passed. `excess`: the response exceeded a bound.
 * `unusable`: no further attempt can work. `interrupted`: this client ended it.
 */
export type LossCause = 'unreached' | 'broken' | 'late' | 'excess' | 'unusable' | 'interrupted';

/** Why a request got no complete answer. */
export interface Loss {
  readonly cause: LossCause;
  /** One sentence without its full stop. */
  readonly reason: string;
  /** No connection was established. */
  readonly isUnconnected?: boolean;
  /** The target answered nothing on a new connection: it may serve no more connections at once. */
  readonly isOfNewConnection?: boolean;
}

/** Errors of requests whose connection carried no answer. */
export const unserved = new WeakSet<object>();

const unreached: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there: the connection was refused',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  ETIMEDOUT: 'the connection attempt timed out',
  UND_ERR_CLOSED: 'the connections of this client were closed before the request was sent',
  UND_ERR_DESTROYED: 'the connections of this client were closed before the request was sent',
  UND_ERR_ABORTED: 'the proxy refused to connect to the host',
  EAI_AGAIN: 'the host name could not be resolved at the moment',
};

const broken: Readonly<Record<string, string>> = {
  ECONNRESET: 'the connection was reset before the response was complete',
  EPIPE: 'the connection was closed before the request was complete',
  UND_ERR_SOCKET: 'the connection was closed before the response was complete',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'the length of the body differs from content-length',
};

const certificates = /^(DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|CERT_|ERR_TLS_CERT)/;

const isUnserved = (error: unknown): boolean => error instanceof Error && unserved.has(error);

/**
 * Converts an error of undici, or of the sockets below it, into a loss. `cut` is why this client ended the request, if
 * it did.
 */
export function lossOf(error: unknown, bounds: Bounds, cut?: Loss): Loss {
  if (cut) return { ...cut, isOfNewConnection: isUnserved(error) };
  const code = errorCode(error);
  const [early, cutShort] = [unreached[code], broken[code]];
  if (early !== undefined) return unconnected('unreached', early);
  if (cutShort !== undefined) return { cause: 'broken', reason: cutShort, isOfNewConnection: isUnserved(error) };
  if (code === 'UND_ERR_CONNECT_TIMEOUT') {
    return unconnected('unreached', `no connection after ${bounds.connectMs / 1000} s (--timeout)`);
  }
  if (code === 'UND_ERR_HEADERS_OVERFLOW') {
    return {
      cause: 'excess',
      reason: `the response headers are longer than ${bounds.headerBytes} bytes (--max-header-bytes)`,
    };
  }
  if (code.startsWith('HPE_') || code === 'HTTPParserError') return notHttp(error);
  return otherLoss(code);
}

const unconnected = (cause: LossCause, reason: string): Loss => ({ cause, reason, isUnconnected: true });

/** The beginning of a TLS alert, with which a server may answer a request that is not encrypted. */
const TLS_ALERT = '\x15\x03';

function notHttp(error: unknown): Loss {
  const data: unknown = error instanceof Error ? Reflect.get(error, 'data') : undefined;
  if (typeof data === 'string' && data.startsWith(TLS_ALERT))
    return { cause: 'unusable', reason: 'the host speaks TLS: the address may have to begin with https://' };
  return { cause: 'broken', reason: 'the response is not HTTP' };
}

function otherLoss(code: string): Loss {
  if (/ALERT_CERTIFICATE_REQUIRED|ALERT_HANDSHAKE_FAILURE/.test(code))
    return { cause: 'unusable', reason: `the host requires a client certificate (${code}): set --cert and --key` };
  if (/ALERT_(BAD|UNSUPPORTED|REVOKED|EXPIRED|UNKNOWN)_C|ALERT_CERTIFICATE_/.test(code))
    return { cause: 'unusable', reason: `the host refuses the client certificate (${code}): check --cert and --key` };
  if (code === 'ENOTFOUND') return unconnected('unusable', 'the host name could not be resolved');
  if (certificates.test(code)) {
    const remedy = 'set NODE_EXTRA_CA_CERTS to the file of the CA that issued it';
    return { cause: 'unusable', reason: `the certificate of the host is not trusted (${code}): ${remedy}` };
  }
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER' || code === 'ERR_SSL_PACKET_LENGTH_TOO_LONG')
    return { cause: 'unusable', reason: 'the host does not speak TLS: the address may have to begin with http://' };
  if (/SSL|TLS/.test(code)) return { cause: 'unusable', reason: `no TLS connection could be established (${code})` };
  if (code === 'UND_ERR_INVALID_ARG')
    return { cause: 'unusable', reason: 'the request contains something that HTTP does not allow' };
  return { cause: 'broken', reason: `the exchange failed (${code})` };
}
