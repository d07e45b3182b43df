/** Where a decision shows: the section of the document it rests on, and the operations. */
export interface Place {
  readonly section: string;
  readonly on: readonly string[];
}

/** One way to decide otherwise: a fault breaks the document, a latitude uses what it leaves open. */
export interface Variant extends Place {
  /** `REQUIREMENT-ID/what-it-does` of a fault, `decision/choice` of a latitude. */
  readonly name: string;
  readonly kind: 'fault' | 'latitude';
  /** Variants of one decision exclude each other. */
  readonly decision: number;
  /** Of a latitude, the requirements that must not take it for a fault: ids, in which `*` means anything. None of a fault. */
  readonly protects: readonly string[];
  /** Of a fault, the claims of its requirement that it breaks: operations, or `operation parameter`. */
  readonly shows: readonly string[];
}

interface Way<T> extends Variant {
  readonly value: T;
}

/** One place where the service decides: its lawful answer, the ways to get it wrong, and the choices the document leaves open. */
export interface Decision<T> {
  readonly lawful: T;
  readonly ways: ReadonlyMap<string, Way<T>>;
}

/** A way with places of its own: where it is taken, and where it shows. */
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

/** Narrows a fault or latitude to some operations: on others the lawful answer stays. */
export const only = <T>(on: readonly string[], value: T): Only<T> => new Only(value, on);

/** A fault whose requirement fails elsewhere than where it is taken, or only on some of those operations. */
export const shownOn = <T>(shows: readonly string[], way: T | Only<T>): Only<T> =>
  way instanceof Only ? new Only(way.value, way.on, shows) : new Only(way, undefined, shows);

/** Ways by their names. */
export type Ways<T> = Readonly<Record<string, T | Only<T>>>;

/** What the latitudes of a decision protect: the same for all, or by their names. */
type Protects = readonly string[] | Readonly<Record<string, readonly string[]>>;

/** The other ways of a decision. */
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

/** Declares a decision with its faults and latitudes. Throws when a name is taken, or a latitude protects nothing. */
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

/** All faults and latitudes of the service, in the order of their names. */
export const faults = (): readonly Variant[] => variants('fault');
export const latitudes = (): readonly Variant[] => variants('latitude');

/** The requirement that a fault must be caught by. */
export const requirementOf = ({ name }: Pick<Variant, 'name'>): string => name.slice(0, name.indexOf('/'));

/** Whether a latitude protects the requirement: a check that cannot accept it accuses a correct service. */
export const protects = ({ protects: named }: Pick<Variant, 'protects'>, id: string): boolean =>
  named.some((each) => new RegExp(`^${each.replaceAll('*', '.*')}$`).test(id));

/** What one instance of the service decides otherwise, as it shows on one operation. */
export class Choices {
  readonly #names: readonly string[];
  readonly #operation: string | undefined;

  private constructor(names: readonly string[], operation?: string) {
    this.#names = names;
    this.#operation = operation;
  }

  /** Throws one sentence for a name that no decision has. */
  static named(names: readonly string[]): Choices {
    const unknown = names.find((name) => !catalogue.has(name));
    if (unknown !== undefined)
      throw new Error(`there is no fault or latitude named "${unknown}"; "serve --list" names them all`);
    return new Choices(names);
  }

  /** The same choices on one operation. */
  on(operation: string): Choices {
    return new Choices(this.#names, operation);
  }

  /** The way in which this instance decides. */
  of<T>({ lawful, ways: others }: Decision<T>): T {
    for (const name of this.#names) {
      const way = others.get(name);
      if (way && (this.#operation === undefined || way.on.includes(this.#operation))) return way.value;
    }
    return lawful;
  }
}
