import { adaptationOf, controlsOf, recognised } from '../../../suites/index.ts';
import { compose } from '../../client/request.ts';
import type { ArrayFormat } from '../../contract/array-formats.ts';
import type { Operation } from '../../contract/operations.ts';
import type { Judge, Violation } from '../../engine/judge.ts';
import { combinableAbout, type Row, verifies } from '../../engine/row.ts';
import { Schedule } from '../../engine/schedule.ts';
import { Shared } from '../../engine/shared.ts';
import type { World } from '../../engine/world.ts';
import { WriteTurns } from '../../engine/write-turns.ts';
import {
  type Exchange,
  isAccepted,
  isAnswered,
  type Recorded,
  type RequestInput,
  type RequestPlace,
  type SentRequest,
} from '../../model/exchange.ts';
import { keyOf } from '../../model/facts.ts';
import type { SettlementState } from '../../model/fixtures.ts';
import { needIn } from '../../model/need.ts';
import type { Failure, Withheld } from '../../model/outcome.ts';
import { type Purpose, purposeText } from '../../model/purpose.ts';
import type { RunPart } from '../../model/report.ts';
import { contextOf } from '../../model/run-context.ts';
import { isJudged, othersThan } from '../session/array-format.ts';
import { Creations } from '../session/creations.ts';
import { takenKey } from '../session/transactions.ts';
import type { RecordedExchange } from './recorded.ts';
import { type Recording, requestKey } from './recording.ts';
import { differsInAmount, isSameRequest, isSameText } from './same-request.ts';

/** Thrown when the recording lacks an exchange that the check needs. */
export class NotRecorded extends Error {}

/**
 * Thrown when the check sends a different request than it did: the rows, the settings or an earlier response have
 * changed.
 */
export class Departure extends Error {}

/** Replaces waiting: nothing is in flight, so every check goes on at once. */
class Undivided extends Schedule {
  override exclusively<T>(_name: string, act: () => Promise<T>): Promise<T> {
    return act();
  }

  override undisturbed<T>(act: () => Promise<T>): Promise<T> {
    return act();
  }
}

const shownRequest = ({ method, url, body }: SentRequest): string =>
  `${method} ${url}${body === undefined ? '' : ` ${JSON.stringify(body).slice(0, 200)}`}`;

/** The world of a run, made from its recording: nothing is sent, and pauses take no time. */
export class Replayed implements World {
  readonly run: World['run'];
  readonly fixtures: World['fixtures'];
  readonly shared: Shared;
  readonly recognises = recognised;
  readonly controls = controlsOf;
  readonly adaptation = adaptationOf;
  readonly signal: World['signal'] = new AbortController().signal;
  /** Whether the run was stopped before all its checks had ended. */
  readonly isStopped: boolean;
  readonly #recording: Recording;
  readonly #rows: readonly Row[];
  readonly #unsent: ReadonlyMap<string, RunPart['unsent'][number]>;
  readonly #taken: Map<string, string[]>;
  readonly #violations = new Map<number, readonly Violation[]>();
  readonly #learns: boolean;
  readonly #learnt = new Set<string>();

  /**
   * With a judge, its rules judge all recorded responses at once, in the order in which they came. Without one, masked
   * numbers are learnt.
   */
  constructor(recording: Recording, active: readonly Row[], judge?: Judge) {
    const { part, exchanges } = recording;
    this.#recording = recording;
    this.#rows = active;
    this.#learns = judge === undefined;
    const schedule = new Undivided();
    this.shared = new Shared(schedule, new WriteTurns(schedule, { since: part.turns_since }));
    this.run = contextOf(part.run);
    this.fixtures = part.fixtures;
    this.isStopped = part.ended.stopped !== undefined;
    this.#unsent = new Map(
      part.unsent.map((each) => [requestKey(each.operation, { madeFor: each.made_for, number: each.number }), each]),
    );
    const firstCheck = exchanges.findIndex(({ recorded }) => recorded.purpose.kind === 'requirement');
    for (const [index, each] of exchanges.entries()) {
      const { recorded } = each;
      if (!isAnswered(recorded) || !isAccepted(recorded) || !recognised(recorded)) continue;
      this.shared.noteAccepted(recorded);
      if (index < firstCheck) this.shared.offerRead(recorded, () => this.#offered(each, recorded));
    }
    this.#taken = new Map(Object.entries(part.taken).map(([key, ids]) => [key, [...ids]]));
    if (!judge) return;
    for (const each of exchanges) {
      if (each.cut) continue;
      const recorded = recording.restored(each);
      if (!isAnswered(recorded)) judge.takeLost(recorded);
      else if (isJudged(recorded)) this.#violations.set(recorded.id, judge.take(recorded));
    }
  }

  /** Returns a list that was read before the first check. Throws NotRecorded. */
  #offered(found: RecordedExchange, recorded: Exchange): Exchange {
    const name = `request for ${purposeText(recorded.purpose)}`;
    const restored = this.#whole(found, name);
    return isAnswered(restored) ? restored : recorded;
  }

  /** Returns an exchange with stand-ins in place of its masked numbers. Throws NotRecorded. */
  #whole(found: RecordedExchange, name: string): Recorded {
    const { cut, recorded } = found;
    if (cut) throw new NotRecorded(`the recording has only part of the response to ${name} (exchange ${recorded.id})`);
    return this.#recording.restored(found);
  }

  /** Ids of the rows whose checks made up a masked number that was not known. */
  get learnt(): ReadonlySet<string> {
    return this.#learnt;
  }

  async transmit(
    operation: Operation,
    input: RequestInput,
    purpose: Purpose,
    place: RequestPlace,
  ): Promise<Recorded | Withheld> {
    const key = requestKey(operation, place);
    const { answers } = this.#recording;
    const found = answers.get(key);
    const shown = this.#composed(operation, input, found);
    const unsent = this.#unsent.get(key);
    if (unsent?.withheld) return withheld(unsent);
    const name = `request ${place.number} to ${operation} for "${place.madeFor}"`;
    if (unsent) {
      const never = { lost: unsent.reason, isUnsent: true } as const;
      return { id: 0, operation, request: shown, startedAt: 0, durationMs: 0, purpose, place, ...never };
    }
    if (!found) throw new NotRecorded(`the recording has no ${name}: ${shownRequest(shown)}`);
    const whole = this.#whole(found, name);
    const { recorded } = found;
    if (!isSameRequest(recorded.request, shown) && !differsInAmount(recorded, shown))
      throw new Departure(
        `${name} is now ${shownRequest(shown)}, and exchange ${recorded.id} was ${shownRequest(recorded.request)}`,
      );
    if (!this.#learns || !this.#recording.learn(shown.body, found.hidden.request)) return whole;
    this.#learnt.add(purposeText(purpose));
    return this.#recording.restored(found);
  }

  /**
   * Composes the request as the run did. Before the run knew how the target reads lists, it may have written them in
   * another format.
   */
  #composed(operation: Operation, input: RequestInput, found: RecordedExchange | undefined): SentRequest {
    const { part, baseUrl } = this.#recording;
    const written = (arrayFormat: ArrayFormat): SentRequest =>
      compose({ baseUrl, arrayFormat, userAgent: '', gateway: { headers: [] } }, operation, input).shown;
    const usual = written(part.array_format);
    if (!found || isSameText(found.recorded.request.url, usual.url)) return usual;
    const others = othersThan(part.array_format).map(written);
    return others.find(({ url }) => isSameText(found.recorded.request.url, url)) ?? usual;
  }

  violations({ id }: Exchange): readonly Failure[] {
    return this.#violations.get(id)?.map(({ failure }) => failure) ?? [];
  }

  /** Returns the creations of the whole run, since only closing checks call this. */
  created(operation: Operation): readonly Exchange[] {
    const creations = new Creations();
    for (const each of this.#recording.exchanges) {
      const recorded = this.#recording.restored(each);
      if (isAnswered(recorded) && isJudged(recorded)) creations.see(recorded);
    }
    return creations.of(operation);
  }

  async takeTransaction(state: SettlementState, madeFor: string): Promise<string | undefined> {
    return this.#taken.get(takenKey(state, madeFor))?.shift();
  }

  async pause(): Promise<void> {}

  /** Whether the run retried a row on an operation after all other checks. */
  hasRetried(row: Row, operation: Operation): boolean {
    return this.#recording.part.retried?.includes(keyOf(row.id, operation)) ?? false;
  }

  cases(wanted: number, id: string, operation: Operation): number {
    return this.#recording.part.cases[keyOf(id, operation)] ?? wanted;
  }

  verifies(operation: Operation): boolean {
    return verifies(this.#rows, operation);
  }

  combinable(operation: Operation): ReturnType<World['combinable']> {
    return combinableAbout(this.#rows, operation);
  }
}

const withheld = ({ reason, provide }: RunPart['unsent'][number]): Withheld => ({
  withheld: true,
  reason,
  ...(provide === undefined ? {} : { need: needIn(provide) }),
});
