/** One place where the service decides: its lawful answer, the ways to get it wrong, and the choices the document leaves open. */
export interface Decision<T> {
  readonly lawful: T;
  readonly faults: Readonly<Record<string, T>>;
  readonly latitudes: Readonly<Record<string, T>>;
}

const catalogue = { faults: new Set<string>(), latitudes: new Set<string>() };

/** Declares a decision; faults are named `REQUIREMENT-ID/what-it-does`, latitudes `decision/choice`. */
export function decision<T>(
  lawful: T,
  options: { readonly faults?: Readonly<Record<string, T>>; readonly latitudes?: Readonly<Record<string, T>> } = {},
): Decision<T> {
  const { faults = {}, latitudes = {} } = options;
  for (const name of Object.keys(faults)) catalogue.faults.add(name);
  for (const name of Object.keys(latitudes)) catalogue.latitudes.add(name);
  return { lawful, faults, latitudes };
}

/** Names of all faults and latitudes of the service. */
export const faultNames = (): readonly string[] => [...catalogue.faults].sort();
export const latitudeNames = (): readonly string[] => [...catalogue.latitudes].sort();

/** What one instance of the service was told to do otherwise. */
export class Choices {
  readonly #names: ReadonlySet<string>;

  /** Throws one sentence for a name that no decision has. */
  constructor(faults: readonly string[] = [], latitudes: readonly string[] = []) {
    const unknown = [
      ...faults.filter((name) => !catalogue.faults.has(name)),
      ...latitudes.filter((name) => !catalogue.latitudes.has(name)),
    ];
    if (unknown[0] !== undefined)
      throw new Error(`there is no fault or latitude named "${unknown[0]}"; "serve --list" names them all`);
    this.#names = new Set([...faults, ...latitudes]);
  }

  /** The way in which this instance decides. */
  of<T>({ lawful, faults, latitudes }: Decision<T>): T {
    for (const [name, choice] of [...Object.entries(faults), ...Object.entries(latitudes)])
      if (this.#names.has(name)) return choice;
    return lawful;
  }
}
