import { readdirSync, readFileSync } from 'node:fs';

const here = new URL('.', import.meta.url);

/** The text of each file of a schema, by its name, in the order of names. */
export const files: Readonly<Record<string, string>> = Object.fromEntries(
  readdirSync(here)
    .filter((file) => file.endsWith('.schema.json'))
    .sort()
    .map((file) => [file, readFileSync(new URL(file, here), 'utf8')]),
);
