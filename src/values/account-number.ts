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

/** Matches the text of a JSON number. */
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Masks the text of a JSON number so that it still is one, of the same length: the first hidden digit becomes 1, the
 * others 0. What a report shows can then be sent again as a number.
 */
function maskNumeral(numeral: string): string {
  const shown = numeral.length <= SHOWN ? 0 : SHOWN;
  const hidden = numeral.length - shown;
  return numeral.slice(0, hidden).replace(/\d/g, '0').replace('0', '1') + numeral.slice(hidden);
}

/** Masks an account number that is a JSON number: all but the last four digits, and the result is a number too. */
export const maskNumber = (number: number): number => Number(maskNumeral(String(number)));

/** Masks a value that JSON writes without quotes. One that is not a number does not stay JSON. */
export const maskBare = (text: string): string => (JSON_NUMBER.test(text) ? maskNumeral(text) : mask(text));

/**
 * A value in JSON, or in JSON that is quoted inside other JSON, however often. A quoted value ends where the quotes that
 * it began with come again. A value without quotes has a digit: other words belong to a sentence about the member.
 */
const VALUE =
  /(?:(?<quote>\\*")((?:(?!\k<quote>)(?:\\[\s\S]|[^\\])){1,256})|((?=[^"\\,}[\]\s]{0,255}\d)[^"\\,}[\]\s]{1,256}))/;

/** Matches the values of a list, each with what is before it. */
const ITEM = new RegExp(`((?:^\\[|,)\\s*)${VALUE.source}`, 'g');

const NAME = String.raw`("account_number\\*"\s*:\s*)`;
const MEMBER = new RegExp(NAME + VALUE.source, 'gi');
const LIST = new RegExp(String.raw`${NAME}(\[[^\]]{1,1024})`, 'gi');

const maskedValues = (text: string, pattern: RegExp): string =>
  text.replace(
    pattern,
    // biome-ignore lint/complexity/useMaxParams: String.replace passes each group of the pattern.
    (_, before: string, quote = '', quoted?: string, bare = '') =>
      before + quote + (quoted === undefined ? maskBare(bare) : mask(quoted)),
  );

/** Masks values of `account_number`, and those of a list in its place, in text that looks like JSON. */
export const maskedMembers = (text: string): string =>
  maskedValues(text, MEMBER).replace(LIST, (_, before: string, list: string) => before + maskedValues(list, ITEM));
