import { type ClientRequest, Agent as HttpAgent, request as httpRequest } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';

const POOL = { keepAlive: true, maxFreeSockets: 256, scheduling: 'lifo' } as const;
const MOST_HEADER_BYTES = 64 * 1024;

/** The single origin to which a proxy sends, with a pool of keep-alive connections. */
export class Upstream {
  readonly #url: URL;
  readonly #agent: HttpAgent | HttpsAgent;
  readonly #prefix: string;

  constructor(url: string) {
    this.#url = new URL(url);
    this.#agent = this.#url.protocol === 'https:' ? new HttpsAgent(POOL) : new HttpAgent(POOL);
    this.#prefix = this.#url.pathname.replace(/\/+$/, '');
  }

  /** Returns the value of the Host header. */
  get host(): string {
    return this.#url.host;
  }

  /** Returns the target URL for a path of the proxy. */
  url(path: string): string {
    return `${this.#url.origin}${this.#prefix}${path}`;
  }

  /**
   * Starts a request. The path is appended to the target's own and never parsed as a URL, so the host cannot change.
   */
  request(method: string, path: string, headers: readonly string[]): ClientRequest {
    const { hostname, port, protocol } = this.#url;
    const options = {
      host: hostname.replace(/^\[|\]$/g, ''),
      port: port === '' ? undefined : Number(port),
      method,
      path: `${this.#prefix}${path}`,
      headers: [...headers],
      agent: this.#agent,
      setHost: false,
      maxHeaderSize: MOST_HEADER_BYTES,
    };
    return protocol === 'https:' ? httpsRequest(options) : httpRequest(options);
  }

  close(): void {
    this.#agent.destroy();
  }
}
