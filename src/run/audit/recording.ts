import type { Operation } from '../../contract/operations.ts';
import { answered, type Body, isAnswered, type Recorded, type RequestPlace } from '../../model/exchange.ts';
import { purposeText } from '../../model/purpose.ts';
import type { RunPart } from '../../model/report.ts';
import type { Json } from '../../values/json.ts';
import type { Hidden } from './hidden.ts';
import type { RecordedExchange } from './recorded.ts';
import { StandIns } from './stand-ins.ts';

/** Returns the key of a request of a check: the recording has its answer under it. */
export const requestKey = (operation: Operation, { madeFor, number }: RequestPlace): string =>
  `${operation} ${number} ${madeFor}`;

/** What one run, or one shard of it, recorded. */
export class Recording {
  readonly part: RunPart;
  readonly exchanges: readonly RecordedExchange[];
  readonly baseUrl: string;
  readonly #standIns = new StandIns();
  #restored = new WeakMap<RecordedExchange, Recorded>();
  readonly answers = new Map<string, RecordedExchange>();

  constructor(part: RunPart, exchanges: readonly RecordedExchange[], baseUrl: string) {
    this.part = part;
    this.exchanges = exchanges;
    this.baseUrl = baseUrl;
    for (const each of exchanges) {
      const { recorded, place, hidden } = each;
      // If a request was attempted several times, the check received the last response.
      this.answers.set(requestKey(recorded.operation, place), each);
      this.#standIns.read(recorded.request.body, hidden.request);
      if (isAnswered(recorded)) this.#standIns.read(answered(recorded), hidden.response);
    }
  }

  /**
   * Returns an exchange with stand-ins in place of its masked numbers. Returns the same object until a number is
   * learnt.
   */
  restored(exchange: RecordedExchange): Recorded {
    const made = this.#restored.get(exchange) ?? restored(exchange, this.#standIns);
    this.#restored.set(exchange, made);
    return made;
  }

  /** Learns the account numbers of a request that a check has made again. Returns true if one of them was not known. */
  learn(given: Json | undefined, hidden: Hidden): boolean {
    const isNew = this.#standIns.learn(given, hidden);
    if (isNew) this.#restored = new WeakMap();
    return isNew;
  }

  /** The operations that each row sent account numbers to. */
  get sending(): ReadonlyMap<string, ReadonlySet<Operation>> {
    const made = new Map<string, Set<Operation>>();
    for (const { recorded } of this.#sending) {
      const purpose = purposeText(recorded.purpose);
      made.set(purpose, (made.get(purpose) ?? new Set()).add(recorded.operation));
    }
    return made;
  }

  /** Returns whether each account number that was sent is learnt. */
  get knowsWhatWasSent(): boolean {
    return this.#sending.every(({ hidden }) => this.#standIns.knows(hidden.request));
  }

  get #sending(): readonly RecordedExchange[] {
    return this.exchanges.filter(({ hidden }) => Object.keys(hidden.request).length > 0);
  }
}

/** Returns the exchange with stand-ins in place of its masked numbers. */
function restored({ recorded, hidden }: RecordedExchange, standIns: StandIns): Recorded {
  const { request } = recorded;
  const whole =
    request.body === undefined ? request : { ...request, body: standIns.restored(request.body, hidden.request) };
  if (!isAnswered(recorded)) return { ...recorded, request: whole };
  const { response } = recorded;
  if (response.body.kind !== 'json') return { ...recorded, request: whole };
  const value = standIns.restored(response.body.value, hidden.response);
  const body = value === response.body.value ? response.body : bodyWith(value);
  return { ...recorded, request: whole, response: { ...response, body } };
}

/** Makes a JSON body whose text is written when it is first read. */
function bodyWith(value: Json): Body {
  let text: string | undefined;
  return {
    kind: 'json',
    value,
    get text() {
      text ??= JSON.stringify(value);
      return text;
    },
  };
}
