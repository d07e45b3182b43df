import { terminal } from '../../reporters/view/escape.ts';
import { rows } from '../../suites/index.ts';
import { isRead, type Operation } from '../contract/operations.ts';
import { exercise } from '../engine/exercise.ts';
import { Judge } from '../engine/judge.ts';
import { isActive, type Row } from '../engine/row.ts';
import { isAccepted, isAnswered, type RequestInput } from '../model/exchange.ts';
import type { Failure } from '../model/outcome.ts';
import type { ReportedFailure, ReportedRequirement } from '../model/report.ts';
import { recognise } from '../recordings/recognise.ts';
import { curl } from '../run/curl.ts';
import { onEmbedded, startEmbedded } from '../run/embedded.ts';
import { readReport } from '../run/read-report.ts';
import { message } from '../run/report-failure.ts';
import { Session } from '../run/session.ts';
import { commandSettings, environment, type RunSettings, readSettings } from '../run/settings.ts';
import { type Flags, UsageError } from '../settings/configuration.ts';
import { isObject, type Json } from '../values/json.ts';
import { meant } from '../values/nearest.ts';
import { EXIT } from './exit-codes.ts';

/** What sending a case again came to. */
type Again =
  | { readonly kind: 'fails'; readonly failure: Failure }
  | { readonly kind: 'holds' }
  | { readonly kind: 'flaky'; readonly reason: string }
  | { readonly kind: 'inconclusive'; readonly reason: string };

/** Sends the failing cases of one requirement again and shows whether they still fail. */
export async function replay(flags: Flags, given: string): Promise<number> {
  const id = given.toUpperCase();
  const file = String(flags['report'] ?? 'conformance-report/report.json');
  const report = readReport(file);
  const requirement = report.requirements.find((each) => each.id === id);
  const row = rows.find((each) => each.id === id);
  if (requirement?.party === 'client')
    throw new UsageError(`${id} speaks of requests that clients make: repair the client and judge its traffic again`);
  if (!requirement || !row)
    throw new UsageError(
      `${file} has no requirement ${id}${meant(
        id,
        report.requirements.map((each) => each.id),
      )}; "transfer-conformance list" shows them all`,
    );
  if (requirement.failures.length === 0)
    throw new UsageError(`${id} has no failure in ${file}: there is nothing to send again`);
  const service = report.target.embedded && !flags['baseUrl'] ? await startEmbedded() : undefined;
  try {
    // A report on traffic has no cases of its own: what it shows is sent again as it was.
    const drawn = report.runs === 0 ? {} : { seed: report.seed, runs: report.runs };
    const settings = await commandSettings({ ...flags, ...drawn }, { baseUrl: report.target.base_url });
    return await onTarget(
      row,
      requirement,
      service ? onEmbedded(settings, service) : readSettings(settings, environment()),
    );
  } finally {
    await service?.close();
  }
}

async function onTarget(row: Row, requirement: ReportedRequirement, settings: RunSettings): Promise<number> {
  const violated: Failure[] = [];
  const session = new Session(settings, new Judge([row]));
  session.observe({ onViolation: ({ failure }) => violated.push(failure) });
  try {
    await session.open();
    const firsts = new Map(requirement.failures.map((failure) => [failure.operation, failure] as const));
    const found: Again[] = [];
    for (const [operation, failure] of firsts) found.push(await again(row, operation, failure, { session, violated }));
    for (const each of found) process.stdout.write(`${session.redaction.text(lineOf(row, each))}\n`);
    return exitCode(found);
  } finally {
    await session.close();
  }
}

function exitCode(found: readonly Again[]): number {
  if (found.some(({ kind }) => kind === 'fails')) return EXIT.nonconformant;
  return found.some(({ kind }) => kind === 'inconclusive') ? EXIT.incomplete : EXIT.conformant;
}

function lineOf(row: Row, found: Again): string {
  if (found.kind === 'holds') return `${row.id} no longer fails`;
  if (found.kind === 'flaky') return `${row.id} is flaky: ${terminal(found.reason)}`;
  if (found.kind === 'inconclusive') return `${row.id} is inconclusive: ${terminal(found.reason)}`;
  const request = found.failure.exchanges.at(-1)?.request;
  return `${row.id} still fails: ${terminal(message(found.failure))}${request ? `\n${terminal(curl(request))}` : ''}`;
}

/** A session, and what the row's rules found wrong in it so far. */
interface Stage {
  readonly session: Session;
  readonly violated: readonly Failure[];
}

/** A probe is run again on the operation; what a rule found is looked for in the answer to the same request. */
async function again(row: Row, operation: Operation, failure: ReportedFailure, stage: Stage): Promise<Again> {
  const { session, violated } = stage;
  if (isActive(row) && row.checks.some(({ kind }) => kind === 'probe')) {
    const outcome = await exercise(row, operation, session, { replay: failure.replay });
    if (outcome.kind === 'fails') return { kind: 'fails', failure: outcome.failures[0] };
    if (outcome.kind === 'flaky') return { kind: 'flaky', reason: outcome.reason };
    if (outcome.kind === 'inconclusive') return { kind: 'inconclusive', reason: outcome.reason };
    const [found] = violated;
    if (found) return { kind: 'fails', failure: found };
    if (row.checks.every(({ kind }) => kind === 'probe')) return { kind: 'holds' };
  }
  return resent(operation, failure, session);
}

/** The reported request, with a ref_id that was never used. */
async function resent(operation: Operation, failure: ReportedFailure, session: Session): Promise<Again> {
  const { method, url, body } = failure.request;
  const known = recognise(method, url);
  if (!known || known.operation !== operation)
    return { kind: 'inconclusive', reason: `the report's request ${method} ${url} is none of ${operation}` };
  const input: RequestInput = {
    path: known.path,
    query: known.query,
    ...(body === undefined ? {} : { body: fresh(body, session.run.id) }),
  };
  const recorded = await session.transmit(operation, input, 'replay');
  if ('withheld' in recorded) return { kind: 'inconclusive', reason: recorded.reason };
  if (!isAnswered(recorded)) return { kind: 'inconclusive', reason: `${operation} was not answered: ${recorded.lost}` };
  const [found] = session.violations(recorded);
  if (found) return { kind: 'fails', failure: found };
  const refused = !isAccepted(recorded) && (recorded.response.status === 401 || !isRead(operation));
  return refused
    ? { kind: 'inconclusive', reason: `${operation} answered ${recorded.response.status}` }
    : { kind: 'holds' };
}

const fresh = (body: Json, run: string): Json =>
  isObject(body) && 'ref_id' in body ? { ...body, ref_id: `tc-${run}-replay` } : body;
