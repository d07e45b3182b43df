import type { Operation } from '../../src/contract/operations.ts';
import { type Gate, type JudgedWaiver, type Waiver, waiverOf } from '../../src/model/gate.ts';
import type { Report } from '../../src/model/report.ts';
import type { ReportedRequirement, Status, Verdict } from '../../src/model/reported.ts';

/** The parts of a report that reporters need to tell waived failures from others. */
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
  incomplete: 'The gate fails because the run is incomplete',
  aborted: 'The gate fails because the run was aborted',
};

/** The status whose colour and sign represent the outcome of a gate. */
export const gateStatus: Readonly<Record<Outcome, Status>> = {
  passes: 'passed',
  fails: 'failed',
  incomplete: 'not_exercised',
  aborted: 'failed',
};

/** Returns the gate of a report, or undefined when it adds nothing to the verdict. */
export function ownGate({ gate, verdict }: Pick<Report, 'gate' | 'verdict'>): Gate | undefined {
  const isPlain = gate?.waivers.length === 0 && !gate.baseline && OUTCOMES[verdict] === gate.outcome;
  return isPlain ? undefined : gate;
}

/** Returns the result of the gate in a sentence, or undefined when it adds nothing to the verdict. */
export function gateSentence(report: Pick<Report, 'gate' | 'verdict'>): string | undefined {
  const gate = ownGate(report);
  if (!gate) return undefined;
  return gate.reasons.length === 0 ? `${WORDS[gate.outcome]}.` : `${WORDS[gate.outcome]}: ${gate.reasons.join('; ')}.`;
}

/** Returns the operations on which a requirement does not hold. */
export const failingOn = ({ operations, by_operation, status }: ReportedRequirement) =>
  operations.filter((each) => by_operation[each] === status);

/** Returns a text such as `waived on affirm until 2026-12-31: reason (link)`. */
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

/** Returns what excuses a requirement's failure on an operation, or undefined. */
export function excuseOf({ gate }: Pick<Report, 'gate'>, id: string, operation: Operation): Excuse | undefined {
  const waiver = waiverOf(gate?.waivers ?? [], id, operation);
  if (waiver) return { kind: 'waived', text: waiverText(waiver) };
  const isNew = gate?.baseline?.worse.some(
    (each) => each.kind === 'broke' && each.id === id && each.operation === operation,
  );
  if (!gate?.baseline || isNew) return undefined;
  return { kind: 'known', text: `also failed in the baseline of ${gate.baseline.started_at.slice(0, 10)}` };
}

/** Returns what excuses a requirement, and whether it is excused on all operations where it does not hold. */
export function excusesOf(report: Pick<Report, 'gate'>, requirement: ReportedRequirement) {
  const found = failingOn(requirement).map((operation) => excuseOf(report, requirement.id, operation));
  const excuses = [...new Set(found.flatMap((each) => (each ? [each.text] : [])))];
  const isOpen = found.length === 0 || found.includes(undefined);
  const kind = found.some((each) => each?.kind === 'waived') ? ('waived' as const) : ('known' as const);
  return { excuses, excused: isOpen ? undefined : kind };
}

const DAY_MS = 86_400_000;
/** Number of days for which a suggested waiver is valid. */
const DAYS = 30;

const day = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 10);

/**
 * Returns waivers that would excuse a requirement for a month; the user gives the real reason. Returns none if the
 * failures are not known to be those of the service: the run was aborted, or one cause keeps everything from working.
 */
export function suggested(
  { gate, finished_at, verdict, suspected_cause: cause }: Report,
  requirement: ReportedRequirement,
): readonly Waiver[] {
  if (verdict === 'aborted' || cause !== undefined) return [];
  const { id, operations } = requirement;
  const open = failingOn(requirement).filter((each) => !waiverOf(gate?.waivers ?? [], id, each));
  const ran = Date.parse(finished_at);
  const terms = { reason: `known since ${day(ran)}`, expires: day(ran + DAYS * DAY_MS) };
  if (open.length === operations.length) return [{ requirement: id, ...terms }];
  return open.map((operation) => ({ requirement: id, operation, ...terms }));
}

/** Returns the text of a waivers file. */
export const waiversFile = (waivers: readonly Waiver[]): string => JSON.stringify({ waivers }, null, 2);
