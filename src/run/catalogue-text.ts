import { existsSync, readFileSync } from 'node:fs';

const built = new URL('catalogue.json', import.meta.url);

/** The catalogue as the build wrote it down; undefined where the sources run. */
export const catalogueText = (): string | undefined => (existsSync(built) ? readFileSync(built, 'utf8') : undefined);
