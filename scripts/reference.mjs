// Writes the pages of docs/reference from the code; a folder as argument takes them instead.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commands } from './reference/commands.mjs';
import { files } from './reference/files.mjs';
import { requirements } from './reference/requirements.mjs';
import { settings } from './reference/settings.mjs';

const folder = process.argv[2] ?? join(import.meta.dirname, '../docs/reference');
const pages = { commands, settings, files, requirements };

mkdirSync(folder, { recursive: true });
for (const [name, page] of Object.entries(pages)) {
  const lines = await page();
  writeFileSync(join(folder, `${name}.md`), `${lines.join('\n')}\n`);
}
