import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Carriage, type Delivery, INTERRUPTED, type WireRequest } from '../../client/transport.ts';
import { readBody } from '../../model/read-body.ts';
import type { Called } from '../../reference/service.ts';
import type { Bounds } from '../../settings/target/bounds.ts';

const HUNG_UP: Delivery = {
  kind: 'lost',
  loss: { cause: 'broken', reason: 'the connection was closed before the response was complete' },
};

/** Carries requests to an embedded implementation in this process, without a socket and without time limits. */
export class InProcess implements Carriage {
  readonly #service: Called;
  readonly #bounds: Bounds;
  #interrupted = false;

  constructor(service: Called, bounds: Bounds) {
    this.#service = service;
    this.#bounds = bounds;
  }

  async deliver({ path, method, headers, body }: WireRequest): Promise<Delivery> {
    // Lets timers and signals run between two requests, as a socket does.
    await nextTurn();
    if (this.#interrupted) return { kind: 'lost', loss: INTERRUPTED };
    const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
    const answer = await this.#service.answer({ path, method, body, headers: Object.fromEntries(named) });
    if (answer === undefined) return HUNG_UP;
    const bytes = Buffer.from(answer.body);
    const read = await readBody({ bytes, whole: true }, answer.headers['content-encoding'], this.#bounds);
    const { status, headers: received } = answer;
    return { kind: 'answered', response: { status, headers: received, body: read, bytes: bytes.length } };
  }

  interrupt(): void {
    this.#interrupted = true;
  }

  async close(): Promise<void> {
    this.interrupt();
  }
}
