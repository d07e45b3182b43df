import { Redaction } from '../../client/redaction.ts';
import { operationNames } from '../../contract/operations.ts';
import { Judge, type Violation } from '../../engine/judge.ts';
import { type RowResult, results } from '../../engine/results.ts';
import { isActive, type Row } from '../../engine/row.ts';
import { answered, isAnswered } from '../../model/exchange.ts';
import { type Facts, keyOf } from '../../model/facts.ts';
import type { Missing, Outcome } from '../../model/outcome.ts';
import type { Report } from '../../model/report.ts';
import type { Capture } from '../../recordings/capture.ts';
import { type DecodedExchange, decodeCapture, secretsIn } from '../../recordings/decode.ts';
import { recognise } from '../../recordings/recognise.ts';
import { environment } from '../../settings/run-settings.ts';
import type { Bounds } from '../../settings/target/bounds.ts';
import { now, randomHex, steadyNow } from '../../values/clock.ts';
import { ExchangeLog } from '../files/exchange-log.ts';
import { reportedFacts, reportOf } from '../report/build-report.ts';
import { Coverage } from '../report/coverage.ts';
import { Traffic } from '../report/request-stats.ts';

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

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

const countUp = (counts: Map<string, number>, key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1);

/** Maximum number of base URLs that one note names. */
const MOST_BASES = 8;

const MORE = 'traffic that exercises it';

/** The outcome of requirements that only probes can decide. */
const ONLY_PROBES: Outcome = {
  kind: 'inconclusive',
  cause: 'budget',
  reason: 'only requests that are sent on purpose can decide this',
  provide: 'a run of the suite against the target',
};

const undecidable = (rows: readonly Row[]): Readonly<Record<string, Outcome>> =>
  Object.fromEntries(
    rows.filter(isActive).flatMap(({ id, operations }) => operations.map((each) => [keyOf(id, each), ONLY_PROBES])),
  );

const unavailableEach = (missing: Missing): Facts['unavailable'] =>
  Object.fromEntries(operationNames.map((operation) => [operation, missing]));

const NO_CLIENT: Missing = {
  reason: 'the traffic has no client request that exercises it',
  provide: MORE,
};

/** Judges traffic that others make: the target's responses and the clients' requests. */
export class TrafficJudge {
  readonly redaction = new Redaction();
  readonly #options: TrafficJudgeOptions;
  readonly #rows: readonly Row[];
  readonly #undecidable: Readonly<Record<string, Outcome>>;
  readonly #target: Judge;
  readonly #clients: Judge;
  readonly #traffic = new Traffic();
  readonly #coverage = new Coverage();
  readonly #log: ExchangeLog | undefined;
  readonly #startedAt = now();
  readonly #began = steadyNow();
  readonly #bases = new Map<string, number>();
  /** Base URLs of exchanges that do not count because another base URL was chosen, with their number. */
  readonly #elsewhere = new Map<string, number>();
  #others = 0;
  #bare = 0;
  #malformed = 0;
  #probes = 0;
  #skipped = 0;
  #stopped: string | undefined;

  constructor(options: TrafficJudgeOptions) {
    this.#options = options;
    this.#rows = options.rows;
    this.#undecidable = undecidable(options.rows);
    this.#target = new Judge(options.rows.filter(({ party }) => party === undefined));
    this.#clients = new Judge(options.rows.filter(({ party }) => party === 'client'));
    this.#log = options.out === undefined ? undefined : new ExchangeLog(options.out, this.redaction);
    const { ACCESS_TOKEN, CLIENT_SECRET } = environment();
    if (ACCESS_TOKEN) this.redaction.learn(ACCESS_TOKEN);
    if (CLIENT_SECRET) this.redaction.learn(CLIENT_SECRET, 'CLIENT_SECRET');
  }

  /** Ends the judging early. `reason` is one sentence. */
  stop(reason: string): void {
    this.#stopped = reason;
  }

  /** Number of the interface's exchanges so far. */
  get total(): number {
    return this.#traffic.total;
  }

  /** Counts an entry that is no exchange. */
  malformed(): void {
    this.#malformed += 1;
  }

  /** Counts exchanges that this judge did not receive: those that match no operation, and those skipped unjudged. */
  count(others: number, skipped: number): void {
    this.#others += others;
    this.#skipped += skipped;
  }

  /**
   * Judges one exchange. Exchanges of other services are only counted. With `ours`, the response is not from the
   * target.
   */
  async take(capture: Capture, ours = false): Promise<readonly Violation[]> {
    const recognised = recognise(capture.method, capture.url, this.#options.baseUrl);
    if (!recognised) {
      this.#passOver(capture);
      return [];
    }
    countUp(this.#bases, recognised.base);
    for (const secret of secretsIn(capture.headers)) this.redaction.learn(secret);
    const found = await decodeCapture(capture, recognised, this.#options.bounds);
    this.#count(found);
    const violations = this.#judge(found, ours);
    if (violations.length > 0) this.#log?.add(found.recorded);
    else this.#log?.addOrdinary(found.recorded);
    for (const violation of violations) this.#options.onViolation?.(violation);
    return violations;
  }

  #passOver({ method, url }: Capture): void {
    const base = this.#options.baseUrl === undefined ? undefined : recognise(method, url)?.base;
    if (base === undefined) this.#others += 1;
    else countUp(this.#elsewhere, base);
  }

  #count({ recorded, answer, probe }: DecodedExchange): void {
    this.#traffic.add(recorded);
    if (isAnswered(recorded) && !answer) this.#bare += 1;
    if (probe) this.#probes += 1;
    this.redaction.notice(recorded.request.body);
    if (isAnswered(recorded)) {
      this.redaction.notice(answered(recorded));
      if (answer) this.#coverage.see(recorded);
    }
  }

  /**
   * The target is judged only by complete responses. Clients are judged only by complete requests that are not probes,
   * which break rules on purpose.
   */
  #judge({ recorded, request, answer, probe }: DecodedExchange, ours: boolean): readonly Violation[] {
    if (!isAnswered(recorded)) return [];
    return [
      ...(answer && !ours ? this.#target.take(recorded) : []),
      ...(request && !probe ? this.#clients.take(recorded) : []),
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
  #resultsOf<F>(change: (facts: Facts) => Facts<F>): readonly RowResult<F>[] {
    const of = (judge: Judge, party: Row['party'], unavailable: Facts['unavailable']): readonly RowResult<F>[] =>
      results(
        this.#rows.filter((row) => row.party === party),
        change(this.#facts(judge, unavailable)),
        'some',
      );
    return [
      ...of(this.#target, undefined, this.#unanswered()),
      ...of(this.#clients, 'client', unavailableEach(NO_CLIENT)),
    ];
  }

  /** Says for each operation why the target could not be judged on it. */
  #unanswered(): Facts['unavailable'] {
    const { traffic } = this.#traffic.facts();
    return Object.fromEntries(
      operationNames.map((operation) => {
        const seen = traffic[operation];
        const reason = seen
          ? `${seen.accepted} of its ${counted(seen.requests, 'request', 'requests')} ${seen.accepted === 1 ? 'was' : 'were'} accepted`
          : `the traffic has no exchange of ${operation}`;
        return [operation, { reason, provide: MORE }];
      }),
    );
  }

  #facts(judge: Judge, unavailable: Facts['unavailable']): Facts {
    return {
      tallies: judge.tallies,
      outcomes: this.#undecidable,
      surveys: judge.surveys(),
      unavailable,
      traffic: this.#traffic.facts().traffic,
      spent: {},
      started_at: this.#startedAt,
      duration_ms: steadyNow() - this.#began,
      ...(this.#stopped === undefined ? {} : { stopped: this.#stopped }),
      run_ids: [randomHex(4)],
      notes: this.#notes(),
      coverage: this.#coverage.table(),
      fixtures: {},
      created: [],
      withdrawn: { withdrawals: 0, amounts: {} },
      last_exchange: this.total,
    };
  }

  /** Makes the report of everything found and closes the exchange log. */
  report(): Report {
    this.#log?.close();
    const found = this.#resultsOf(reportedFacts);
    const report = reportOf(found, reportedFacts(this.#facts(this.#target, this.#unanswered())), {
      baseUrl: [...this.#bases.keys()].sort().slice(0, MOST_BASES).join(', ') || this.#options.named,
      embedded: false,
      seed: 0,
      runs: 0,
      selection: this.#selection(),
      demand: 'some',
      reason: this.#reason(found),
    });
    return this.redaction.json<Report>(report);
  }

  #selection(): string {
    const { length } = Object.keys(this.#traffic.facts().traffic);
    return `the traffic of ${this.#options.named}: ${counted(this.total, 'exchange', 'exchanges')} of ${length} of ${operationNames.length} operations`;
  }

  #reason(results: readonly RowResult<unknown>[]): string {
    const failed = results.filter(({ status }) => status === 'failed');
    const clients = failed.filter(({ row }) => row.party === 'client').length;
    if (failed.length > 0) {
      const sides = [
        ...(failed.length > clients
          ? [`${counted(failed.length - clients, 'requirement', 'requirements')} on the target's responses`]
          : []),
        ...(clients > 0 ? [`${counted(clients, 'requirement', 'requirements')} on the clients' requests`] : []),
      ];
      return `the traffic violates ${sides.join(' and ')}`;
    }
    const musts = results.filter(({ row }) => row.level === 'must');
    const held = musts.filter(({ status }) => status === 'passed').length;
    if (held === 0)
      return 'the traffic exercises no requirement stated in the document: it has no accepted request of the interface';
    return `every requirement that the traffic exercises passed: ${held} of the ${musts.length} stated in the document`;
  }

  #notes(): readonly string[] {
    const bases = [...this.#bases].map(([base, count]) => `${base} (${count})`);
    const elsewhere = [...this.#elsewhere].map(([base, count]) => `${base} (${count})`);
    return [
      ...(elsewhere.length > 0
        ? [`exchanges with another base URL than --base-url were ignored: ${elsewhere.slice(0, MOST_BASES).join(', ')}`]
        : []),
      ...(this.#others > 0
        ? [
            `${counted(this.#others, 'exchange belongs', 'exchanges belong')} to no operation of the interface and ${this.#others === 1 ? 'was' : 'were'} ignored`,
          ]
        : []),
      ...(this.#malformed > 0
        ? [
            `${counted(this.#malformed, 'entry', 'entries')} could not be read as an exchange and ${this.#malformed === 1 ? 'was' : 'were'} ignored`,
          ]
        : []),
      ...(this.#bare > 0
        ? [
            `${counted(this.#bare, 'response was', 'responses were')} recorded without the whole body and ${this.#bare === 1 ? 'was' : 'were'} not judged`,
          ]
        : []),
      ...(this.#skipped > 0
        ? [`${counted(this.#skipped, 'exchange was', 'exchanges were')} not judged: more arrived than could be kept`]
        : []),
      ...(this.#probes > 0
        ? [
            `${counted(this.#probes, 'request was', 'requests were')} sent by probes of this tool, which break rules on purpose: clients are not judged by them`,
          ]
        : []),
      ...(bases.length > 1
        ? [`the traffic is of several base URLs: ${bases.slice(0, MOST_BASES).join(', ')}; choose one with --base-url`]
        : []),
    ];
  }
}
