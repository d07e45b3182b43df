export type Summary = { readonly median: number; readonly min: number; readonly max: number; readonly rounds: number };
export type Figure = Summary & { readonly name: string; readonly aim: string; readonly unit: string };

export function summary(values: readonly number[]): Summary;
export function inTurn<T>(rounds: number, ...works: readonly ((round: number) => Promise<T>)[]): Promise<T[][]>;
export function ratio(name: string, aim: string, above: readonly number[], below: readonly number[]): Figure;
