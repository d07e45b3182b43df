// Writes the pages of docs/reference from the code, or into the folder given as an argument.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { configSchema } from '../dist/src/settings/config-schema.js';
import { commands } from './reference/commands.mjs';
import { files } from './reference/files.mjs';
import { requirements } from './reference/requirements.mjs';
import { settings } from './reference/settings.mjs';

const folder = process.argv[2] ?? join(import.meta.dirname, '../docs/reference');
const pages = { commands, settings, files, requirements };

// The schema of the configuration file comes from the same declarations; a test compares them.
if (process.argv[2] === undefined) {
  const root = join(import.meta.dirname, '..');
  writeFileSync(join(root, 'schemas/config.schema.json'), `${JSON.stringify(configSchema(), null, 2)}\n`);
  const biome = join(root, 'node_modules/@biomejs/biome/bin/biome');
  execFileSync(process.execPath, [biome, 'format', '--write', 'schemas/config.schema.json'], { cwd: root });
}

mkdirSync(folder, { recursive: true });
for (const [name, page] of Object.entries(pages)) {
  const lines = await page();
  writeFileSync(join(folder, `${name}.md`), `${lines.join('\n')}\n`);
}
