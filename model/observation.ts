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
