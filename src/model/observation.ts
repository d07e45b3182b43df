/**
 * What an observed answer says without how often it was seen, which depends on the traffic: of `400 (5), 409 (1)` it is
 * `400, 409`, of `409 (2), 400 (7)` too.
 */
export const withoutCounts = (answer: string): string =>
  answer
    .split(/ \(\d+\)(?:, |$)/)
    .filter((part) => part !== '')
    .sort()
    .join(', ');

const COUNTED = /^(?:.+? \(\d+\)(?:, |$))+$/;
const ONE = /(.+?) \((\d+)\)(?:, |$)/g;

/** One answer of several, made by parts of one run: counts are added, other answers stand side by side. */
export function combinedAnswer(answers: readonly string[]): string {
  if (!answers.every((each) => COUNTED.test(each))) return [...new Set(answers)].join('; ');
  const counts = new Map<string, number>();
  for (const answer of answers)
    for (const [, what = '', count = '0'] of answer.matchAll(ONE))
      counts.set(what, (counts.get(what) ?? 0) + Number(count));
  return rendered(counts);
}

/** `what (how often), …`, the most frequent first. */
export const rendered = (counts: ReadonlyMap<string, number>): string =>
  [...counts]
    .sort(([a, i], [b, j]) => j - i || (a < b ? -1 : 1))
    .map(([what, count]) => `${what} (${count})`)
    .join(', ');
