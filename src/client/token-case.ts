/** What follows a token that {@link inOtherCase} cannot change. */
const SUFFIX = '-AAA';

/**
 * Returns the token with the letters from g to z in the other case. Hexadecimal tokens get a suffix instead, since a
 * service may read them as numbers.
 */
export const inOtherCase = (token: string): string =>
  /[g-z]/i.test(token)
    ? token.replace(/[g-z]/gi, (letter) => (letter < 'a' ? letter.toLowerCase() : letter.toUpperCase()))
    : token + SUFFIX;

/** The shell command that does the same with `$ACCESS_TOKEN`. */
export const IN_OTHER_CASE = `$(echo $ACCESS_TOKEN | sed 's/^[^g-zG-Z]*$/&${SUFFIX}/' | tr g-zG-Z G-Zg-z)`;
