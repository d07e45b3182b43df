import type { Flaw } from '../../src/engine/row.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import { shown } from '../../src/model/outcome.ts';
import type { Id } from '../../src/values/id.ts';
import type { Json, JsonObject } from '../../src/values/json.ts';
import { Memory } from '../../src/values/memory.ts';
import { isShared } from '../../src/values/parsed.ts';
import { sameAmount } from './answers.ts';
import { agree, isShown } from './comparisons.ts';

/** Members of one answer by name. Those that the answer does not show are missing, null or empty. */
export type Values = readonly (readonly [name: string, value: Json | undefined])[];

/** An object in an answer. */
interface Located {
  readonly item: JsonObject;
  readonly root: string;
}

/** A value that was shown before the present one, and when the first answer with the present one had ended. */
interface Former {
  readonly value: Json;
  readonly untilMs: number;
}

/** What answers have shown of one object. */
interface History {
  readonly present: Record<string, Json>;
  readonly former: Record<string, Former>;
  latest: JsonObject;
}

const isSame = (a: Json, b: Json): boolean => agree(a, b) || sameAmount(a, b);

/**
 * Compares what the answers to a target show of the same objects. A fixed value never changes. Any other value may be
 * changed during the run by somebody else, but not back again: an older value after a newer one shows that one of the
 * two answers is wrong.
 */
export class SteadyValues {
  readonly #fixed: ReadonlySet<string>;
  readonly #histories = new Memory<Id, History>();
  /** Histories by item: an item that is answered again is the same object again. */
  readonly #ofItems = new WeakMap<JsonObject, History>();

  /** `fixed` names the members that never change. */
  constructor(fixed: readonly string[]) {
    this.#fixed = new Set(fixed);
  }

  /** Whether the latest answer showed the same of the object, so that there is nothing to compare. */
  isLatest(item: JsonObject): boolean {
    return this.#ofItems.get(item)?.latest === item;
  }

  /** Compares values of an object, shown as `item` at `root` of an answer, with those of earlier answers. */
  compare(key: Id, values: Values, { item, root }: Located, exchange: Exchange): readonly Flaw[] {
    const history = this.#histories.first(key, { present: {}, former: {}, latest: item });
    history.latest = item;
    if (isShared(item)) this.#ofItems.set(item, history);
    return values.flatMap(([name, value]) =>
      isShown(value) ? this.#compareOne(history, name, value, exchange, root) : [],
    );
  }

  #compareOne(
    { present, former }: History,
    name: string,
    value: Json,
    exchange: Exchange,
    root: string,
  ): readonly Flaw[] {
    const was = present[name];
    if (was === undefined) present[name] = value;
    if (was === undefined || was === value || isSame(was, value)) return [];
    const flaw = (expected: string): readonly Flaw[] => [
      { where: `${root}${name.startsWith('/') ? '' : '/'}${name}`, expected, actual: shown(value) },
    ];
    if (this.#fixed.has(name)) return flaw(`${shown(was)}, as another answer shows`);
    const before = former[name];
    const { startedAt, durationMs } = exchange;
    if (before && isSame(before.value, value)) {
      // A request that was sent before the change may be answered after it. Recordings without times show no order.
      return startedAt > 0 && startedAt >= before.untilMs ? flaw(`${shown(was)}, which an earlier answer shows`) : [];
    }
    former[name] = { value: was, untilMs: startedAt + durationMs };
    present[name] = value;
    return [];
  }
}
