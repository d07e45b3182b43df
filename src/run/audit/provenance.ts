import type { ReportedFacts } from '../../model/facts.ts';
import type { Provenance, RunPart } from '../../model/report.ts';
import { reportedContext } from '../../model/run-context.ts';
import type { RunSettings } from '../../settings/run-settings.ts';
import { definite } from '../../values/definite.ts';
import type { Session } from '../session/session.ts';

/** Returns what an audit needs besides the exchanges to replay a run, or one shard of it. */
export function provenanceOf(session: Session, settings: RunSettings, { stopped, bound }: ReportedFacts): Provenance {
  const { target, only, exclude, level } = settings;
  const part: RunPart = {
    run: reportedContext(session.run),
    fixtures: session.fixtures,
    array_format: session.arrayFormat,
    only,
    exclude,
    level,
    shard: target.shard,
    ended: definite({ stopped, bound }),
    taken: session.transactions.taken,
    cases: session.allowedCases.fewer,
    unsent: session.unsent,
    ...definite({ turns_since: session.shared.writes.since }),
    ...(session.retried.length === 0 ? {} : { retried: session.retried }),
  };
  return { exchanges: session.record.traffic.total, parts: [part] };
}
