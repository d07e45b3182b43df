import { itemsIn, refIdOf } from '../contract/lists.ts';
import type { Operation } from '../contract/operations.ts';
import type { Counted } from '../model/counted.ts';
import { type Exchange, isAccepted, type LostExchange, unanswered } from '../model/exchange.ts';
import { KEPT_FAILURES, keyOf, type Tally } from '../model/facts.ts';
import type { Failure } from '../model/outcome.ts';
import { Memory } from '../values/memory.ts';
import type { Check, Group, GroupJudgement, Survey } from './check.ts';
import { byClarity, type ShownRequests } from './clarity.ts';
import { type Flaw, HOLDS, type Judgement, NOT_CONCERNED, NOTHING_TO_JUDGE } from './judgement.ts';
import type { Row } from './row.ts';
import { trimForReport } from './trim-for-report.ts';

/** A tally that can still grow. */
interface OpenTally extends Tally {
  judged: number;
  relevant: number;
  failed: number;
  readonly failures: Failure[];
  blockedBy?: readonly string[];
}

/** One failure of one row, reported as soon as it is found, for live output. */
export interface Violation {
  readonly row: Row;
  readonly failure: Failure;
}

/** What judging one exchange led to. */
interface Found {
  readonly violations: Violation[];
  /**
   * Tallies of rows that have never judged a response and could not judge this one. Undefined if this response explains
   * nothing about them.
   */
  readonly silent: OpenTally[] | undefined;
}

interface Step {
  readonly judge: (exchange: Exchange) => Judgement;
  /** True if only the request is judged. Such a step also judges requests that repeat a reference. */
  readonly ofRequest: boolean;
}
type Consequence = { readonly row: Row; readonly of: (failure: Failure) => boolean; readonly tally: OpenTally };
type GroupMember = { readonly row: Row; readonly key: string; readonly tally: OpenTally };

const MOST_REFS = 100_000;

const compareFailures = (a: Failure, b: Failure): number => byClarity(requestsOf(a), requestsOf(b));

const requestsOf = ({ operation, exchanges }: Failure): ShownRequests => ({
  operation,
  requests: exchanges.map(({ request }) => request),
});

function stepsOf(check: Check): readonly Step[] {
  if (check.kind === 'rule' || check.kind === 'request')
    return [{ judge: check.judge, ofRequest: check.kind === 'request' }];
  return check.kind === 'sequence' ? [{ judge: check.begin(), ofRequest: false }] : [];
}

/** How failures, and the texts that surveys count, are kept until the report is made. */
interface Keeping {
  readonly failure: (failure: Failure) => Failure;
  readonly text: (text: string) => string;
}

const AS_FOUND: Keeping = { failure: (failure) => failure, text: (text) => text };

/** Judges exchanges by rows, whoever made them. Memory use does not grow with the number of exchanges. */
export class Judge {
  readonly #keeping: Keeping;
  readonly #rules = new Map<Operation, { readonly row: Row; readonly step: Step; readonly tally: OpenTally }[]>();
  /** Steps that also see requests without an answer. */
  readonly #seeingLost = new Map<Operation, Step[]>();
  readonly #groups = new Map<Operation, Map<Group, GroupMember[]>>();
  readonly #consequences = new Map<Operation, Consequence[]>();
  readonly #surveys = new Map<string, Survey>();
  readonly #surveying = new Map<Operation, Survey[]>();
  readonly #refs = new Memory<string, true>(MOST_REFS);
  readonly #tallies: Record<string, OpenTally> = {};
  #possibleRepetitions = 0;

  constructor(rows: readonly Row[], keeping = AS_FOUND) {
    this.#keeping = keeping;
    for (const row of rows) for (const check of row.checks) this.#enlist(row, check);
  }

  #enlist(row: Row, check: Check): void {
    if (check.kind === 'survey') this.#survey(row, check.begin());
    const steps = stepsOf(check);
    const also = check.kind === 'sequence' ? check.also : [];
    const seesLost = check.kind === 'sequence' && check.seesLost === true;
    for (const operation of [...row.operations, ...also]) {
      const tally = this.#tally(row, operation);
      if (check.kind === 'consequence')
        upsert(this.#consequences, operation, () => []).push({ row, of: check.of, tally });
      for (const step of steps) upsert(this.#rules, operation, () => []).push({ row, step, tally });
      if (seesLost) upsert(this.#seeingLost, operation, () => []).push(...steps);
      if (check.kind !== 'group') continue;
      upsert(
        upsert(this.#groups, operation, () => new Map<Group, GroupMember[]>()),
        check.group,
        () => [],
      ).push({ row, key: check.key, tally });
    }
  }

  #survey(row: Row, survey: Survey): void {
    this.#surveys.set(row.id, survey);
    for (const operation of row.operations) upsert(this.#surveying, operation, () => []).push(survey);
  }

  /**
   * Returns whether the request repeats a client reference that was accepted before, for whatever operation: one
   * reference may stand for one transfer of any kind (2.1). The document does not show how such a request is answered
   * (4.15). Once the memory has dropped a reference, every reference may be a repetition.
   */
  #repeats(exchange: Exchange): boolean {
    const ref = refIdOf(exchange.request.body);
    if (typeof ref !== 'string' || !isAccepted(exchange)) return false;
    if (this.#refs.has(ref)) return true;
    this.#refs.set(ref, true);
    if (!this.#refs.forgets) return false;
    this.#possibleRepetitions += 1;
    return true;
  }

  /** Number of exchanges judged only in part, because their client reference may be one that the memory has dropped. */
  get possibleRepetitions(): number {
    return this.#possibleRepetitions;
  }

  /**
   * Notes a request without an answer: a write may have had its effect. Judges what the request itself shows and returns
   * the violations.
   */
  miss(lost: LostExchange): readonly Violation[] {
    const exchange = unanswered(lost);
    for (const { judge } of this.#seeingLost.get(lost.operation) ?? []) judge(exchange);
    const violations: Violation[] = [];
    for (const { row, step, tally } of this.#rules.get(lost.operation) ?? [])
      if (step.ofRequest) this.#note({ row, tally }, exchange, step.judge(exchange), { violations, silent: undefined });
    return violations;
  }

  /** Judges one answered exchange by every row of its operation and returns the new violations. */
  take(exchange: Exchange): readonly Violation[] {
    const violations: Violation[] = [];
    const accepted = isAccepted(exchange);
    const silent: OpenTally[] | undefined = accepted && !isEmptyList(exchange) ? [] : undefined;
    const found: Found = { violations, silent };
    const repeats = this.#repeats(exchange);
    for (const { row, step, tally } of this.#rules.get(exchange.operation) ?? [])
      if (!repeats || step.ofRequest) this.#note({ row, tally }, exchange, step.judge(exchange), found);
    for (const [group, members] of this.#groups.get(exchange.operation) ?? []) {
      this.#takeGroup(group, members, exchange, found);
    }
    if (silent) narrow(silent, violations);
    if (accepted) this.#takeConsequences(exchange.operation);
    for (const survey of this.#surveying.get(exchange.operation) ?? []) survey.see(exchange, this.#keeping.text);
    return violations;
  }

  /** Counts an accepted answer for the rows that fail only if a probe finds a failure. */
  #takeConsequences(operation: Operation): void {
    for (const { tally } of this.#consequences.get(operation) ?? []) {
      tally.judged += 1;
      tally.relevant += 1;
    }
  }

  /** Records failures that a probe found, and returns the violations of other rows that they imply. */
  blame(failures: readonly Failure[]): readonly Violation[] {
    return failures.flatMap((failure) =>
      (this.#consequences.get(failure.operation) ?? []).flatMap(({ row, of, tally }) => {
        if (!of(failure)) return [];
        tally.failed += 1;
        this.#keep(tally, failure);
        return [{ row, failure }];
      }),
    );
  }

  #takeGroup(group: Group, members: readonly GroupMember[], exchange: Exchange, found: Found): void {
    const judged = group.judge(exchange);
    if (!judged && !found.silent) return;
    // Most responses have no flaws, so the lookup is skipped.
    const flaws = judged && judged.flaws.size > 0 ? judged.flaws : undefined;
    for (const { row, key, tally } of members) {
      const judgement = judged ? (flaws?.get(key) ?? absentJudgement(judged, key)) : NOT_CONCERNED;
      this.#note({ row, tally }, exchange, judgement, found);
    }
  }

  #note(
    { row, tally }: Pick<GroupMember, 'row' | 'tally'>,
    exchange: Exchange,
    judgement: Judgement,
    { violations, silent }: Found,
  ): void {
    if (judgement === NOT_CONCERNED) {
      if (tally.judged === 0) silent?.push(tally);
      return;
    }
    tally.judged += 1;
    if (judgement === NOTHING_TO_JUDGE) return;
    tally.relevant += 1;
    if (judgement.length === 0) return;
    tally.failed += judgement.length;
    // A page may hold a thousand wrong items. A few failures are enough, since each holds an exchange.
    for (const flaw of judgement.slice(0, KEPT_FAILURES)) {
      const failure = failureOf(flaw, exchange);
      this.#keep(tally, failure);
      violations.push({ row, failure });
    }
  }

  /** Keeps a failure if it is among the clearest. */
  #keep({ failures }: OpenTally, failure: Failure): void {
    const last = failures.length < KEPT_FAILURES ? undefined : failures.at(-1);
    if (last && compareFailures(failure, last) >= 0) return;
    failures.push(this.#keeping.failure(failure));
    failures.sort(compareFailures).splice(KEPT_FAILURES);
  }

  #tally(row: Row, operation: Operation): OpenTally {
    const tally = this.#tallies[keyOf(row.id, operation)] ?? { judged: 0, relevant: 0, failed: 0, failures: [] };
    this.#tallies[keyOf(row.id, operation)] = tally;
    return tally;
  }

  /** What the rules have judged so far, by requirement and operation (`keyOf`). */
  get tallies(): Readonly<Record<string, Tally>> {
    return this.#tallies;
  }

  /** What the surveys have counted so far, by requirement and operation. An operation without a response is missing. */
  surveys(): Readonly<Record<string, readonly Counted[]>> {
    const counts: Record<string, readonly Counted[]> = {};
    for (const [id, survey] of this.#surveys)
      for (const [operation, answers] of survey.counts()) counts[keyOf(id, operation)] = answers;
    return counts;
  }
}

const failureOf = (flaw: Flaw, exchange: Exchange): Failure => ({
  ...flaw,
  operation: exchange.operation,
  exchanges: [trimForReport(exchange, flaw.where)],
});

/**
 * Returns whether a response is an empty list. Such a list breaks nothing, so it does not explain why rows could not
 * judge it.
 */
function isEmptyList({ response: { body } }: Exchange): boolean {
  return body.kind === 'json' && itemsIn(body.value)?.length === 0;
}

/** For rows that could not judge a response: keeps only the requirements that every such response so far has broken. */
function narrow(silent: readonly OpenTally[], violations: readonly Violation[]): void {
  const broken = [...new Set(violations.map(({ row }) => row.id))];
  for (const tally of silent) {
    if (tally.blockedBy?.length === 0) continue;
    tally.blockedBy = tally.blockedBy?.filter((id) => broken.includes(id)) ?? broken;
  }
}

function absentJudgement({ relevant, seen }: GroupJudgement, key: string): Judgement {
  if (relevant.has(key)) return HOLDS;
  return seen ? NOTHING_TO_JUDGE : NOT_CONCERNED;
}

function upsert<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}
