// Figures over several rounds. Things to compare are measured in turn, so that a slow machine affects all of them.

/** Returns the median of the values, and their range. */
export function summary(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const median = sorted.length % 2 === 1 ? sorted[Math.floor(middle)] : (sorted[middle - 1] + sorted[middle]) / 2;
  return { median, min: sorted[0], max: sorted.at(-1), rounds: sorted.length };
}

/** Runs each of `works` once per round, in turn, and returns the values of each. */
export async function inTurn(rounds, ...works) {
  const values = works.map(() => []);
  for (let round = 0; round < rounds; round += 1)
    for (const [i, work] of works.entries()) values[i].push(await work(round));
  return values;
}

/** Returns one figure: the ratio of the values in each round. */
export const ratio = (name, aim, above, below) => ({
  name,
  aim,
  unit: '',
  ...summary(above.map((value, i) => value / below[i])),
});
