import { isCreation, type Operation } from '../contract/operations.ts';
import { type JsonObject, sameJson } from '../values/json.ts';
import type { Ask, Carrier, Twin } from './ask.ts';
import { unlessInconclusive } from './inconclusive.ts';
import { COMBINABLE_KINDS, type CombinableChanges, type CombinableKind, filled, includes, packed } from './packing.ts';
import type { Probing } from './probing.ts';
import { Refuted } from './refuted.ts';

/**
 * Combines the changes of several checks in one request, a carrier: if the target accepts it, it accepts each of them.
 */
export class Carriers {
  readonly #p: Probing;
  readonly #combinable: (operation: Operation) => readonly CombinableChanges[];

  constructor(p: Probing, combinable: (operation: Operation) => readonly CombinableChanges[]) {
    this.#p = p;
    this.#combinable = combinable;
  }

  /** Returns an accepted request of the operation that includes the change, or undefined. */
  async carrierOf(change: JsonObject, ask: (change: JsonObject) => Ask): Promise<Carrier | undefined> {
    if (!isCreation(this.#p.operation) || !this.#p.isPacked) return undefined;
    for (const kind of COMBINABLE_KINDS) {
      const found = (await this.#packed(kind)).find((each) => includes(each, change));
      const isUnstated = kind === 'unstated';
      for (const whole of found ? await this.#fillings(found, kind, ask) : []) {
        const twin = { key: JSON.stringify(whole), ask: { ...ask(whole), isUnstated } };
        if (await this.#mayCarry(twin)) return { twin, change: whole };
      }
    }
    return undefined;
  }

  /**
   * On loopback, adds the changes of the first combination of demanded changes to another one, and to one of open changes
   * those of their first two combinations too, as far as the target accepts these. So a target that treats a member differently
   * for one value of another is found without further requests. Returns the fullest one first.
   */
  async #fillings(
    whole: JsonObject,
    kind: CombinableKind,
    ask: (change: JsonObject) => Ask,
  ): Promise<readonly JsonObject[]> {
    if (!this.#p.run.spendsFreely || kind === 'unstated') return [whole];
    const usual = await this.#filled(whole, ask);
    let more = usual;
    // The second combination has the values that are not the first of their lists, which are often the usual ones.
    const [first, second] = kind === 'open' ? await this.#packed('open') : [];
    for (const other of [second, first]) {
      if (!other || other === whole) continue;
      const carried = await this.#filled(other, ask);
      if (await this.#mayCarry({ key: JSON.stringify(carried), ask: ask(carried) }))
        more = filled(more, await this.#changesIn(other, 'open'));
    }
    return sameJson(more, usual) ? [usual] : [more, usual];
  }

  /** Adds the first combination of demanded changes, if the target accepts it. */
  async #filled(whole: JsonObject, ask: (change: JsonObject) => Ask): Promise<JsonObject> {
    const [first] = await this.#packed('demanded');
    if (!first || first === whole) return whole;
    if (!(await this.#mayCarry({ key: JSON.stringify(first), ask: ask(first) }))) return whole;
    return filled(whole, await this.#changesIn(first, 'demanded'));
  }

  async #changesIn(whole: JsonObject, kind: CombinableKind): Promise<readonly JsonObject[]> {
    return (await this.#changes(kind)).filter((each) => includes(whole, each));
  }

  /**
   * Returns whether a combined request is accepted. A server error to it is judged only at the first attempt of the
   * check.
   */
  async #mayCarry(twin: Twin): Promise<boolean> {
    try {
      return await this.#p.isAccepted(twin);
    } catch (error) {
      if (this.#p.attempt === 0 || !(error instanceof Refuted)) throw error;
      return false;
    }
  }

  /**
   * The changes of one kind in as few requests as possible. A change that may be refused and cannot be combined is left
   * to its own check.
   */
  #packed(kind: CombinableKind): Promise<readonly JsonObject[]> {
    return this.#p.once(`packed ${kind} changes of ${this.#p.operation}`, async () => {
      const changes = await this.#changes(kind);
      const isOfSeveral = (whole: JsonObject): boolean => changes.filter((each) => includes(whole, each)).length > 1;
      const isFilled = kind === 'demanded' || (kind === 'open' && this.#p.run.spendsFreely);
      return packed(changes).filter((whole) => isFilled || isOfSeveral(whole));
    });
  }

  /** The changes of one kind. Those whose fixture is missing are left out. */
  #changes(kind: CombinableKind): Promise<readonly JsonObject[]> {
    const { operation } = this.#p;
    return this.#p.once(`${kind} changes of ${operation}`, async () => {
      const all = this.#combinable(operation).filter((each) => each.kind === kind);
      const known = all.map((each) => unlessInconclusive([], () => each.changes(this.#p)));
      return (await Promise.all(known)).flat();
    });
  }
}
