import { type Constraint, constraints } from '../../../src/contract/constraints/index.ts';
import type { Operation } from '../../../src/contract/operations.ts';
import type { NonEmpty } from '../../../src/values/non-empty.ts';
import { type BodyOperation, takesBody } from '../requests.ts';

/** The prefix of row ids for each operation. */
export const PREFIXES = {
  putFiat: 'FA',
  fiatWithdrawal: 'FW',
  cryptoWithdrawal: 'CW',
  sandboxDeposit: 'SD',
  createAddress: 'DA',
  addMembers: 'AM',
} as const satisfies Record<BodyOperation, string>;

/** Returns a name as row ids spell it: `fiat_account_id` becomes FIAT-ACCOUNT-ID, `created_at.lt` CREATED-AT-LT. */
export const upper = (name: string): string => name.replace(/[._]/g, '-').toUpperCase();

/** Returns the id of the row that judges the filter by a parameter, such as FILTER-IDS or CREATED-AT-LT. */
export const filterRow = (parameter: string): string =>
  parameter.includes('.') || parameter === 'since_execution_id' ? upper(parameter) : `FILTER-${upper(parameter)}`;

/** Returns the id of a row about a body or one of its members, such as FW-ASSET-REQUIRED or FW-TYPES. */
export function idOf({ operation, member }: Constraint, claim: string): string {
  if (!takesBody(operation)) throw new Error(`${operation} takes no body`);
  return [PREFIXES[operation], ...(member === '' ? [] : [upper(member)]), claim].join('-');
}

/** The constraints that one row is derived from, one for each of its operations. */
export type Sources<C extends Constraint = Constraint> = NonEmpty<C>;

/**
 * Returns the constraints of a kind for which `matches` is true. Throws when there are none, which is an error in the
 * suite.
 */
export function stated<K extends Constraint['kind']>(
  kind: K,
  matches: (constraint: Extract<Constraint, { kind: K }>) => boolean,
): Sources<Extract<Constraint, { kind: K }>> {
  const isOf = (each: Constraint): each is Extract<Constraint, { kind: K }> => each.kind === kind;
  const [first, ...more] = constraints.filter(isOf).filter(matches);
  if (!first) throw new Error(`no constraint of the kind ${kind} is as it is asked for`);
  return [first, ...more];
}

/** Returns the constraint of an operation among those of a row. */
export const of = <C extends Constraint>(sources: Sources<C>, operation: Operation): C | undefined =>
  sources.find((each) => each.operation === operation);

/**
 * Returns what a row takes from its constraints: operations, citations and origin. Citations of the given section come
 * first.
 */
export function derived(sources: Sources, section: string) {
  const cites = [...new Set(sources.flatMap((each) => each.cites.map((cite) => `${cite.section}: ${cite.words}`)))];
  const own = (cite: string): boolean => cite.startsWith(`${section}: `);
  const [first, ...more] = [...cites.filter(own), ...cites.filter((cite) => !own(cite))];
  if (first === undefined) throw new Error(`${sources[0].from} cites nothing`);
  return { on: sources.map(({ operation }) => operation), cites: [first, ...more] as const, from: sources[0].from };
}
