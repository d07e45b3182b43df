/** Where a decision applies: the section of the document that it rests on, and the operations. */
export interface Place {
  readonly section: string;
  readonly on: readonly string[];
}

/**
 * An alternative to the lawful behaviour: a fault breaks the document, a latitude uses what the document leaves open.
 */
export interface Variant extends Place {
  /** `REQUIREMENT-ID/what-it-does` of a fault, `decision/choice` of a latitude. */
  readonly name: string;
  readonly kind: 'fault' | 'latitude';
  /** Number of the decision; the variants of one decision exclude each other. */
  readonly decision: number;
  /**
   * For a latitude, the requirements that must not take it for a fault: IDs, `*` matches any text. Empty for a fault.
   */
  readonly protects: readonly string[];
  /** For a fault, the claims of its requirement that it breaks: operations, or `operation parameter`. */
  readonly shows: readonly string[];
}

interface Way<T> extends Variant {
  readonly value: T;
}

/** A point where the service decides: its valid value, and its faults and latitudes by name. */
export interface Decision<T> {
  readonly lawful: T;
  readonly ways: ReadonlyMap<string, Way<T>>;
}

/** A variant with its own operations: those on which it applies, and those on which its requirement fails. */
class Only<T> {
  readonly on: readonly string[] | undefined;
  readonly value: T;
  readonly shows: readonly string[] | undefined;

  constructor(value: T, on?: readonly string[], shows?: readonly string[]) {
    this.value = value;
    this.on = on;
    this.shows = shows;
  }
}

/** Limits a fault or latitude to some operations; the others keep the valid value. */
export const only = <T>(on: readonly string[], value: T): Only<T> => new Only(value, on);

/** Marks a fault whose requirement fails on other operations than those where it applies, or on only some of them. */
export const shownOn = <T>(shows: readonly string[], way: T | Only<T>): Only<T> =>
  way instanceof Only ? new Only(way.value, way.on, shows) : new Only(way, undefined, shows);

/** Variants by name. */
export type Ways<T> = Readonly<Record<string, T | Only<T>>>;

/** What the latitudes of a decision protect: one list for all, or one for each name. */
type Protects = readonly string[] | Readonly<Record<string, readonly string[]>>;

/** The faults and latitudes of a decision. */
export interface Others<T> {
  readonly faults?: Ways<T>;
  readonly latitudes?: Ways<T>;
  /** Required where there are latitudes. */
  readonly protects?: Protects;
}

const catalogue = new Map<string, Variant>();
let decisions = 0;

const isList = (named: Protects): named is readonly string[] => Array.isArray(named);

function ways<T>(kind: Variant['kind'], place: Place, given: Ways<T>, protects: Protects): readonly Way<T>[] {
  return Object.entries(given).map(([name, way]) => {
    const { on = place.on, value, shows = on } = way instanceof Only ? way : new Only(way);
    const protecting = isList(protects) ? protects : (protects[name] ?? []);
    return { name, kind, section: place.section, on, decision: decisions, protects: protecting, shows, value };
  });
}

/**
 * Declares a decision with its faults and latitudes. Throws when a name is in use, or when a latitude protects nothing.
 */
export function decision<T>(
  place: Place,
  lawful: T,
  { faults = {}, latitudes = {}, protects = [] }: Others<T>,
): Decision<T> {
  decisions += 1;
  const all = [...ways('fault', place, faults, []), ...ways('latitude', place, latitudes, protects)];
  const idle = all.find((way) => way.kind === 'latitude' && way.protects.length === 0);
  if (idle) throw new Error(`the latitude ${idle.name} names no requirement that it protects`);
  for (const { value: _, ...variant } of all) {
    if (catalogue.has(variant.name)) throw new Error(`two decisions have a way named ${variant.name}`);
    catalogue.set(variant.name, variant);
  }
  return { lawful, ways: new Map(all.map((way) => [way.name, way])) };
}

const variants = (kind: Variant['kind']): readonly Variant[] =>
  [...catalogue.values()].filter((each) => each.kind === kind).sort((a, b) => (a.name < b.name ? -1 : 1));

/** All faults and latitudes of the service, sorted by name. */
export const faults = (): readonly Variant[] => variants('fault');
export const latitudes = (): readonly Variant[] => variants('latitude');

/** Returns the name of a member or parameter as it is part of a requirement's ID. */
export const inId = (name: string): string => name.replaceAll('_', '-').toUpperCase();

/** Returns the ID of the requirement that must catch the fault. */
export const requirementOf = ({ name }: Pick<Variant, 'name'>): string => name.slice(0, name.indexOf('/'));

/** Whether a latitude protects the requirement: a check that does not accept the latitude accuses a correct service. */
export const protects = ({ protects: named }: Pick<Variant, 'protects'>, id: string): boolean =>
  named.some((each) => new RegExp(`^${each.replaceAll('*', '.*')}$`).test(id));

/** Returns `: SUBJECT has …` with the names that share the part before "/" with a wrong one, or an empty text. */
function siblings(wrong: string): string {
  const subject = requirementOf({ name: `${wrong}/` });
  const names = [...catalogue.keys()].filter((name) => requirementOf({ name }) === subject);
  return names.length === 0 ? '' : `: ${subject} has ${names.join(', ')}`;
}

/** Thrown when a fault or latitude has a name that no decision has; the message is one sentence. */
export class UnknownVariant extends Error {}

/** The faults and latitudes that one instance uses, on all operations or on one. */
export class Choices {
  readonly #names: readonly string[];
  readonly #operation: string | undefined;

  private constructor(names: readonly string[], operation?: string) {
    this.#names = names;
    this.#operation = operation;
  }

  /** Throws UnknownVariant when no decision has one of the names. */
  static named(names: readonly string[]): Choices {
    const unknown = names.find((name) => !catalogue.has(name));
    if (unknown !== undefined)
      throw new UnknownVariant(
        `there is no fault or latitude named "${unknown}"${siblings(unknown)}; "serve --list" names them all`,
      );
    return new Choices(names);
  }

  /** Returns the same choices for one operation. */
  on(operation: string): Choices {
    return new Choices(this.#names, operation);
  }

  /** The operation that these choices are for. */
  get operation(): string {
    return this.#operation ?? '';
  }

  /** Returns the value that this instance uses for a decision. */
  of<T>({ lawful, ways: others }: Decision<T>): T {
    for (const name of this.#names) {
      const way = others.get(name);
      if (way && (this.#operation === undefined || way.on.includes(this.#operation))) return way.value;
    }
    return lawful;
  }
}
