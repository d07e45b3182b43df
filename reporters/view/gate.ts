import type { Operation } from '../../src/contract/operations.ts';
import { type Gate, type JudgedWaiver, type Waiver, waiverOf } from '../../src/model/gate.ts';
import type { Report, ReportedRequirement, Status, Verdict } from '../../src/model/report.ts';

/** What the reporters read of a report to separate waived failures from others. */
export type Gated = Pick<Report, 'requirements' | 'gate'>;

type Outcome = NonNullable<Report['gate']>['outcome'];

const OUTCOMES: Readonly<Record<Verdict, Outcome>> = {
  conformant: 'passes',
  nonconformant: 'fails',
  incomplete: 'incomplete',
  aborted: 'aborted',
};

const WORDS: Readonly<Record<Outcome, string>> = {
  passes: 'The gate passes',
  fails: 'The gate fails',
  incomplete: 'The gate fails, as the run is incomplete',
  aborted: 'The gate fails, as the run was aborted',
};

/** The status that speaks for the outcome of a gate: its colour and its sign. */
export const gateStatus: Readonly<Record<Outcome, Status>> = {
  passes: 'passed',
  fails: 'failed',
  incomplete: 'not_exercised',
  aborted: 'failed',
};

/** The gate of a report; undefined where the verdict says all of it already. */
export function ownGate({ gate, verdict }: Pick<Report, 'gate' | 'verdict'>): Gate | undefined {
  const isPlain = gate?.waivers.length === 0 && !gate.baseline && OUTCOMES[verdict] === gate.outcome;
  return isPlain ? undefined : gate;
}

/** What the pipeline makes of the report; undefined where the verdict says it already. */
export function gateSentence(report: Pick<Report, 'gate' | 'verdict'>): string | undefined {
  const gate = ownGate(report);
  if (!gate) return undefined;
  return gate.reasons.length === 0 ? `${WORDS[gate.outcome]}.` : `${WORDS[gate.outcome]}: ${gate.reasons.join('; ')}.`;
}

/** The operations on which a requirement does not hold. */
export const failingOn = ({ operations, by_operation, status }: ReportedRequirement) =>
  operations.filter((each) => by_operation[each] === status);

/** `waived on affirm until 2026-12-31: reason (link)`. */
function waiverText({ operation, expires, reason, link }: JudgedWaiver): string {
  const on = operation === undefined ? '' : ` on ${operation}`;
  return `waived${on} until ${expires}: ${reason}${link === undefined ? '' : ` (${link})`}`;
}

/** Why a failure does not close the gate. */
export interface Excuse {
  /** `known`: it failed in the baseline too. */
  readonly kind: 'waived' | 'known';
  readonly text: string;
}

/** What excuses the failure of a requirement on an operation; undefined when nothing does. */
export function excuseOf({ gate }: Pick<Report, 'gate'>, id: string, operation: Operation): Excuse | undefined {
  const waiver = waiverOf(gate?.waivers ?? [], id, operation);
  if (waiver) return { kind: 'waived', text: waiverText(waiver) };
  const isNew = gate?.baseline?.worse.some(
    (each) => each.kind === 'broke' && each.id === id && each.operation === operation,
  );
  if (!gate?.baseline || isNew) return undefined;
  return { kind: 'known', text: `failed in the baseline of ${gate.baseline.started_at.slice(0, 10)} too` };
}

/** What excuses a requirement, and whether something does wherever it does not hold. */
export function excusesOf(report: Pick<Report, 'gate'>, requirement: ReportedRequirement) {
  const found = failingOn(requirement).map((operation) => excuseOf(report, requirement.id, operation));
  const excuses = [...new Set(found.flatMap((each) => (each ? [each.text] : [])))];
  const isOpen = found.length === 0 || found.includes(undefined);
  const kind = found.some((each) => each?.kind === 'waived') ? ('waived' as const) : ('known' as const);
  return { excuses, excused: isOpen ? undefined : kind };
}

const DAY_MS = 86_400_000;
/** Days that a suggested waiver is in force. */
const DAYS = 30;

const day = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10);

/** Waivers that would excuse a requirement for a month, for the user to give a reason of their own. */
export function suggested(
  { gate, finished_at }: Pick<Report, 'gate' | 'finished_at'>,
  requirement: ReportedRequirement,
): readonly Waiver[] {
  const { id, operations } = requirement;
  const open = failingOn(requirement).filter((each) => !waiverOf(gate?.waivers ?? [], id, each));
  const ran = Date.parse(finished_at);
  const terms = { reason: `known since ${day(ran)}`, expires: day(ran + DAYS * DAY_MS) };
  if (open.length === operations.length) return [{ requirement: id, ...terms }];
  return open.map((operation) => ({ requirement: id, operation, ...terms }));
}

/** A waivers file with the given waivers. */
export const waiversFile = (waivers: readonly Waiver[]): string => JSON.stringify({ waivers }, null, 2);
