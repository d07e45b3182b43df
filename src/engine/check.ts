import type { Operation } from '../contract/operations.ts';
import type { Counted } from '../model/counted.ts';
import type { Exchange } from '../model/exchange.ts';
import type { Failure } from '../model/outcome.ts';
import type { Flaw, Judgement } from './judgement.ts';
import type { CombinableChanges, CombinableKind } from './packing.ts';
import type { Probing } from './probing.ts';

/** What a group says about one response. */
export interface GroupJudgement {
  /** Flaws by the key of the row's check. */
  readonly flaws: ReadonlyMap<string, readonly Flaw[]>;
  /** Keys of the rows that had something to judge. */
  readonly relevant: ReadonlySet<string>;
  /** True if the response is recognisable. A row that had nothing to judge then holds vacuously. */
  readonly seen: boolean;
}

/** Judges a response for many rows at once, so that its body is walked once and not once for each row. */
export interface Group {
  judge(exchange: Exchange): GroupJudgement | undefined;
}

/** Counts, for each operation, something that may differ from one exchange to the next. */
export interface Survey {
  /** `kept` returns a text as it is kept, without secrets. */
  see(exchange: Exchange, kept: (text: string) => string): void;
  counts(): ReadonlyMap<Operation, readonly Counted[]>;
}

/** A request that a client made, whether answered or not. */
export type RequestMade = Pick<Exchange, 'operation' | 'request' | 'recorded'>;

/**
 * How many generated cases a check wants: a fixed number, or a share of the run's cases for each property. `requests`
 * is the number of requests for each case.
 */
export type Wanted = { readonly requests: number } & ({ readonly cases: number } | { readonly share: number });

/**
 * How a requirement is checked. `rule`, `sequence`, `request` and `group` judge all traffic, and `survey` counts it;
 * `probe` and `question` make traffic; `consequence` fails together with failures of other requirements.
 */
export type Check =
  | { readonly kind: 'rule'; readonly judge: (exchange: Exchange) => Judgement }
  | {
      readonly kind: 'sequence';
      readonly begin: () => (exchange: Exchange) => Judgement;
      /** Operations whose responses it learns from besides those of its row. */
      readonly also: readonly Operation[];
      /** True if it also sees requests without an answer, which may have had their effect. It judges none of them. */
      readonly seesLost?: true;
    }
  | { readonly kind: 'request'; readonly judge: (made: RequestMade) => Judgement }
  | { readonly kind: 'group'; readonly group: Group; readonly key: string }
  | { readonly kind: 'survey'; readonly begin: () => Survey }
  | { readonly kind: 'consequence'; readonly of: (failure: Failure) => boolean }
  | Active;

type Sequence = Extract<Check, { kind: 'sequence' }>;

/** A check that makes traffic. */
export type Active = Probe | Question;

/** What every check that makes traffic may have. */
interface ActiveDetails {
  readonly generated?: Wanted;
  readonly combinable?: CombinableChanges;
  /** True if it waits for time to pass, so that it is started before others. */
  readonly waits?: true;
}

interface Probe extends ActiveDetails {
  readonly kind: 'probe';
  readonly run: (probing: Probing) => Promise<readonly Failure[]>;
  /** True if it checks what the run has left behind, so that it runs after all others. */
  readonly closes?: true;
}

interface Question extends ActiveDetails {
  readonly kind: 'question';
  readonly ask: (probing: Probing) => Promise<string | readonly Counted[]>;
}

/**
 * The parts that active checks are divided into.
 * - `fixed`: requests that are the same in every run; the minimum evidence.
 * - `generated`: generated cases, which add evidence.
 * - `closing`: requests that check what all others have left behind.
 */
export type CheckPart = 'fixed' | 'generated' | 'closing';

/** Makes a check that judges each response of the row's operations by itself. */
export const rule = (judge: (exchange: Exchange) => Judgement): Check => ({ kind: 'rule', judge });

/** Makes a check that judges each request of the row's operations, whatever the response. */
export const request = (judge: (made: RequestMade) => Judgement): Check => ({ kind: 'request', judge });

/** Makes a check that judges responses in the order in which they came. `begin` makes the state of one run. */
export const sequence = (
  begin: () => (exchange: Exchange) => Judgement,
  also: readonly Operation[] = [],
): Sequence => ({
  kind: 'sequence',
  begin,
  also,
});

/** Makes the same check, which also sees requests that got no answer, with the status 0. */
export const sequenceWithLost = (...given: Parameters<typeof sequence>): Check => ({
  ...sequence(...given),
  seesLost: true,
});

/**
 * Makes a check that sends requests and returns the failures. `run` throws Inconclusive if nothing follows from the
 * responses.
 */
export const probe = (run: Probe['run']): Active => ({ kind: 'probe', run });

/** Makes a check that finds out how the target behaves where the document is silent. */
export const question = (ask: Question['ask']): Active => ({
  kind: 'question',
  ask,
});

/** Adds to a check the changes that may be sent together with those of other checks. */
export const combining = (kind: CombinableKind, changes: CombinableChanges['changes'], check: Active): Active => ({
  ...check,
  combinable: { kind, changes },
});

/** Marks a check that waits for time to pass. The earlier it starts, the less the run waits for it. */
export const waiting = (check: Active): Active => ({ ...check, waits: true });

/** Makes a probe that runs after all others and checks what they have left behind. */
export const closing = (run: Probe['run']): Check => ({
  kind: 'probe',
  run,
  closes: true,
});

/** Makes a probe whose requests are all generated. They are sent with what other checks leave of the budgets. */
export const cases = (generated: Wanted, run: Probe['run']): Check => ({
  kind: 'probe',
  run,
  generated,
});

/** Makes a question that generated requests answer. */
export const exploration = (generated: Wanted, ask: Question['ask']): Check => ({
  kind: 'question',
  ask,
  generated,
});

/**
 * Makes a check that fails on an operation with each failure of another requirement that `of` selects. Accepted
 * requests count as evidence that it holds.
 */
export const consequence = (of: (failure: Failure) => boolean): Check => ({ kind: 'consequence', of });

/** Makes a survey: it learns from all traffic how the target behaves where the document is silent. */
export const survey = (begin: () => Survey): Check => ({ kind: 'survey', begin });

const JUDGING: ReadonlySet<Check['kind']> = new Set(['rule', 'sequence', 'request', 'group', 'consequence']);

/** Returns whether a check judges traffic, whoever made it. */
export const isJudging = ({ kind }: Pick<Check, 'kind'>): boolean => JUDGING.has(kind);

/** Returns whether a check sends requests. */
export const isSending = (check: Check): check is Active => check.kind === 'probe' || check.kind === 'question';

/** Returns the part that an active check belongs to. */
export function partOf(check: Active): CheckPart {
  if (check.generated !== undefined) return 'generated';
  return check.kind === 'probe' && check.closes ? 'closing' : 'fixed';
}

/** Returns how many cases a check wants if each property has `runs`; all of them by default. */
export const casesOf = (runs: number, generated: Wanted = { share: 1, requests: 1 }): number =>
  'cases' in generated ? generated.cases : Math.ceil(runs * generated.share);
