import { type Flaw, type Judgement, NOT_CONCERNED } from '../../../src/engine/row.ts';
import type { Exchange } from '../../../src/model/exchange.ts';
import { shown } from '../../../src/model/outcome.ts';
import { type Id, id } from '../../../src/values/id.ts';
import { type Json, type JsonObject, member } from '../../../src/values/json.ts';
import { Memory } from '../../../src/values/memory.ts';
import { objects } from '../answers.ts';
import { agree } from '../comparisons.ts';

/** Members that were settled when the account was made. */
const OF_CREATION = ['created_at', 'ref_id', 'identity_id', 'account_id'] as const;

type Creation = readonly (readonly [name: string, value: Json])[];

const creationOf = (account: JsonObject): Creation =>
  OF_CREATION.flatMap((name) => {
    const value = member(account, name);
    return value === undefined ? [] : [[name, value] as const];
  });

/** Accounts that are remembered at most. */
const MOST = 10_000;

/**
 * Holds an update against the first answer that showed its account: one from shortly before may come from an update itself,
 * and then the time of that update would pass for the time of creation.
 */
export function creationKept() {
  const first = new Memory<Id, Creation>(MOST);
  return (exchange: Exchange): Judgement => {
    const [judged = NOT_CONCERNED] = objects(exchange).map(({ item }): Judgement => {
      const of = id(member(item, 'id'));
      const before = of && first.get(of);
      if (of && !before) first.set(of, creationOf(item));
      return before ? changed(before, item) : NOT_CONCERNED;
    });
    return exchange.operation === 'putFiat' ? judged : NOT_CONCERNED;
  };
}

const changed = (before: Creation, now: JsonObject): readonly Flaw[] =>
  before
    .filter(([name, value]) => member(now, name) !== undefined && !agree(value, member(now, name)))
    .map(([name, value]) => ({
      where: `/${name}`,
      expected: `${shown(value)}, as it was first answered`,
      actual: shown(member(now, name)),
    }));
