import type { Report } from '../../src/model/report.ts';
import type { ReportedFailure } from '../../src/model/reported.ts';
import { isServerError } from '../../src/values/http-status.ts';
import { type Finding, findings } from './findings.ts';

/** A property of requests or answers that can be seen in failures. */
interface Trait {
  readonly words: string;
  readonly isSeen: (failure: ReportedFailure) => boolean;
}

/** Returns the decoded values of the query. */
function queryOf({ request }: ReportedFailure): readonly string[] {
  return URL.canParse(request.url) ? [...new URL(request.url).searchParams.values()] : [];
}

const OFFSET = /T\d\d:\d\d(?::\d\d(?:\.\d+)?)?[+-]\d\d:\d\d/;

const TRAITS: readonly Trait[] = [
  {
    words: 'a time with a numeric offset in the request',
    isSeen: (failure) => queryOf(failure).some((value) => OFFSET.test(value)),
  },
  { words: 'a time with a numeric offset in the response', isSeen: ({ actual }) => OFFSET.test(actual) },
  { words: 'null instead of a value', isSeen: ({ actual }) => actual === 'null' },
  { words: 'an empty string instead of a value', isSeen: ({ actual }) => actual === '""' },
  { words: 'a server error (5xx)', isSeen: ({ response }) => isServerError(response.status) },
];

/** Minimum number of requirements; fewer may share a property by chance. */
const LEAST = 3;

/** A property that all shown failures of several requirements have in common. */
export interface CommonCause {
  readonly words: string;
  readonly findings: readonly Finding[];
}

/**
 * Returns the properties that every shown failure of at least three requirements has, most frequent first. Waived ones
 * are left out.
 */
export function commonCauses(report: Report): readonly CommonCause[] {
  const open = findings(report).filter(
    ({ group, failures }) => failures.length > 0 && (group === 'failed' || group === 'warned'),
  );
  return TRAITS.map(({ words, isSeen }) => ({ words, findings: open.filter((each) => each.failures.every(isSeen)) }))
    .filter((each) => each.findings.length >= LEAST)
    .sort((a, b) => b.findings.length - a.findings.length);
}

/** Returns the common cause as a sentence. */
export function commonCauseText({ words, findings: found }: CommonCause): string {
  const ids = found.map(({ requirement }) => requirement.id);
  const named = ids.slice(0, LEAST).join(', ');
  const more = ids.length > LEAST ? ` and ${ids.length - LEAST} more` : '';
  return `All failures shown for ${ids.length} requirements have ${words}: ${named}${more}`;
}
