import type { Requirement } from '../../contract/requirement.ts';
import { covers, type JudgedWaiver, type Waiver, type WaiverState } from '../../model/gate.ts';
import type { Report, ReportedRequirement } from '../../model/report.ts';
import { type Read, readDocument } from './document.ts';

/** What must be known of a requirement to waive it. */
export type Waivable = Pick<Requirement, 'id' | 'level' | 'operations'>;

function problemOf({ requirement, operation }: Waiver, known: readonly Waivable[]): string | undefined {
  const row = known.find(({ id }) => id === requirement);
  if (!row) return `there is no requirement ${requirement}; "transfer-conformance list" shows them all`;
  if (row.level === 'observe') return `${requirement} is only observed and never fails; remove its waiver`;
  if (operation === undefined || row.operations.includes(operation)) return undefined;
  return `${requirement} is not about ${operation}; it is about ${row.operations.join(', ')}`;
}

/** A waiver's name in sentences; no two of a file have the same. */
export const nameOf = ({ requirement, operation }: Waiver): string =>
  operation === undefined ? requirement : `${requirement} on ${operation}`;

function repeated(waivers: readonly Waiver[]): string | undefined {
  const twice = waivers.find((each, i) => waivers.slice(0, i).some((other) => nameOf(other) === nameOf(each)));
  return twice && `${nameOf(twice)} is waived twice; keep one`;
}

/** The waivers of a file; wrong when one of them names nothing that could fail. */
export function readWaivers(content: string, known: readonly Waivable[]): Read<readonly Waiver[]> {
  const file = readDocument<{ readonly waivers: readonly Waiver[] }>('waivers', content);
  if (file.kind === 'wrong') return file;
  const { waivers } = file.value;
  const problem = waivers.map((each) => problemOf(each, known)).find((each) => each !== undefined) ?? repeated(waivers);
  return problem === undefined ? { kind: 'read', value: waivers } : { kind: 'wrong', problem };
}

/** The operations that a waiver is about, with the requirement's results on them. */
const meant = (waiver: Waiver, { operations, by_operation }: ReportedRequirement) =>
  operations.filter((each) => covers(waiver, each)).map((each) => by_operation[each] ?? 'not_exercised');

function stateOf(waiver: Waiver, requirement: ReportedRequirement | undefined, today: string): WaiverState {
  if (waiver.expires < today) return 'expired';
  const results = requirement ? meant(waiver, requirement) : [];
  if (results.some((each) => each === 'failed' || each === 'warned')) return 'in_force';
  return results.length > 0 && results.every((each) => each === 'passed') ? 'unneeded' : 'untried';
}

/**
 * Each waiver as the run found it on a day (UTC, `2026-12-31`). One is unneeded when what it excuses was tried everywhere and
 * holds; where something was not tried, nobody knows, and a shard does not know of the others.
 */
export const judged = (
  waivers: readonly Waiver[],
  { requirements, shard }: Pick<Report, 'requirements' | 'shard'>,
  today: string,
): readonly JudgedWaiver[] =>
  waivers.map((waiver) => {
    const requirement = requirements.find(({ id }) => id === waiver.requirement);
    const state = stateOf(waiver, requirement, today);
    return { ...waiver, state: shard && state === 'unneeded' ? 'untried' : state };
  });
