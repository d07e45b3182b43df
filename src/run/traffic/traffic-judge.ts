import { Redaction } from '../../client/redaction.ts';
import { type Secret, TOKEN } from '../../client/secrets.ts';
import { operationNames } from '../../contract/operations.ts';
import { Judge, type Violation } from '../../engine/judge.ts';
import { type RowResult, results } from '../../engine/results.ts';
import type { Row } from '../../engine/row.ts';
import { answered, isAnswered } from '../../model/exchange.ts';
import { emptyFacts, type Facts } from '../../model/facts.ts';
import type { Failure } from '../../model/outcome.ts';
import type { Report } from '../../model/report.ts';
import type { AnsweredBy, Capture } from '../../recordings/capture.ts';
import { type DecodedExchange, decodeCapture, secretsIn } from '../../recordings/decode.ts';
import { type Recognised, recognise } from '../../recordings/recognise.ts';
import { environment } from '../../settings/run-settings.ts';
import type { Bounds } from '../../settings/target/bounds.ts';
import { now, randomHex, steadyNow } from '../../values/clock.ts';
import { counted } from '../../values/counted.ts';
import { definite } from '../../values/definite.ts';
import { sentenceOf } from '../../values/error-code.ts';
import { ExchangeLog } from '../files/exchange-log.ts';
import { reportedFacts, reportOf } from '../report/build-report.ts';
import { Coverage } from '../report/coverage.ts';
import { RequestStats } from '../report/request-stats.ts';
import { reasonOf } from './traffic-reason.ts';
import { TrafficTally } from './traffic-tally.ts';
import { onlyByProbes, withoutAnswer, withoutRequest } from './undecided.ts';

/** Options of a traffic judge. */
export interface TrafficJudgeOptions {
  readonly rows: readonly Row[];
  /** The folder for the record of exchanges; without it no record is kept. */
  readonly out?: string;
  readonly bounds: Bounds;
  /** The only base URL whose exchanges count; without it any counts. */
  readonly baseUrl?: string;
  /** The target that the report names if no exchange was recognised. */
  readonly named: string;
  readonly onViolation?: (violation: Violation) => void;
}

/** Returns the user's own secrets. They are given, not learnt from traffic, so that no secret of the traffic displaces them. */
function ownSecrets(): readonly Secret[] {
  const own = environment();
  return [TOKEN, 'CLIENT_SECRET'].flatMap((name) => {
    const value = own[name];
    return value ? [{ name, value }] : [];
  });
}

/** Judges traffic that others make: the target's responses and the clients' requests. */
export class TrafficJudge {
  readonly redaction = new Redaction(ownSecrets());
  readonly #options: TrafficJudgeOptions;
  readonly #rows: readonly Row[];
  readonly #undecidable: Facts['outcomes'];
  readonly #target: Judge;
  readonly #clients: Judge;
  readonly #traffic = new RequestStats();
  readonly #coverage = new Coverage();
  readonly #log: ExchangeLog | undefined;
  readonly #startedAt = now();
  readonly #began = steadyNow();
  readonly #tally = new TrafficTally();
  readonly #runId = randomHex(4);
  #stopped: string | undefined;

  constructor(options: TrafficJudgeOptions) {
    this.#options = options;
    this.#rows = options.rows;
    this.#undecidable = onlyByProbes(options.rows);
    // Of many tokens only the latest are remembered, so what is kept is redacted at once.
    const keeping = {
      failure: (failure: Failure): Failure => this.redaction.json(failure),
      text: (text: string): string => this.redaction.text(text),
    };
    this.#target = new Judge(
      options.rows.filter(({ party }) => party === undefined),
      keeping,
    );
    this.#clients = new Judge(
      options.rows.filter(({ party }) => party === 'client'),
      keeping,
    );
    this.#log = options.out === undefined ? undefined : new ExchangeLog(options.out, this.redaction);
  }

  /** Declares the judging incomplete. The first reason counts, one sentence. */
  stop(reason: string): void {
    this.#stopped ??= reason;
  }

  /** Why the judging is incomplete. */
  get stopped(): string | undefined {
    return this.#stopped;
  }

  /** Number of the interface's exchanges so far. */
  get total(): number {
    return this.#traffic.total;
  }

  /** Counts an entry that is no exchange. */
  malformed(): void {
    this.#tally.leftOut('malformed');
  }

  /** Counts exchanges that this judge did not receive: those that match no operation, and those skipped unjudged. */
  count(others: number, skipped: number): void {
    this.#tally.leftOut('foreign', others);
    this.#tally.leftOut('not kept', skipped);
  }

  /**
   * Judges one exchange. Exchanges of other services are only counted. Only a response `by` the target is judged as
   * its.
   */
  async take(capture: Capture, by: AnsweredBy = 'target'): Promise<readonly Violation[]> {
    const recognised = recognise(capture.method, capture.url, this.#options.baseUrl);
    if (!recognised) {
      this.#passOver(capture);
      return [];
    }
    this.#tally.ofBase(recognised.base);
    for (const secret of secretsIn(capture)) this.redaction.learn(secret);
    try {
      return await this.#takeOf(capture, recognised, by);
    } catch (error) {
      const where = capture.recorded ? ` (entry ${capture.recorded.entry} of ${capture.recorded.file})` : '';
      this.stop(`internal error in a check of ${recognised.operation}${where}: ${sentenceOf(error)}; please report it`);
      return [];
    }
  }

  /** Judges one exchange of an operation. Throws errors of the suite itself. */
  async #takeOf(capture: Capture, recognised: Recognised, by: AnsweredBy): Promise<readonly Violation[]> {
    const found = await decodeCapture(capture, recognised, this.#options.bounds);
    this.#count(found);
    const violations = this.#judge(found, by);
    if (violations.length > 0) this.#log?.add(found.recorded);
    else this.#log?.addOrdinary(found.recorded);
    for (const violation of violations) this.#options.onViolation?.(violation);
    return violations;
  }

  #passOver({ method, url }: Capture): void {
    const base = this.#options.baseUrl === undefined ? undefined : recognise(method, url)?.base;
    if (base === undefined) this.#tally.leftOut('foreign');
    else this.#tally.elsewhere(base);
  }

  #count({ recorded, hasAnswer, isProbe }: DecodedExchange): void {
    this.#traffic.add(recorded);
    if (isAnswered(recorded) && !hasAnswer) this.#tally.leftOut('without the whole body');
    if (isProbe) this.#tally.leftOut('probe');
    this.redaction.notice(recorded.request.body);
    if (isAnswered(recorded)) {
      this.redaction.notice(answered(recorded));
      if (hasAnswer) this.#coverage.see(recorded);
    }
  }

  /**
   * The target is judged only by complete responses. Clients are judged only by complete requests that were sent, whether
   * answered or not, and are not probes, which break rules on purpose.
   */
  #judge({ recorded, hasRequest, hasAnswer, isProbe }: DecodedExchange, by: AnsweredBy): readonly Violation[] {
    const isOfClient = hasRequest && !isProbe;
    if (!isAnswered(recorded)) {
      this.#target.takeLost(recorded);
      return isOfClient && !recorded.isUnsent ? this.#clients.takeLost(recorded) : [];
    }
    return [
      ...(hasAnswer && by === 'target' ? this.#target.take(recorded) : []),
      ...(isOfClient ? this.#clients.take(recorded) : []),
    ];
  }

  /** The result of each requirement from this traffic. */
  results(): readonly RowResult[] {
    return this.#resultsOf((facts) => facts);
  }

  /**
   * Returns the results of the target's rows, then of the clients'. They are computed separately, since an operation
   * may have usable exchanges for only one of the two.
   */
  #resultsOf<F extends Pick<Failure, 'actual'>>(change: (facts: Facts) => Facts<F>): readonly RowResult<F>[] {
    const of = (judge: Judge, party: Row['party'], unavailable: Facts['unavailable']): readonly RowResult<F>[] =>
      results(
        this.#rows.filter((row) => row.party === party),
        change(this.#facts(judge, unavailable)),
        'some',
      );
    return [...of(this.#target, undefined, this.#withoutAnswer()), ...of(this.#clients, 'client', withoutRequest)];
  }

  #withoutAnswer(): Facts['unavailable'] {
    return withoutAnswer(this.#traffic.facts().traffic);
  }

  #facts(judge: Judge, unavailable: Facts['unavailable']): Facts {
    return {
      ...emptyFacts,
      tallies: judge.tallies,
      outcomes: this.#undecidable,
      surveys: judge.surveys(),
      unavailable,
      traffic: this.#traffic.facts().traffic,
      started_at: this.#startedAt,
      duration_ms: steadyNow() - this.#began,
      ...definite({ stopped: this.#stopped }),
      run_ids: [this.#runId],
      notes: this.#tally.notes(),
      coverage: this.#coverage.table(),
      last_exchange: this.total,
    };
  }

  /**
   * Makes the report of everything found and closes the exchange log. `whyNothing` is the reason of its verdict if there
   * was nothing to judge.
   */
  report(whyNothing?: string): Report {
    this.#log?.close();
    this.#tally.leftOutInAll('possible repetition', this.#target.possibleRepetitions);
    const found = this.#resultsOf(reportedFacts);
    const report = reportOf(found, reportedFacts(this.#facts(this.#target, this.#withoutAnswer())), {
      baseUrl: this.#tally.bases || this.#options.named,
      embedded: false,
      seed: 0,
      runs: 0,
      selection: this.#selection(),
      passRule: 'some',
      reason: whyNothing ?? reasonOf(found),
    });
    return this.redaction.json<Report>(report);
  }

  #selection(): string {
    const { length } = Object.keys(this.#traffic.facts().traffic);
    return `the traffic of ${this.#options.named}: ${counted(this.total, 'exchange')} of ${length} of ${operationNames.length} operations`;
  }
}
