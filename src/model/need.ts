import { definite } from '../values/definite.ts';
import { flagFor } from '../values/flag.ts';
import type { FixturePath } from './fixtures.ts';

/** Settings of the budgets that bound a run. If one was too small, it must be raised. */
export const budgets = ['maxWithdrawals', 'maxAmount', 'maxRequests', 'maxDuration', 'maxWait'] as const;

export type BudgetName = (typeof budgets)[number];

/** The value of each budget at which a run leaves nothing out, as far as it is known. */
export type Needs = Readonly<Partial<Record<BudgetName, string>>>;

/** A budget that was too small, and the value that would be enough. */
interface TooSmall {
  readonly budget: BudgetName;
  readonly to?: string;
}

/** What only words describe: a flag, a variable, or something that the target must hold. */
interface InWords {
  readonly words: string;
}

/** What would let a requirement be exercised. Facts and reports have it as a text, `provide`. */
export type Need =
  | {
      readonly fixture: FixturePath;
      /** Which ones, as words after the name. */
      readonly which?: string;
    }
  | TooSmall
  | InWords;

/** Returns whether a budget was too small. */
export const isBudget = (need: Need): need is TooSmall => 'budget' in need;

/** Adds the value that would be enough to a budget that has none yet. */
export function withValue(need: Need, needs: Needs): Need {
  const to = isBudget(need) ? needs[need.budget] : undefined;
  return to === undefined ? need : { to, ...need };
}

/** Writes a need as `provide`: `order_id`, `--max-withdrawals 52`. */
export function needText(need: Need): string {
  if ('words' in need) return need.words;
  const [name, more] = isBudget(need) ? [flagFor(need.budget), need.to] : [need.fixture, need.which];
  return more === undefined ? name : `${name} ${more}`;
}

/** Reads `provide` of a report. Fixtures are words there, since nothing depends on them any more. */
export function needIn(provide: string): TooSmall | InWords {
  const [first = '', to] = provide.split(' ');
  const budget = budgets.find((name) => flagFor(name) === first);
  if (budget === undefined) return { words: provide };
  return to === undefined ? { budget } : { budget, to };
}

/** What a user can do about a need. */
interface Advice {
  readonly verb: 'provide' | 'raise' | 'add' | 'make';
  readonly name: string;
  /** The value that a budget must be raised to. */
  readonly to?: string;
}

/** Returns what the user can do about a need. */
export const adviceOf = (need: Need): Advice =>
  isBudget(need)
    ? { verb: 'raise', name: flagFor(need.budget), ...definite({ to: need.to }) }
    : { verb: verbFor(needText(need)), name: needText(need) };

/** Returns what one does with a flag, a run, or anything else that a requirement lacks. */
function verbFor(name: string): Advice['verb'] {
  if (name.startsWith('--')) return 'add';
  return name.startsWith('a run ') ? 'make' : 'provide';
}

/** Reads advice from `provide` of a report. */
export const adviceIn = (provide: string): Advice => adviceOf(needIn(provide));

/** Writes advice: `provide order_id`, `raise --max-withdrawals to 52`. `mark` formats the name. */
export const adviceText = ({ verb, name, to }: Advice, mark = (text: string): string => text): string =>
  `${verb} ${mark(name)}${to === undefined ? '' : ` to ${to}`}`;
