import type { Report } from '../../src/model/report.ts';
import type { ReportedRequirement } from '../../src/model/reported.ts';
import { cut } from '../../src/values/escape.ts';

/** Maximum number of characters of one value that a search covers. */
const LONGEST = 300;

/** Returns the text that a search for a requirement covers, in lower case: names, operations and the values seen. */
export function searchText(requirement: ReportedRequirement, { observations }: Pick<Report, 'observations'>): string {
  const { id, title, section, operations, reason, provide, failures } = requirement;
  const values = failures.flatMap(({ message, expected, actual, request }) => [message, expected, actual, request.url]);
  const seen = observations.filter((each) => each.id === id).map(({ answer }) => answer);
  const parts = [id, title, section, ...operations, reason ?? '', provide ?? '', ...values, ...seen];
  return parts
    .map((each) => cut(each, LONGEST))
    .join(' ')
    .toLowerCase();
}
