/** One piece of a source replaced. */
export interface Mutant {
  readonly of: string;
  /** Where it is, whatever lines are above: the text of its line, its column there, and what it becomes. */
  readonly key: string;
  readonly operator: string;
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
}

export function mutantsOf(source: string, of: string): Promise<readonly Mutant[]>;
export function mutated(source: string, mutant: Mutant): string;
