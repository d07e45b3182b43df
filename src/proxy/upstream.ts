import { type ClientRequest, Agent as HttpAgent, request as httpRequest, type RequestOptions } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';

const POOL = { keepAlive: true, maxFreeSockets: 256, scheduling: 'lifo' } as const;
const MOST_HEADER_BYTES = 64 * 1024;

/** The single origin to which a proxy sends, with a pool of keep-alive connections. */
export class Upstream {
  readonly #url: URL;
  readonly #prefix: string;
  readonly #start: typeof httpRequest;
  readonly #options: RequestOptions & { readonly agent: HttpAgent };

  constructor(url: string) {
    this.#url = new URL(url);
    const { hostname, port, protocol, pathname } = this.#url;
    const secure = protocol === 'https:';
    this.#prefix = pathname.replace(/\/+$/, '');
    this.#start = secure ? httpsRequest : httpRequest;
    this.#options = {
      host: hostname.replace(/^\[|\]$/g, ''),
      port: port === '' ? undefined : Number(port),
      agent: secure ? new HttpsAgent(POOL) : new HttpAgent(POOL),
      setHost: false,
      maxHeaderSize: MOST_HEADER_BYTES,
    };
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
    return this.#start({ ...this.#options, method, path: `${this.#prefix}${path}`, headers: [...headers] });
  }

  close(): void {
    this.#options.agent.destroy();
  }
}
