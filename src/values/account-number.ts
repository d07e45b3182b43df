/** Characters of an account number that are always shown: as many as a list may leave of it (2.2). */
export const SHOWN = 4;

/** Whether a member of this name holds an account number. */
export const isAccountNumber = (member: string): boolean =>
  member.length === 'account_number'.length && member.toLowerCase() === 'account_number';

/** True when only the last four characters can be seen already. */
export const isMasked = (text: string): boolean => /^[Xx*•·#.\s-]+$/.test(text.slice(0, -SHOWN));

/** All but the last four characters replaced; one that came masked stays as it came. */
export function mask(number: string): string {
  if (number.length <= SHOWN) return '*'.repeat(number.length);
  return isMasked(number) ? number : '*'.repeat(number.length - SHOWN) + number.slice(-SHOWN);
}

/** Masks values of `account_number` in text that looks like JSON, also where it is quoted inside other JSON. */
export const maskedMembers = (text: string): string =>
  text.replace(
    /(\\?"account_number\\?"\s*:\s*\\?"?)([^"\\,}\s]{1,256})/gi,
    (_, before: string, number: string) => before + mask(number),
  );
