// Compiles every schema to plain code next to the built validation module, so that no run spends time on it. The code
// is minified, because nobody reads it and it would otherwise be an eighth of the package.
import { writeFileSync } from 'node:fs';
import standaloneCode from 'ajv/dist/standalone/index.js';
import { transformSync } from 'esbuild';
import { schemas } from '../../dist/schemas/index.js';
import { compiler } from '../../dist/src/contract/validation/compiler.js';
import { exportOf } from '../../dist/src/contract/validation/validators.js';

const HEADER = `import { createRequire } from 'node:module';
import { formats } from './formats.js';
const require = createRequire(import.meta.url);
`;

const ids = Object.fromEntries(Object.entries(schemas).map(([name, { $id }]) => [exportOf(name), $id]));
const code = standaloneCode.default(compiler({ source: true }), ids).replace('"use strict";', '');
// The header keeps its lines, because inline-files.mjs removes those that contain `createRequire`.
writeFileSync(
  'dist/src/contract/validation/compiled.js',
  HEADER + transformSync(code, { format: 'esm', minify: true, target: 'node20' }).code,
);
