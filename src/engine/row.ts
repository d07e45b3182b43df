import type { Operation } from '../contract/operations.ts';
import type { Aspect, Citation, Level, Requirement } from '../contract/requirement.ts';
import { type NonEmpty, nonEmpty } from '../values/non-empty.ts';
import { type Active, type Check, type CheckPart, isJudging, isSending, partOf } from './check.ts';
import type { CombinableChanges } from './packing.ts';

/** A requirement and how it is checked. */
export interface Row extends Requirement {
  readonly checks: NonEmpty<Check>;
  /**
   * Checks that apply only to traffic of others. A run leaves them out: its probes decide instead, and break these
   * rules on purpose.
   */
  readonly traffic?: readonly Check[];
}

/** What a row says besides its sentence and its checks. */
export interface RowDetails extends Pick<Row, 'lenience' | 'parameters' | 'from' | 'traffic'> {
  readonly aspect: Aspect;
  /** Operations, if not those of the suite. */
  readonly on?: readonly Operation[];
  /** Words of the document. `7: words` names a section other than the suite's. */
  readonly cites: NonEmpty<string>;
}

type Draft = Omit<Row, 'id' | 'section' | 'operations' | 'cites'> & Pick<RowDetails, 'on' | 'cites'>;

/** Makes requirements of a level. `suite` gives them their id and section. */
const row =
  (level: Level) =>
  (title: string, details: RowDetails, ...checks: NonEmpty<Check>): Draft => ({
    level,
    title,
    ...details,
    checks,
  });

export const must = row('must');
export const should = row('should');
export const observe = row('observe');

const SECTIONED = /^(Conventions|\d+(?:\.\d+)?): /;

function citation(words: string, section: string): Citation {
  const named = SECTIONED.exec(words);
  return named?.[1] ? { section: named[1], words: words.slice(named[0].length) } : { section, words };
}

/** Makes the rows of one section of the document. `drafts` are keyed by id. */
export function suite(
  section: string,
  on: readonly Operation[],
  drafts: Readonly<Record<string, Draft>>,
): readonly Row[] {
  return Object.entries(drafts).map(
    ([
      id,
      {
        on: own,
        cites: [first, ...more],
        ...draft
      },
    ]) => ({
      ...draft,
      id,
      section,
      operations: nonEmpty(own ?? on, `operations that ${id} is about`),
      cites: [citation(first, section), ...more.map((words) => citation(words, section))],
    }),
  );
}

/** Returns the checks of a row that make traffic: all, or one part of them. */
export const activeChecks = ({ checks }: Row, part?: CheckPart): readonly Active[] =>
  checks.filter(isSending).filter((check) => part === undefined || part === partOf(check));

/** Returns whether one of the rows is about an operation. */
export const verifies = (rows: readonly Row[], operation: Operation): boolean =>
  rows.some(({ operations }) => operations.includes(operation));

/** Returns the combinable changes of all checks of `rows` on an operation. */
export const combinableAbout = (rows: readonly Row[], operation: Operation): readonly CombinableChanges[] =>
  rows
    .filter(({ operations }) => operations.includes(operation))
    .flatMap((row) => activeChecks(row).flatMap(({ combinable }) => combinable ?? []));

/** Returns whether a row waits for time to pass, so that it is started before others. */
export const isWaiting = (row: Row): boolean => activeChecks(row).some(({ waits }) => waits === true);

/** Returns whether a row makes exchanges of its own. */
export const isActive = (row: Row): boolean => activeChecks(row).length > 0;

/** Returns whether the result of a row rests on judged traffic, whoever made it. */
export const isPassive = (row: Row): boolean => row.checks.some(isJudging);
