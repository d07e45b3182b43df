import { rows } from '../../../suites/index.ts';
import { isRead, type Operation } from '../../contract/operations.ts';
import { exercise } from '../../engine/exercise.ts';
import { Judge, type Violation } from '../../engine/judge.ts';
import { refusal } from '../../engine/refusal.ts';
import { isActive, type Row } from '../../engine/row.ts';
import { newRefId } from '../../engine/scope.ts';
import { type Exchange, isAccepted, isAnswered, type RequestInput } from '../../model/exchange.ts';
import { keyOf } from '../../model/facts.ts';
import type { Failure, Outcome } from '../../model/outcome.ts';
import type { ReportedFailure } from '../../model/reported.ts';
import { recognise } from '../../recordings/recognise.ts';
import type { RunSettings } from '../../settings/run-settings.ts';
import { isSuccess, UNAUTHORIZED } from '../../values/http-status.ts';
import { isObject, type Json } from '../../values/json.ts';
import { baselineRow } from '../baseline/baseline-requests.ts';
import { Session } from '../session/session.ts';
import { REPLAY, restoring } from './restoring.ts';
import { isSameCase } from './same-case.ts';

/** The result of replaying a case. */
export type ReplayResult =
  /** `isOther`: the failure is another case than the one of the report. */
  | { readonly kind: 'fails'; readonly failure: Failure; readonly isOther?: true }
  /** `mayBeOfData`: the request only reads, so its answer may differ because the data does. */
  | { readonly kind: 'holds'; readonly mayBeOfData?: true }
  | { readonly kind: 'flaky'; readonly reason: string }
  | { readonly kind: 'inconclusive'; readonly reason: string };

const GONE = 'the objects in the report may no longer exist';

const inconclusive = (reason: string): ReplayResult => ({ kind: 'inconclusive', reason });

/** Returns the result of an outcome that is no conclusion; undefined for any other. */
function undecided(outcome: Outcome): ReplayResult | undefined {
  if (outcome.kind === 'flaky') return { kind: 'flaky', reason: outcome.reason };
  return outcome.kind === 'inconclusive' ? inconclusive(outcome.reason) : undefined;
}

/** Replays failing cases of some rows, in one session. */
export class Replayer {
  readonly session: Session;
  readonly #judge: Judge;
  readonly #violations: Violation[] = [];

  constructor(settings: RunSettings, rows: readonly Row[]) {
    this.#judge = new Judge(rows);
    this.session = new Session(settings, this.#judge);
    this.session.record.observe({ onViolation: (violation) => this.#violations.push(violation) });
  }

  /**
   * Replays a failure. A probe runs again on the operation; for a rule, the reported request is sent again and its
   * response judged. If another case of the requirement fails instead, says so.
   */
  async replayed(row: Row, operation: Operation, failure: ReportedFailure): Promise<ReplayResult> {
    const found = await this.#replayed(row, operation, failure);
    if (found.kind !== 'fails' || this.#isSame(found.failure, failure)) return found;
    return { ...found, isOther: true };
  }

  async #replayed(row: Row, operation: Operation, failure: ReportedFailure): Promise<ReplayResult> {
    if (row.checks.some(({ kind }) => kind === 'consequence')) return this.#impliedAgain(row, failure);
    const isProbe = ({ kind }: Row['checks'][number]): boolean => kind === 'probe';
    if (!isActive(row) || !row.checks.some(isProbe)) return this.#judgedAgain(row, operation, failure);
    const isOnlyProbe = row.checks.every(isProbe);
    // The report may show a violation by the traffic of another check, which the probe does not repeat.
    const resent = isOnlyProbe || failure.replay ? undefined : await this.#sentAgain(row, failure);
    if (resent?.kind === 'fails' && this.#isSame(resent.failure, failure)) return resent;
    const probed = await this.#probedAgain(row, operation, failure);
    if (probed.kind !== 'holds' || isOnlyProbe) return probed;
    return this.#judgedAgain(row, operation, failure, resent);
  }

  /** Exercises again the checks of a row that send requests. */
  async #probedAgain(row: Row, operation: Operation, failure: ReportedFailure): Promise<ReplayResult> {
    const before = this.#violations.length;
    const outcome = await exercise(row, operation, this.session, { replay: failure.replay });
    const violation = this.#found(row, operation, before);
    const found = outcome.kind === 'fails' ? outcome.failures : violation ? [violation] : [];
    return undecided(outcome) ?? this.#failing(found, failure);
  }

  /** Returns that a case fails, with the failure of the report if that is among those found, or holds if there is none. */
  #failing(found: readonly Failure[], failure: ReportedFailure): ReplayResult {
    const [first] = found;
    return first
      ? { kind: 'fails', failure: found.find((each) => this.#isSame(each, failure)) ?? first }
      : { kind: 'holds' };
  }

  /**
   * Exercises the rows whose checks showed a failure that follows from theirs: the reported request alone does not show
   * it, because its answer is compared with that of another one.
   */
  async #impliedAgain(row: Row, failure: ReportedFailure): Promise<ReplayResult> {
    const { operation, requested_by = [] } = failure;
    const showing = rows.filter((each) => requested_by.includes(each.id) && isActive(each));
    const undecided: ReplayResult[] = [];
    for (const each of showing)
      for (const on of each.operations.includes(operation) ? [operation] : each.operations) {
        const found = await this.#impliedBy(each, on, row, failure);
        if (found.kind === 'fails') return found;
        if (found.kind !== 'holds') undecided.push(found);
      }
    if (showing.length === 0) return inconclusive('the report does not name the check that sent the request');
    return undecided[0] ?? { kind: 'holds' };
  }

  /** Exercises a row, and returns whether the other row fails with it. */
  async #impliedBy(showing: Row, operation: Operation, row: Row, failure: ReportedFailure): Promise<ReplayResult> {
    const outcome = await exercise(showing, operation, this.session, { replay: failure.replay });
    const implied = outcome.kind === 'fails' ? this.#judge.blame(outcome.failures) : [];
    const own = implied.flatMap((each) => (each.row.id === row.id ? [each.failure] : []));
    return undecided(outcome) ?? this.#failing(own, failure);
  }

  #isSame(found: Failure, failure: ReportedFailure): boolean {
    return isSameCase(found, failure, this.session.record.redaction);
  }

  /** Sends the reported request again, unless it was `resent` already, and has the rules judge its response. */
  async #judgedAgain(
    row: Row,
    operation: Operation,
    failure: ReportedFailure,
    resent?: ReplayResult,
  ): Promise<ReplayResult> {
    const outcome = resent ?? (await this.#sentAgain(row, failure));
    if (outcome.kind === 'inconclusive') return this.#fromScratch(row, operation, outcome.reason);
    // One request can show such a failure only together with others.
    const comparesAnswers = row.checks.some(({ kind }) => kind === 'sequence');
    return outcome.kind === 'holds' && comparesAnswers
      ? this.#fromScratch(row, operation, `it compares several answers; check it with run --only ${row.id}`)
      : outcome;
  }

  #found(row: Row, operation: Operation, since: number): Failure | undefined {
    return this.#violations.slice(since).find((each) => each.row.id === row.id && each.failure.operation === operation)
      ?.failure;
  }

  /** Returns the number of the operation's responses in which the row's rules had something to judge. */
  #relevant(row: Row, operation: Operation): number {
    return this.#judge.tallies[keyOf(row.id, operation)]?.relevant ?? 0;
  }

  /** Sends the reported request again with a new ref_id. */
  async #sentAgain(row: Row, failure: ReportedFailure): Promise<ReplayResult> {
    const { operation } = failure;
    const input = inputOf(operation, failure, this.session.run.id);
    if (!input)
      return inconclusive(`the request ${failure.request.url} in the report is not a request of ${operation}`);
    const send = (): Promise<ReplayResult> => this.#sent(row, failure, input);
    if (operation !== 'putFiat') return send();
    return restoring((each, given) => this.session.transmit(each, given, REPLAY), input, send);
  }

  /** Sends a request and has the rules judge its response. */
  async #sent(row: Row, failure: ReportedFailure, input: RequestInput): Promise<ReplayResult> {
    const { operation } = failure;
    const [violations, judged] = [this.#violations.length, this.#relevant(row, operation)];
    const recorded = await this.session.transmit(operation, input, REPLAY);
    if ('withheld' in recorded) return inconclusive(recorded.reason);
    if (!isAnswered(recorded)) return inconclusive(`${operation} got no complete response: ${recorded.lost}`);
    const found = this.#found(row, operation, violations);
    if (found) return { kind: 'fails', failure: found };
    if (isRefusedOtherwise(recorded, failure))
      return inconclusive(`${operation} answered ${refusal(recorded)}: ${GONE}`);
    if (this.#relevant(row, operation) > judged)
      return isRead(operation) ? { kind: 'holds', mayBeOfData: true } : { kind: 'holds' };
    return inconclusive(`the response of ${operation} lacks the part to check: ${GONE}`);
  }

  /** Used if the reported request decides nothing by itself: sends valid requests with what the target holds now. */
  async #fromScratch(row: Row, operation: Operation, why: string): Promise<ReplayResult> {
    const before = this.#violations.length;
    await exercise(baselineRow(), operation, this.session);
    const failure = this.#found(row, operation, before);
    return failure ? { kind: 'fails', failure } : inconclusive(why);
  }
}

/** Returns whether a request is now refused although the report suggests another response: what it names may be gone. */
function isRefusedOtherwise(answer: Exchange, { response: former }: ReportedFailure): boolean {
  if (isAccepted(answer)) return false;
  const wasAccepted = isSuccess(former.status);
  return wasAccepted || answer.response.status === UNAUTHORIZED || !isRead(answer.operation);
}

/** Returns the reported request as input to send again, or undefined if it does not match the operation. */
function inputOf(operation: Operation, { request }: ReportedFailure, run: string): RequestInput | undefined {
  const known = recognise(request.method, request.url);
  if (!known || known.operation !== operation) return undefined;
  const body = request.body === undefined ? {} : { body: fresh(request.body, run) };
  return { path: known.path, query: listsOf(known.query), ...body };
}

/**
 * Removes the joined text from list parameters. A list written with commas is read both as its values and as one text.
 */
const listsOf = (query: Readonly<Record<string, readonly string[]>>): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    Object.entries(query).map(([name, values]) => [
      name,
      values.length > 1 ? values.filter((value) => !value.includes(',')) : values,
    ]),
  );

/** Returns the body with a new ref_id, of the same type. */
function fresh(body: Json, run: string): Json {
  if (!isObject(body)) return body;
  const made = newRefId(run, 'replay', 1);
  if (typeof body['ref_id'] === 'string') return { ...body, ref_id: made };
  if (typeof body['ref_id'] === 'number') return { ...body, ref_id: Number.parseInt(made.slice(0, 8), 16) };
  return body;
}
