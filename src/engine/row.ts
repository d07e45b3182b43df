import type { Operation } from '../contract/operations.ts';
import type { Aspect, Citation, Level, Requirement } from '../contract/requirement.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Counted } from '../model/facts.ts';
import type { Failure } from '../model/outcome.ts';
import { nonEmpty } from '../values/non-empty.ts';
import type { Claims } from './packing.ts';
import type { Probing } from './probing.ts';

/** A difference between an answer and the document, before it is tied to an exchange. */
export type Flaw = Pick<Failure, 'where' | 'expected' | 'actual'>;

/** The rule has nothing to do with the exchange, or cannot read what it is about: another row judges that. */
export const NOT_CONCERNED = 'not concerned';

/** The rule was applied to the exchange, and what it is about is lawfully absent. */
export const NOTHING_TO_JUDGE = 'nothing to judge';

/** What a rule says of one exchange: one of the two above, or the flaws that it found, none when the rule holds. */
export type Judgement = typeof NOT_CONCERNED | typeof NOTHING_TO_JUDGE | readonly Flaw[];

/** The rule holds. */
export const HOLDS: readonly Flaw[] = [];

/** That the rule holds, or else one flaw, which is made only then: most answers have none. */
export const flawUnless = (holds: boolean, flaw: () => Flaw): readonly Flaw[] => (holds ? HOLDS : [flaw()]);

/** What a group says of one answer. */
export interface GroupJudgement {
  /** Flaws by the key of the row's check. */
  readonly flaws: ReadonlyMap<string, readonly Flaw[]>;
  /** Keys that had something to judge. */
  readonly relevant: ReadonlySet<string>;
  /** True when the answer is recognisable, so that a key which had nothing to judge holds vacuously. */
  readonly seen: boolean;
}

/** Judges an answer by many rows at once, so that a body is walked once and not once a row. */
export interface Group {
  judge(exchange: Exchange): GroupJudgement | undefined;
}

/** Counts what differs from one exchange to the next, on each operation. */
export interface Survey {
  see(exchange: Exchange): void;
  counts(): ReadonlyMap<Operation, readonly Counted[]>;
}

/** A request that a client made, answered or not. */
export type RequestMade = Pick<Exchange, 'operation' | 'request' | 'recorded'>;

/** What a check of generated cases wants: so many, or a share of those that the run has of a property, of so many requests each. */
export type Wanted = { readonly requests: number } & ({ readonly cases: number } | { readonly share: number });

/**
 * How a requirement is checked; `rule`, `sequence`, `request`, `group` and `survey` judge all traffic, `probe` and `question` make
 * some, and `consequence` is what failures of others amount to.
 */
export type Check =
  | { readonly kind: 'rule'; readonly judge: (exchange: Exchange) => Judgement }
  | {
      readonly kind: 'sequence';
      readonly begin: () => (exchange: Exchange) => Judgement;
      /** Operations whose answers it learns from, beside those of its row. */
      readonly also?: readonly Operation[];
    }
  | { readonly kind: 'request'; readonly judge: (made: RequestMade) => Judgement }
  | { readonly kind: 'group'; readonly group: Group; readonly key: string }
  | { readonly kind: 'survey'; readonly begin: () => Survey }
  | { readonly kind: 'consequence'; readonly of: (failure: Failure) => boolean }
  | {
      readonly kind: 'probe';
      readonly run: (probing: Probing) => Promise<readonly Failure[]>;
      readonly generated?: Wanted;
      readonly claims?: Claims;
      /** True where it waits for time to pass, so that it is begun before others. */
      readonly waits?: true;
      /** True where it looks at what the run has left behind, so that it is made after all others. */
      readonly closes?: true;
    }
  | {
      readonly kind: 'question';
      readonly ask: (probing: Probing) => Promise<string | readonly Counted[]>;
      readonly generated?: Wanted;
      readonly claims?: Claims;
      /** True where it waits for time to pass, so that it is begun before others. */
      readonly waits?: true;
    };

/** A check that makes traffic. */
export type Active = Extract<Check, { kind: 'probe' | 'question' }>;

/**
 * The active checks of a row in parts: requests that are the same in every run, which are the least evidence; generated cases, which
 * are more of it; and requests that look at what all others have left behind.
 */
export type Part = 'fixed' | 'generated' | 'closing';

/** A requirement with its judgement. */
export interface Row extends Requirement {
  readonly checks: readonly [Check, ...Check[]];
  /** Checks of traffic that others make. In a run the row's probes decide instead, and break these on purpose. */
  readonly traffic?: readonly Check[];
}

/** Judges each answer of the row's operations by itself. */
export const rule = (judge: (exchange: Exchange) => Judgement): Check => ({ kind: 'rule', judge });

/** Judges each request of the row's operations, whatever it is answered with. */
export const request = (judge: (made: RequestMade) => Judgement): Check => ({ kind: 'request', judge });

/** Judges answers in the order in which they came; `begin` makes the state of one run. */
export const sequence = (begin: () => (exchange: Exchange) => Judgement, also: readonly Operation[] = []): Check => ({
  kind: 'sequence',
  begin,
  also,
});

/** Makes exchanges on purpose and returns what is wrong; throws Inconclusive when nothing follows from them. */
export const probe = (run: (probing: Probing) => Promise<readonly Failure[]>): Active => ({ kind: 'probe', run });

/** Finds out how the target behaves where the document is silent. */
export const question = (ask: (probing: Probing) => Promise<string | readonly Counted[]>): Active => ({
  kind: 'question',
  ask,
});

/** A check whose changes may be sent together with those of others. */
export const claiming = (kind: Claims['kind'], changes: Claims['changes'], check: Active): Active => ({
  ...check,
  claims: { kind, changes },
});

/** A check that waits for time to pass: the sooner it begins, the less is waited for it. */
export const waiting = (check: Active): Active => ({ ...check, waits: true });

/** A probe that is made after all others, of what they have left behind. */
export const closing = (run: (probing: Probing) => Promise<readonly Failure[]>): Check => ({
  kind: 'probe',
  run,
  closes: true,
});

/** A probe whose requests are all generated: sent with what the others leave of the budgets. */
export const cases = (generated: Wanted, run: (probing: Probing) => Promise<readonly Failure[]>): Check => ({
  kind: 'probe',
  run,
  generated,
});

/** A question that is answered by generated requests. */
export const exploration = (
  generated: Wanted,
  ask: (probing: Probing) => Promise<string | readonly Counted[]>,
): Check => ({
  kind: 'question',
  ask,
  generated,
});

/** Fails on an operation with each failure of another requirement there that is also one of this; accepted answers keep it. */
export const consequence = (of: (failure: Failure) => boolean): Check => ({ kind: 'consequence', of });

/** Learns from all traffic how the target behaves where the document is silent. */
export const survey = (begin: () => Survey): Check => ({ kind: 'survey', begin });

/** What a row says besides its sentence and its checks. */
export interface Facts extends Pick<Row, 'lenience' | 'parameters' | 'from' | 'traffic'> {
  readonly aspect: Aspect;
  /** Operations, when not the suite's. */
  readonly on?: readonly Operation[];
  /** Words of the document; `7: words` names a section other than the suite's. */
  readonly cites: readonly [string, ...string[]];
}

type Draft = Omit<Row, 'id' | 'section' | 'operations' | 'cites'> & Pick<Facts, 'on' | 'cites'>;

const row =
  (level: Level) =>
  (title: string, facts: Facts, ...checks: readonly [Check, ...Check[]]): Draft => ({ level, title, ...facts, checks });

export const must = row('must');
export const should = row('should');
export const observe = row('observe');

const SECTIONED = /^(Conventions|\d+(?:\.\d+)?): /;

function citation(words: string, section: string): Citation {
  const named = SECTIONED.exec(words);
  return named?.[1] ? { section: named[1], words: words.slice(named[0].length) } : { section, words };
}

/** The rows of one section of the document, each keyed by its id. */
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

/** The checks of a row that make exchanges of their own, all or one part of them. */
export const activeChecks = ({ checks }: Row, part?: Part): readonly Active[] =>
  checks.flatMap((check) => {
    if (check.kind !== 'probe' && check.kind !== 'question') return [];
    return part === undefined || part === partOf(check) ? [check] : [];
  });

function partOf(check: Active): Part {
  if (check.generated !== undefined) return 'generated';
  return check.kind === 'probe' && check.closes ? 'closing' : 'fixed';
}

/** Cases that a check wants, when a property has so many; all of them where it does not say. */
export const casesOf = (runs: number, generated: Wanted = { share: 1, requests: 1 }): number =>
  'cases' in generated ? generated.cases : Math.ceil(runs * generated.share);

/** True for rows whose checks wait for time to pass. */
export const isWaiting = (row: Row): boolean => activeChecks(row).some(({ waits }) => waits === true);

/** True for rows that make exchanges of their own. */
export const isActive = (row: Row): boolean => activeChecks(row).length > 0;

/** True for rows whose verdict rests on answers, whoever asked for them. */
export const isPassive = (row: Row): boolean => row.checks.some(({ kind }) => PASSIVE.has(kind));

const PASSIVE: ReadonlySet<Check['kind']> = new Set(['rule', 'sequence', 'request', 'group', 'consequence']);
