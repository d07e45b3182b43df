import type { Operation } from '../../contract/operations.ts';
import type { Requirement } from '../../contract/requirement.ts';
import { type Read, readOwnDocument } from '../../contract/validation/read-document.ts';
import { covers, type JudgedWaiver, nameOfWaiver, type Waiver, type WaiverState } from '../../model/gate.ts';
import type { Report } from '../../model/report.ts';
import { isFailing, type ReportedRequirement, statusOn } from '../../model/reported.ts';
import { meant } from '../../values/nearest.ts';

/** What must be known about a requirement to waive it. */
export type Waivable = Pick<Requirement, 'id' | 'level' | 'operations'>;

const idsOf = (known: readonly Waivable[]): readonly string[] => known.map(({ id }) => id);

function problemOf({ requirement, operation }: Waiver, known: readonly Waivable[]): string | undefined {
  const row = known.find(({ id }) => id === requirement);
  if (!row)
    return `there is no requirement ${requirement}${meant(requirement, idsOf(known))}; "transfer-conformance list" shows them all`;
  if (row.level === 'observe') return `${requirement} is only observed and never fails; remove its waiver`;
  if (operation === undefined || row.operations.includes(operation)) return undefined;
  return `${requirement} does not apply to ${operation}; it applies to ${row.operations.join(', ')}`;
}

function repeated(waivers: readonly Waiver[]): string | undefined {
  const twice = waivers.find((each, i) =>
    waivers.slice(0, i).some((other) => nameOfWaiver(other) === nameOfWaiver(each)),
  );
  return twice && `${nameOfWaiver(twice)} is waived twice; keep one`;
}

/** Reads the waivers of a file. The result is wrong if a waiver names nothing that could fail. */
export function readWaivers(content: string, known: readonly Waivable[]): Read<readonly Waiver[]> {
  const file = readOwnDocument<{ readonly waivers: readonly Waiver[] }>('waivers', content);
  if (file.kind === 'wrong') return file;
  const { waivers } = file.value;
  const problem = waivers.map((each) => problemOf(each, known)).find((each) => each !== undefined) ?? repeated(waivers);
  return problem === undefined ? { kind: 'read', value: waivers } : { kind: 'wrong', problem };
}

/**
 * Returns the results of the requirement on the operations that a waiver covers. `whole` are its operations in a run
 * without `--only`; those that the report leaves out were not exercised.
 */
const covered = (waiver: Waiver, requirement: ReportedRequirement, whole: readonly Operation[]) =>
  [...new Set([...requirement.operations, ...whole])]
    .filter((each) => covers(waiver, each))
    .map((each) => statusOn(requirement, each));

/** The day of a run and the requirements of a run without `--only`. */
export interface Judging {
  /** In UTC: `2026-12-31`. */
  readonly today: string;
  readonly known?: readonly Waivable[] | undefined;
}

function stateOf(
  waiver: Waiver,
  requirement: ReportedRequirement | undefined,
  { today, known = [] }: Judging,
): WaiverState {
  if (waiver.expires < today) return 'expired';
  const whole = known.find(({ id }) => id === waiver.requirement)?.operations ?? [];
  const results = requirement ? covered(waiver, requirement, whole) : [];
  if (results.some(isFailing)) return 'in_force';
  return results.length > 0 && results.every((each) => each === 'passed') ? 'unneeded' : 'untried';
}

/**
 * Determines the state of each waiver. A waiver is unneeded if what it excuses was exercised on all its operations and
 * holds. `--only` may leave out the operation that it is needed for. In a shard a waiver is never unneeded, since a shard
 * does not know the results of the others.
 */
export const judged = (
  waivers: readonly Waiver[],
  { requirements, shard }: Pick<Report, 'requirements' | 'shard'>,
  judging: Judging,
): readonly JudgedWaiver[] =>
  waivers.map((waiver) => {
    const requirement = requirements.find(({ id }) => id === waiver.requirement);
    const state = stateOf(waiver, requirement, judging);
    return { ...waiver, state: shard && state === 'unneeded' ? 'untried' : state };
  });
