// Carries requests to an implementation on another thread of this process, and answers back, as the network would.

import { INTERRUPTED } from '../../dist/src/client/transport.js';
import { readBody } from '../../dist/src/model/read-body.js';

/**
 * @import { Worker } from 'node:worker_threads'
 * @import { Carriage as Carrying, Delivery, WireRequest } from '../../dist/src/client/transport.js'
 * @import { Loss } from '../../dist/src/client/loss.js'
 * @import { Bounds } from '../../dist/src/settings/target/bounds.js'
 * @import { Coverage } from './types.ts'
 */

/** @type {(loss: Loss) => Delivery} */
const lost = (loss) => ({ kind: 'lost', loss });
const GONE = { cause: 'unreached', reason: 'the implementation has ended' };
const LATE = { cause: 'late', reason: 'no answer within --timeout' };

/**
 * @param {{ status: number, headers: Record<string, string>, bytes: Uint8Array }} answer
 * @param {Bounds} bounds
 * @returns {Promise<Delivery>}
 */
async function delivered({ status, headers, bytes }, bounds) {
  const collected = { bytes: Buffer.from(bytes), whole: true };
  const body = await readBody(collected, headers['content-encoding'], bounds);
  return { kind: 'answered', response: { status, headers, body, bytes: bytes.length } };
}

/** @implements {Carrying} */
export class Carriage {
  #worker;
  #bounds;
  #waiting = new Map();
  #last = 0;
  #ended;

  /**
   * @param {Worker} worker
   * @param {Bounds} bounds
   */
  constructor(worker, bounds) {
    this.#worker = worker;
    this.#bounds = bounds;
    worker.on('message', ({ number, ...answer }) => this.#waiting.get(number)?.(answer));
    worker.on('exit', () => this.#end(GONE));
  }

  /**
   * Never rejects.
   * @param {WireRequest} request
   */
  async deliver(request) {
    if (this.#ended) return lost(this.#ended);
    const answer = await this.#ask({ request });
    return 'loss' in answer ? lost(answer.loss) : delivered(answer, this.#bounds);
  }

  interrupt() {
    this.#end(INTERRUPTED);
  }

  async close() {
    this.interrupt();
  }

  /**
   * Which functions of the implementation were reached as it started, and which later by requests, with the ranges in them.
   * @returns {Promise<Coverage>}
   */
  coverage() {
    return this.#ask({});
  }

  #end(loss) {
    this.#ended ??= loss;
    for (const settle of this.#waiting.values()) settle({ loss });
  }

  #ask(question) {
    this.#last += 1;
    const number = this.#last;
    return new Promise((resolve) => {
      const late = setTimeout(() => this.#waiting.get(number)?.({ loss: LATE }), this.#bounds.headersMs);
      this.#waiting.set(number, (answer) => {
        clearTimeout(late);
        this.#waiting.delete(number);
        resolve(answer);
      });
      this.#worker.postMessage({ number, ...question });
    });
  }
}
