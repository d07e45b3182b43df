/** Returns the words of a setting's name: `maxAmount` has `max` and `amount`. */
export const settingWords = (name: string): readonly string[] =>
  name.split(/(?=[A-Z])/).map((part) => part.toLowerCase());

/** Writes the name of a setting as its flag: `--max-amount`. */
export const flagFor = (name: string): string => `--${settingWords(name).join('-')}`;
