import { itemsIn } from '../contract/lists.ts';
import type { Operation } from '../contract/operations.ts';
import type { Counted } from '../model/counted.ts';
import { type Exchange, isAccepted, type LostExchange, unanswered } from '../model/exchange.ts';
import { KEPT_FAILURES, keyOf, type Tally } from '../model/facts.ts';
import type { Failure } from '../model/outcome.ts';
import type { Check, Group, GroupJudgement, Survey } from './check.ts';
import { type Flaw, HOLDS, type Judgement, NOT_CONCERNED, NOTHING_TO_JUDGE } from './judgement.ts';
import { keepFailure, narrowBlockedBy, type OpenTally } from './open-tally.ts';
import { RepeatedRefs } from './repeated-refs.ts';
import type { Row } from './row.ts';
import { trimForReport } from './trim-for-report.ts';

/** One failure of one row, reported as soon as it is found, for live output. */
export interface Violation {
  readonly row: Row;
  readonly failure: Failure;
}

/** How failures, and the texts that surveys count, are kept until the report is made. */
interface Keeping {
  readonly failure: (failure: Failure) => Failure;
  readonly text: (text: string) => string;
}

const AS_FOUND: Keeping = { failure: (failure) => failure, text: (text) => text };

/** A row on one operation, and what it has judged there. */
interface RowOnOperation {
  readonly row: Row;
  readonly tally: OpenTally;
}

/** A check of one exchange, or of several in order. */
interface Rule extends RowOnOperation {
  readonly judge: (exchange: Exchange) => Judgement;
  /** What it judges. A rule of requests also judges those that repeat a reference or got no answer. */
  readonly of: 'answers' | 'requests';
  /** True if it also sees requests without an answer, of which it judges none. */
  readonly seesLost: boolean;
}

interface GroupMember extends RowOnOperation {
  readonly key: string;
}

interface Consequence extends RowOnOperation {
  readonly of: (failure: Failure) => boolean;
}

/** All checks of traffic on one operation, by kind. */
interface ChecksOnOperation {
  readonly rules: Rule[];
  readonly groups: Map<Group, GroupMember[]>;
  readonly consequences: Consequence[];
  readonly surveys: Survey[];
}

const noChecks = (): ChecksOnOperation => ({ rules: [], groups: new Map(), consequences: [], surveys: [] });

/** What judging one exchange led to. */
interface Found {
  readonly violations: Violation[];
  /**
   * Tallies of rows that have never judged a response and could not judge this one. Undefined if this response explains
   * nothing about them.
   */
  readonly silent: OpenTally[] | undefined;
}

/** Judges exchanges by rows, whoever made them. Memory use does not grow with the number of exchanges. */
export class Judge {
  readonly #keeping: Keeping;
  readonly #checks = new Map<Operation, ChecksOnOperation>();
  readonly #surveys = new Map<string, Survey>();
  readonly #refs = new RepeatedRefs();
  readonly #tallies: Record<string, OpenTally> = {};

  constructor(rows: readonly Row[], keeping = AS_FOUND) {
    this.#keeping = keeping;
    for (const row of rows) for (const check of row.checks) this.#enlist(row, check);
  }

  #enlist(row: Row, check: Check): void {
    const add = this.#begin(row, check);
    const also = check.kind === 'sequence' ? check.also : [];
    for (const operation of [...row.operations, ...also]) {
      const checks = this.#checks.get(operation) ?? noChecks();
      this.#checks.set(operation, checks);
      add(checks, { row, tally: this.#tally(row, operation) });
    }
  }

  /** Begins a check, and returns what adds it to the checks on an operation. All its operations share its state. */
  #begin(row: Row, check: Check): (checks: ChecksOnOperation, on: RowOnOperation) => unknown {
    switch (check.kind) {
      case 'rule':
        return ({ rules }, on) => rules.push({ ...on, judge: check.judge, of: 'answers', seesLost: false });
      case 'request':
        return ({ rules }, on) => rules.push({ ...on, judge: check.judge, of: 'requests', seesLost: false });
      case 'sequence': {
        const rule = { judge: check.begin(), of: 'answers', seesLost: check.seesLost === true } as const;
        return ({ rules }, on) => rules.push({ ...on, ...rule });
      }
      case 'group':
        return ({ groups }, on) => {
          const members = groups.get(check.group) ?? [];
          groups.set(check.group, members);
          members.push({ ...on, key: check.key });
        };
      case 'consequence':
        return ({ consequences }, on) => consequences.push({ ...on, of: check.of });
      case 'survey': {
        const survey = check.begin();
        this.#surveys.set(row.id, survey);
        return ({ surveys }) => surveys.push(survey);
      }
      case 'probe':
      case 'question':
        return () => undefined;
    }
  }

  #tally(row: Row, operation: Operation): OpenTally {
    const tally = this.#tallies[keyOf(row.id, operation)] ?? { judged: 0, relevant: 0, failed: 0, failures: [] };
    this.#tallies[keyOf(row.id, operation)] = tally;
    return tally;
  }

  #checksOn(operation: Operation): ChecksOnOperation {
    return this.#checks.get(operation) ?? noChecks();
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

  /** Number of exchanges judged only in part, because their client reference may be one that the memory has dropped. */
  get possibleRepetitions(): number {
    return this.#refs.possible;
  }

  /** Judges one answered exchange by every row of its operation and returns the new violations. */
  take(exchange: Exchange): readonly Violation[] {
    const { rules, groups, consequences, surveys } = this.#checksOn(exchange.operation);
    const accepted = isAccepted(exchange);
    const found: Found = { violations: [], silent: accepted && !isEmptyList(exchange) ? [] : undefined };
    const isRepetition = this.#refs.isRepetition(exchange);
    for (const rule of rules)
      if (!isRepetition || rule.of === 'requests') this.#note(rule, exchange, rule.judge(exchange), found);
    for (const [group, members] of groups) this.#takeGroup(group, members, exchange, found);
    if (found.silent) {
      const broken = [...new Set(found.violations.map(({ row }) => row.id))];
      for (const tally of found.silent) narrowBlockedBy(tally, broken);
    }
    // An accepted answer is evidence for the rows that fail only if a probe finds a failure.
    if (accepted) for (const { tally } of consequences) countRelevant(tally);
    for (const survey of surveys) survey.see(exchange, this.#keeping.text);
    return found.violations;
  }

  /**
   * Takes a request without an answer: a write may have had its effect. Judges what the request itself shows and returns
   * the violations.
   */
  takeLost(lost: LostExchange): readonly Violation[] {
    const exchange = unanswered(lost);
    const found: Found = { violations: [], silent: undefined };
    for (const rule of this.#checksOn(lost.operation).rules) {
      if (rule.seesLost) rule.judge(exchange);
      if (rule.of === 'requests') this.#note(rule, exchange, rule.judge(exchange), found);
    }
    return found.violations;
  }

  /** Records failures that a probe found, and returns the violations of other rows that they imply. */
  blame(failures: readonly Failure[]): readonly Violation[] {
    return failures.flatMap((failure) =>
      this.#checksOn(failure.operation).consequences.flatMap(({ row, of, tally }) => {
        if (!of(failure)) return [];
        tally.failed += 1;
        keepFailure(tally, failure, this.#keeping.failure);
        return [{ row, failure }];
      }),
    );
  }

  #takeGroup(group: Group, members: readonly GroupMember[], exchange: Exchange, found: Found): void {
    const judged = group.judge(exchange);
    if (!judged && !found.silent) return;
    // Most responses have no flaws, so the lookup is skipped.
    const flaws = judged && judged.flaws.size > 0 ? judged.flaws : undefined;
    for (const member of members) {
      const judgement = judged ? (flaws?.get(member.key) ?? absentJudgement(judged, member.key)) : NOT_CONCERNED;
      this.#note(member, exchange, judgement, found);
    }
  }

  /** Counts a judgement of a row, and keeps its flaws as failures. */
  #note({ row, tally }: RowOnOperation, exchange: Exchange, judgement: Judgement, { violations, silent }: Found): void {
    if (judgement === NOT_CONCERNED) {
      if (tally.judged === 0) silent?.push(tally);
      return;
    }
    if (judgement === NOTHING_TO_JUDGE) {
      tally.judged += 1;
      return;
    }
    countRelevant(tally);
    tally.failed += judgement.length;
    // A page may hold a thousand wrong items. A few failures are enough, since each holds an exchange.
    for (const flaw of judgement.slice(0, KEPT_FAILURES)) {
      const failure = failureOf(flaw, exchange);
      keepFailure(tally, failure, this.#keeping.failure);
      violations.push({ row, failure });
    }
  }
}

/** Counts a response that had something to judge. */
function countRelevant(tally: OpenTally): void {
  tally.judged += 1;
  tally.relevant += 1;
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

/** What a group says about a row for which it found no flaws. */
function absentJudgement({ relevant, seen }: GroupJudgement, key: string): Judgement {
  if (relevant.has(key)) return HOLDS;
  return seen ? NOTHING_TO_JUDGE : NOT_CONCERNED;
}
