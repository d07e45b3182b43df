import { type Constraint, constraints } from '../../../src/contract/constraints/index.ts';
import type { Operation } from '../../../src/contract/operations.ts';
import { type BodyOperation, takesBody } from '../requests.ts';

/** The prefix of the ids of an operation's rows. */
export const PREFIXES = {
  putFiat: 'FA',
  fiatWithdrawal: 'FW',
  cryptoWithdrawal: 'CW',
  sandboxDeposit: 'SD',
  createAddress: 'DA',
  addMembers: 'AM',
} as const satisfies Record<BodyOperation, string>;

/** A member as ids spell it: `fiat_account_id` is FIAT-ACCOUNT-ID. */
export const upper = (name: string): string => name.replaceAll('_', '-').toUpperCase();

/** The id of a row about a body, or of a member of it: FW-ASSET-REQUIRED, FW-TYPES. */
export function idOf({ operation, member }: Constraint, claim: string): string {
  if (!takesBody(operation)) throw new Error(`${operation} takes no body`);
  return [PREFIXES[operation], ...(member === '' ? [] : [upper(member)]), claim].join('-');
}

/** The constraints that one row is made of: the same one of each of its operations. */
export type Sources<C extends Constraint = Constraint> = readonly [C, ...C[]];

/** The constraints of a claim that `matches` picks; it is a mistake of ours when there are none. */
export function stated<K extends Constraint['claim']>(
  claim: K,
  matches: (constraint: Extract<Constraint, { claim: K }>) => boolean,
): Sources<Extract<Constraint, { claim: K }>> {
  const isOf = (each: Constraint): each is Extract<Constraint, { claim: K }> => each.claim === claim;
  const [first, ...more] = constraints.filter(isOf).filter(matches);
  if (!first) throw new Error(`no constraint of the claim ${claim} is as it is asked for`);
  return [first, ...more];
}

/** The constraint of an operation among those of a row. */
export const of = <C extends Constraint>(sources: Sources<C>, operation: Operation): C | undefined =>
  sources.find((each) => each.operation === operation);

/** What a row takes from its constraints; citations of the section come first, since the first gives a row its section. */
export function derived(sources: Sources, section: string) {
  const cites = [...new Set(sources.flatMap((each) => each.cites.map((cite) => `${cite.section}: ${cite.words}`)))];
  const own = (cite: string): boolean => cite.startsWith(`${section}: `);
  const [first, ...more] = [...cites.filter(own), ...cites.filter((cite) => !own(cite))];
  if (first === undefined) throw new Error(`${sources[0].from} cites nothing`);
  return { on: sources.map(({ operation }) => operation), cites: [first, ...more] as const, from: sources[0].from };
}
