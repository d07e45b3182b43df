import { join } from 'node:path';

/** The file of the built command. */
export const MAIN = join(import.meta.dirname, '../dist/bundled/main.js');
