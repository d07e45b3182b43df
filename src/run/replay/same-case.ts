import type { Redaction } from '../../client/redaction.ts';
import type { Failure } from '../../model/outcome.ts';
import type { ReportedFailure } from '../../model/reported.ts';
import type { Json } from '../../values/json.ts';

/** What differs between two runs of the same case: UUIDs (some are cut short), timestamps, and the id of the run in texts. */
const OF_ONE_RUN =
  /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{1,12}|\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)|\b[0-9a-f]{8}\b/gi;

const steady = (text: string): string => text.replace(OF_ONE_RUN, '#');

/** Returns what identifies a case: the query and body of its request, and what is expected of the response. */
function caseOf(url: string, body: Json | undefined, expected: string): string {
  const query = URL.canParse(url) ? [...new URL(url).searchParams].join('&') : url;
  return steady([query, JSON.stringify(body) ?? '', expected].join('\n'));
}

/** Returns whether a failure is the case that the report shows. Secrets are removed from the report. */
export function isSameCase(found: Failure, shown: ReportedFailure, redaction: Redaction): boolean {
  const request = found.exchanges.at(-1)?.request;
  if (request === undefined || found.operation !== shown.operation) return false;
  const { url, body } = redaction.json({ url: request.url, body: request.body ?? null });
  const expected = redaction.text(found.expected);
  return caseOf(url, body, expected) === caseOf(shown.request.url, shown.request.body ?? null, shown.expected);
}
