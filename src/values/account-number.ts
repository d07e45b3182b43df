/** Number of characters of an account number that stay visible, as many as a list may show (2.2). */
export const SHOWN = 4;

/** Returns whether a member of this name holds an account number. */
export const isAccountNumber = (member: string): boolean =>
  member.length === 'account_number'.length && member.toLowerCase() === 'account_number';

/** Matches characters that stand for hidden ones, and those that separate groups of digits, up to the last characters. */
const HIDDEN = new RegExp(`^[Xx*•·#.\\s-]+(?=.{0,${SHOWN}}$)`);

/** Returns whether all but the last four characters, or more, are masked already. */
export const isMasked = (text: string): boolean => HIDDEN.test(text);

/** Returns whether all characters are masked. */
export const isHidden = (text: string): boolean => HIDDEN.exec(text)?.[0] === text;

/** Replaces all but the last four characters. A number that is already masked is not changed. */
export function mask(number: string): string {
  if (number.length <= SHOWN) return '*'.repeat(number.length);
  return isMasked(number) ? number : '*'.repeat(number.length - SHOWN) + number.slice(-SHOWN);
}

/**
 * Matches a member `account_number` and its value, in JSON or in JSON that is quoted inside other JSON, however often. A
 * quoted value ends where the quotes that it began with come again. A value without quotes has a digit: other words
 * belong to a sentence about the member.
 */
const MEMBER =
  /("account_number\\*"\s*:\s*)(?:(?<quote>\\*")((?:(?!\k<quote>)(?:\\[\s\S]|[^\\])){1,256})|((?=[^"\\,}\s]{0,255}\d)[^"\\,}\s]{1,256}))/gi;

/** Masks values of `account_number` in text that looks like JSON. */
export const maskedMembers = (text: string): string =>
  text.replace(
    MEMBER,
    // biome-ignore lint/complexity/useMaxParams: String.replace passes each group of the pattern.
    (_, before: string, quote = '', quoted?: string, bare = '') => before + quote + mask(quoted ?? bare),
  );
