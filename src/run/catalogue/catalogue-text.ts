import { existsSync, readFileSync } from 'node:fs';

const built = new URL('catalogue.json', import.meta.url);

/** Returns the text of the catalogue that the build wrote, or undefined if the code runs from its sources. */
export const catalogueText = (): string | undefined => (existsSync(built) ? readFileSync(built, 'utf8') : undefined);
