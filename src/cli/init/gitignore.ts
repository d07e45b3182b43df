/** The usual lines of a .gitignore that include `.env`. */
const INCLUDES_ENV = /^(?:\/|\*\*\/)?(?:\.env\*?|\.\*|\*\.env|\*)$/;

/** Whether the text of a .gitignore names `.env`. Less usual patterns do not count: one reminder too many does no harm. */
export const ignoresEnv = (text: string): boolean => text.split('\n').some((line) => INCLUDES_ENV.test(line.trim()));
