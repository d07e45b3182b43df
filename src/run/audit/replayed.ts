import { recognised } from '../../../suites/vocabulary/recognition.ts';
import { compose } from '../../client/request.ts';
import type { Operation } from '../../contract/operations.ts';
import type { Judge, Violation } from '../../engine/judge.ts';
import { Shared, type Withheld, type World } from '../../engine/prober.ts';
import type { Row } from '../../engine/row.ts';
import {
  type Exchange,
  isAnswered,
  type Place,
  type Recorded,
  type RequestInput,
  type SentRequest,
} from '../../model/exchange.ts';
import { keyOf as caseKey } from '../../model/facts.ts';
import type { SettlementState } from '../../model/fixtures.ts';
import type { Failure } from '../../model/outcome.ts';
import type { RunPart } from '../../model/report.ts';
import { isObject, type Json } from '../../values/json.ts';
import { claimsOf } from '../claims.ts';
import type { RecordedExchange } from './recorded.ts';

/** The recording lacks an exchange that the check needs. */
export class NotRecorded extends Error {}

/** The check asks otherwise than it did: the rows, the settings or an answer before are others. */
export class Departure extends Error {}

/** Nothing is in flight: every check goes on at once, and what waits for others waits for nothing. */
class Undivided extends Shared {
  override exclusively<T>(_name: string, act: () => Promise<T>): Promise<T> {
    return act();
  }

  override alone<T>(act: () => Promise<T>): Promise<T> {
    return act();
  }
}

const keyOf = (operation: Operation, { madeFor, number }: Place): string => `${operation} ${number} ${madeFor}`;

/** True when a recorded text is the given one, but for characters that were masked. */
const isText = (recorded: string, given: string): boolean =>
  recorded === given ||
  (recorded.includes('*') &&
    recorded.length === given.length &&
    [...given].every((character, i) => recorded[i] === character || recorded[i] === '*'));

function isSame(recorded: Json | undefined, given: Json | undefined): boolean {
  if (typeof recorded === 'string' && typeof given === 'string') return isText(recorded, given);
  if (Array.isArray(recorded))
    return (
      Array.isArray(given) && recorded.length === given.length && recorded.every((each, i) => isSame(each, given[i]))
    );
  if (!isObject(recorded)) return recorded === given;
  if (!isObject(given)) return false;
  const names = Object.keys(recorded);
  return names.length === Object.keys(given).length && names.every((name) => isSame(recorded[name], given[name]));
}

const shownRequest = ({ method, url, body }: SentRequest): string =>
  `${method} ${url}${body === undefined ? '' : ` ${JSON.stringify(body).slice(0, 200)}`}`;

/** A run's world made again of its recording: nothing is sent, and pauses cost nothing. */
export class Replayed implements World {
  readonly run: World['run'];
  readonly fixtures: World['fixtures'];
  readonly shared = new Undivided();
  readonly recognises = recognised;
  readonly signal: World['signal'] = new AbortController().signal;
  readonly #part: RunPart;
  readonly #baseUrl: string;
  readonly #rows: readonly Row[];
  readonly #answers = new Map<string, RecordedExchange>();
  readonly #unsent: ReadonlyMap<string, RunPart['unsent'][number]>;
  readonly #taken: Map<string, string[]>;
  readonly #violations = new WeakMap<Exchange, readonly Violation[]>();

  /** The rules see every answer at once, in the order in which it came. */
  constructor(
    part: RunPart,
    exchanges: readonly RecordedExchange[],
    judge: Judge,
    { baseUrl, active }: { readonly baseUrl: string; readonly active: readonly Row[] },
  ) {
    this.#rows = active;
    this.run = part.run;
    this.fixtures = part.fixtures;
    this.#part = part;
    this.#baseUrl = baseUrl;
    this.#unsent = new Map(
      part.unsent.map((each) => [keyOf(each.operation, { madeFor: each.made_for, number: each.number }), each]),
    );
    this.#taken = new Map(Object.entries(part.taken).map(([key, ids]) => [key, [...ids]]));
    for (const each of exchanges) {
      const { recorded, place } = each;
      // Of several attempts the last is what the check got.
      this.#answers.set(keyOf(recorded.operation, place), each);
      if (isAnswered(recorded) && !recorded.request.elsewhere) this.#violations.set(recorded, judge.take(recorded));
    }
  }

  async transmit(
    operation: Operation,
    input: RequestInput,
    _purpose: string,
    place: Place,
  ): Promise<Recorded | Withheld> {
    const key = keyOf(operation, place);
    const { shown } = compose(
      { baseUrl: this.#baseUrl, arrayFormat: this.#part.array_format, userAgent: '', gateway: { headers: [] } },
      operation,
      input,
    );
    const unsent = this.#unsent.get(key);
    if (unsent?.withheld) return { withheld: true, reason: unsent.reason, ...provided(unsent) };
    const name = `request ${place.number} to ${operation} made for "${place.madeFor}"`;
    const found = this.#answers.get(key);
    if (unsent)
      return { id: 0, operation, request: shown, startedAt: 0, durationMs: 0, purpose: '', place, lost: unsent.reason };
    if (!found) throw new NotRecorded(`the recording lacks ${name}: ${shownRequest(shown)}`);
    const { recorded, cut } = found;
    if (cut) throw new NotRecorded(`the recording has only a part of the answer to ${name} (exchange ${recorded.id})`);
    if (!isRequest(recorded.request, shown))
      throw new Departure(
        `${name} is now ${shownRequest(shown)}, and exchange ${recorded.id} was ${shownRequest(recorded.request)}`,
      );
    return recorded;
  }

  violations(exchange: Exchange): readonly Failure[] {
    return this.#violations.get(exchange)?.map(({ failure }) => failure) ?? [];
  }

  async takeTransaction(state: SettlementState, madeFor: string): Promise<string | undefined> {
    return this.#taken.get(`${state} ${madeFor}`)?.shift();
  }

  async pause(): Promise<void> {}

  cases(wanted: number, id: string, operation: Operation): number {
    return this.#part.cases[caseKey(id, operation)] ?? wanted;
  }

  claims(operation: Operation): ReturnType<World['claims']> {
    return claimsOf(this.#rows, operation);
  }
}

const provided = ({ provide }: RunPart['unsent'][number]): { readonly provide?: string } =>
  provide === undefined ? {} : { provide };

const isRequest = (recorded: SentRequest, given: SentRequest): boolean =>
  recorded.method === given.method && isText(recorded.url, given.url) && isSame(recorded.body, given.body);
