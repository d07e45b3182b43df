import { isList, type Operation } from '../../../src/contract/operations.ts';
import { type Flaw, type Judgement, NOT_CONCERNED, NOTHING_TO_JUDGE } from '../../../src/engine/judgement.ts';
import type { Exchange } from '../../../src/model/exchange.ts';
import { shown } from '../../../src/model/outcome.ts';
import { type Id, id } from '../../../src/values/id.ts';
import { isObject, type Json, type JsonObject, member } from '../../../src/values/json.ts';
import { Memory } from '../../../src/values/memory.ts';
import { each } from '../../vocabulary/answers.ts';

/** Operations that give metadata, an owner or bank details to a resource. None of them gives it to an item that exists already. */
export const GIVING: readonly Operation[] = [
  'putFiat',
  'fiatWithdrawal',
  'cryptoWithdrawal',
  'createAddress',
  'sandboxDeposit',
];

/** What an item showed first, by the pointers of its parts, and when that answer had ended. */
interface FirstShown {
  readonly item: JsonObject;
  readonly parts: ReadonlyMap<string, ReadonlySet<string>>;
  readonly untilMs: number;
}

/** A part of an item, and its values: pairs of metadata, names of an owner, or members of bank details. */
type Part = readonly [pointer: string, values: readonly string[]];

const valuesOf = (pointer: string, part: Json | undefined): readonly Part[] =>
  isObject(part) ? [[pointer, Object.entries(part).map((each) => JSON.stringify(each))]] : [];

const PARTS = ['metadata', 'fiat_account_owner'] as const;

/** Returns the parts of a request or of an item that a client fills. Those of an instruction are inside the bank details. */
function partsOf(value: Json | undefined): readonly Part[] {
  const inside = member(value, 'fiat_network_instructions');
  return PARTS.flatMap((name) => [
    ...valuesOf(`/${name}`, member(value, name)),
    ...valuesOf(`/fiat_network_instructions/${name}`, member(inside, name)),
  ]).concat(valuesOf('/fiat_network_instructions/wire', member(inside, 'wire')));
}

/**
 * Makes the state of a sequence: an item does not take over a value that a later request gives to another resource. An
 * item that showed the same part without this value before the first such request was sent cannot have it from its own
 * creation. Recordings without times show no order.
 */
export function ofNoOtherResource(): (exchange: Exchange) => Judgement {
  const given = new Memory<string, number>();
  const first = new Memory<Id, FirstShown>();
  const takenOver = (item: JsonObject, root: string, { parts, untilMs }: FirstShown): readonly Flaw[] =>
    partsOf(item).flatMap(([pointer, values]) => {
      const before = parts.get(pointer);
      const taken = before && values.find((value) => !before.has(value) && (given.get(value) ?? 0) > untilMs);
      return taken === undefined ? [] : [flawOf(`${root}${pointer}`, taken)];
    });
  const judged = each((item, root, { startedAt, durationMs }) => {
    const of = id(member(item, 'id'));
    const known = of === undefined ? undefined : first.get(of);
    if (known) return known.item === item ? [] : takenOver(item, root, known);
    if (of !== undefined) first.set(of, { item, parts: setsOf(item), untilMs: startedAt + durationMs });
    return NOTHING_TO_JUDGE;
  });
  return (exchange) => {
    if (exchange.startedAt === 0) return NOT_CONCERNED;
    if (isList(exchange.operation)) return judged(exchange);
    const sent = partsOf(exchange.request.body).flatMap(([, values]) => values);
    for (const value of sent) given.first(value, exchange.startedAt);
    return NOT_CONCERNED;
  };
}

const setsOf = (item: JsonObject): ReadonlyMap<string, ReadonlySet<string>> =>
  new Map(partsOf(item).map(([pointer, values]) => [pointer, new Set(values)]));

const flawOf = (where: string, taken: string): Flaw => ({
  where,
  expected: 'no value that a later request gave to another resource',
  actual: `${shown(JSON.parse(taken))}, which the item did not show before`,
});
