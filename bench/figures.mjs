// Figures over several rounds. Things to compare are measured in turn, so that a slow machine affects all of them.

/** @typedef {{ median: number, min: number, max: number, rounds: number }} Summary */

/** @typedef {Summary & { name: string, aim: string, unit: string }} Figure */

/**
 * Returns the median of the values, and their range. There is at least one.
 * @param {readonly number[]} values
 * @returns {Summary}
 */
export function summary(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (/** @type {number} */ index) => sorted[index] ?? Number.NaN;
  const middle = sorted.length / 2;
  const median = sorted.length % 2 === 1 ? at(Math.floor(middle)) : (at(middle - 1) + at(middle)) / 2;
  return { median, min: at(0), max: at(sorted.length - 1), rounds: sorted.length };
}

/**
 * Runs each of `works` once per round, in turn, and returns the values of each.
 * @template {((round: number) => unknown)[]} W
 * @param {number} rounds
 * @param {W} works
 */
export async function inTurn(rounds, ...works) {
  /** @type {unknown[][]} */
  const values = works.map(() => []);
  for (let round = 0; round < rounds; round += 1)
    for (const [i, work] of works.entries()) values[i]?.push(await work(round));
  return /** @type {{ [I in keyof W]: Awaited<ReturnType<W[I]>>[] }} */ (values);
}

/**
 * Returns one figure: the ratio of the values in each round.
 * @param {string} name
 * @param {string} aim
 * @param {readonly number[]} above
 * @param {readonly number[]} below
 * @returns {Figure}
 */
export const ratio = (name, aim, above, below) => ({
  name,
  aim,
  unit: '',
  ...summary(above.map((value, i) => value / (below[i] ?? Number.NaN))),
});
