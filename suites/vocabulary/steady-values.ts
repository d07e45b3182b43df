import type { Flaw } from '../../src/engine/judgement.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import { shown } from '../../src/model/outcome.ts';
import type { Id } from '../../src/values/id.ts';
import { type Json, type JsonObject, member } from '../../src/values/json.ts';
import { Memory } from '../../src/values/memory.ts';
import { isShared } from '../../src/values/parsed.ts';
import { agreeAsAmounts, isShown } from './comparisons.ts';

/** The values to compare. */
interface Values {
  readonly names: readonly string[];
  /** Reads the value of a name from an item. */
  readonly read: (item: JsonObject, name: string) => Json | undefined;
}

/** An object in an answer. */
interface Located {
  readonly item: JsonObject;
  readonly root: string;
}

/**
 * A value that was shown before the present one, when the first answer with the present one had ended, and the
 * `updated_at` that the object had then.
 */
interface Former {
  readonly value: Json;
  readonly untilMs: number;
  readonly updatedAt: Json | undefined;
}

/** What answers have shown of one object. */
interface History {
  readonly present: Record<string, Json>;
  former: Record<string, Former> | undefined;
  latest: JsonObject;
}

/** A value of an object in an answer, and the object's `updated_at` there. */
interface Shown {
  readonly name: string;
  readonly value: Json;
  readonly updatedAt: Json | undefined;
}

const NONE: readonly Flaw[] = [];

/** Whether two answers show an object before and after an update: an answer that is kept for a moment may be the older. */
const areOfOtherTimes = (one: Json | undefined, other: Json | undefined): boolean =>
  isShown(one) && isShown(other) && one !== other;

/**
 * Compares what the answers to a target show of the same objects. A fixed value never changes. Any other value may be
 * changed during the run by somebody else, but not back again: an older value after a newer one shows that one of the
 * two answers is wrong, unless they show the object as of different times of update.
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

  /**
   * Compares the named values of an object, shown as `item` at `root` of an answer, with those of earlier answers. Values
   * that the answer does not show are missing, null or empty. Makes nothing for an item that shows the same.
   */
  compare(key: Id, { names, read }: Values, { item, root }: Located, exchange: Exchange): readonly Flaw[] {
    const known = this.#histories.get(key);
    const history = known ?? { present: {}, former: undefined, latest: item };
    if (!known) this.#histories.set(key, history);
    history.latest = item;
    if (isShared(item)) this.#ofItems.set(item, history);
    let flaws: Flaw[] | undefined;
    for (const name of names) {
      const value = read(item, name);
      if (!isShown(value)) continue;
      const flaw = this.#compareOne(history, { name, value, updatedAt: member(item, 'updated_at') }, exchange);
      if (flaw === undefined) continue;
      flaws ??= [];
      flaws.push({ where: `${root}${name.startsWith('/') ? '' : '/'}${name}`, ...flaw });
    }
    return flaws ?? NONE;
  }

  #compareOne(
    history: History,
    { name, value, updatedAt }: Shown,
    { startedAt, durationMs }: Exchange,
  ): Omit<Flaw, 'where'> | undefined {
    const { present } = history;
    const was = present[name];
    if (was === undefined) present[name] = value;
    if (was === undefined || was === value || agreeAsAmounts(was, value)) return undefined;
    const actual = shown(value);
    if (this.#fixed.has(name)) return { expected: `${shown(was)}, as another answer shows`, actual };
    const before = history.former?.[name];
    if (before && agreeAsAmounts(before.value, value)) {
      // A request that was sent before the change may be answered after it. Recordings without times show no order.
      if (startedAt === 0 || startedAt < before.untilMs || areOfOtherTimes(updatedAt, before.updatedAt))
        return undefined;
      return { expected: `${shown(was)}, which an earlier answer shows`, actual };
    }
    history.former ??= {};
    history.former[name] = { value: was, untilMs: startedAt + durationMs, updatedAt };
    present[name] = value;
    return undefined;
  }
}
