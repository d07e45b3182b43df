// JSON Schemas are read at run time from the folder of the compiled code.
import { cpSync, readdirSync } from 'node:fs';

for (const file of readdirSync('schemas')) {
  if (file.endsWith('.schema.json')) cpSync(`schemas/${file}`, `dist/schemas/${file}`);
}
