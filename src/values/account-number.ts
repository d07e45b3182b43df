/** Number of characters of an account number that stay visible, as many as a list may show (2.2). */
export const SHOWN = 4;

/** Returns whether a member of this name holds an account number. */
export const isAccountNumber = (member: string): boolean =>
  member.length === 'account_number'.length && member.toLowerCase() === 'account_number';

/** Returns whether all but the last four characters are masked already. */
export const isMasked = (text: string): boolean => /^[Xx*•·#.\s-]+$/.test(text.slice(0, -SHOWN));

/** Replaces all but the last four characters. A number that is already masked is not changed. */
export function mask(number: string): string {
  if (number.length <= SHOWN) return '*'.repeat(number.length);
  return isMasked(number) ? number : '*'.repeat(number.length - SHOWN) + number.slice(-SHOWN);
}

/** Masks values of `account_number` in text that looks like JSON, including JSON that is quoted inside other JSON. */
export const maskedMembers = (text: string): string =>
  text.replace(
    /(\\?"account_number\\?"\s*:\s*)(?:(\\?")([^"\\]{1,256})|([^"\\,}\s]{1,256}))/gi,
    (_, before: string, quote = '', quoted?: string, bare = '') => before + quote + mask(quoted ?? bare),
  );
