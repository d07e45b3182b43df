import type { Operation } from '../../src/contract/operations.ts';
import { worst } from '../../src/engine/results.ts';
import type { Report } from '../../src/model/report.ts';
import type { ReportedRequirement, Status, Verdict } from '../../src/model/reported.ts';
import { sample } from './sample.ts';

type Results = Readonly<Record<string, Status | Readonly<Partial<Record<Operation, Status>>>>>;

function requirement(id: string, result: Results[string]): ReportedRequirement {
  const found = sample.requirements.find((each) => each.id === id);
  if (!found) throw new Error(`the sample has no ${id}`);
  const by_operation = typeof result === 'string' ? { [found.operation]: result } : result;
  const statuses = Object.values(by_operation);
  const status = worst(statuses);
  const failures = status === 'failed' || status === 'warned' ? found.failures : [];
  const operations = found.operations.filter((each) => each in by_operation);
  return { ...found, operations, by_operation, status, failures };
}

function verdictOf(musts: readonly Status[]): Verdict {
  if (musts.includes('failed')) return 'nonconformant';
  return musts.length > 0 && musts.every((each) => each === 'passed') ? 'conformant' : 'incomplete';
}

/** A report in which the named requirements of the sample have the given results, and no others are. */
export function reportOf(results: Results): Report {
  const requirements = Object.entries(results).map(([id, result]) => requirement(id, result));
  const count = (status: Status): number => requirements.filter((each) => each.status === status).length;
  const musts = requirements.filter(({ level }) => level === 'must').map(({ status }) => status);
  return {
    ...sample,
    verdict: verdictOf(musts),
    requirements,
    summary: {
      requirements: requirements.length,
      passed: count('passed'),
      failed: count('failed'),
      warned: count('warned'),
      not_exercised: count('not_exercised'),
      observed: count('observed'),
      requests: sample.summary.requests,
    },
    observations: sample.observations.filter(({ id }) => id in results),
  };
}
