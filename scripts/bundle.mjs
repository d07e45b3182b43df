// Writes bundle/transfer-conformance.mjs: the command in one file, which needs only Node. `npm run bundle`.
import { chmodSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { build } from 'esbuild';

const FILE = 'bundle/transfer-conformance.mjs';
const MOST_BYTES = 6_000_000;

const text = (path) => JSON.stringify(readFileSync(path, 'utf8'));
const schemas = readdirSync('dist/schemas').filter((file) => file.endsWith('.schema.json'));

/** Modules that read files next to them, and their replacements in the bundle, which contain those files. */
const INSIDE = {
  'dist/schemas/files.js': `export const files = {${schemas.map((file) => `'${file}': ${text(`dist/schemas/${file}`)}`)}};`,
  'dist/src/contract/document-text.js': `export const documentText = () => ${text('docs/interface.md')};`,
  'dist/src/contract/validation/validators.js': `
    import * as compiled from './compiled.js';
    export const validatorOf = (name) => compiled[name.replaceAll('-', '_')];`,
  // The bundler finds required modules only when `require` is not created in this module.
  'dist/src/contract/validation/compiled.js': readFileSync('dist/src/contract/validation/compiled.js', 'utf8').replace(
    /^.*\bcreateRequire\b.*\n/gm,
    '',
  ),
  'dist/src/run/catalogue-text.js': `export const catalogueText = () => ${text('dist/src/run/catalogue.json')};`,
  'dist/src/run/proxy-judge-file.js': 'export const judgeThread = new URL(import.meta.url);',
  'dist/src/run/version.js': `export const version = ${JSON.stringify(JSON.parse(readFileSync('package.json', 'utf8')).version)};`,
};

const met = new Set();
const inside = {
  name: 'inside',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]dist[\\/].*\.js$/ }, ({ path }) => {
      const file = relative('.', path).replaceAll('\\', '/');
      if (!(file in INSIDE)) return undefined;
      met.add(file);
      return { contents: INSIDE[file], loader: 'js' };
    });
  },
};

// The same file is the command and, in a separate thread, the judge of the proxy.
const ENTRY = `
  import { isMainThread } from 'node:worker_threads';
  await (isMainThread ? import('./dist/src/cli/main.js') : import('./dist/src/run/proxy-judge.js'));
`;

// CommonJS dependencies load Node's built-in modules by \`require\`.
const HEAD = `#!/usr/bin/env node
import { createRequire as requireOf } from 'node:module';
const require = requireOf(import.meta.url);`;

const { metafile } = await build({
  stdin: { contents: ENTRY, resolveDir: '.' },
  outfile: FILE,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  // For packages with both module formats, the CommonJS one hides from the bundler what it requires.
  mainFields: ['module', 'main'],
  minify: true,
  keepNames: true,
  legalComments: 'eof',
  banner: { js: HEAD },
  plugins: [inside],
  metafile: true,
  logLevel: 'warning',
});
chmodSync(FILE, 0o755);

/** Modules of this project that would look for a file next to the bundle. */
const strays = Object.keys(metafile.inputs).filter(
  (path) => path.startsWith('dist') && !(path in INSIDE) && readFileSync(path, 'utf8').includes('import.meta'),
);
const unmet = Object.keys(INSIDE).filter((file) => !met.has(file));
const { size } = statSync(FILE);
console.log(`${join(FILE)}: ${size.toLocaleString('en')} bytes`);
if (strays.length > 0) throw new Error(`these modules read what lies beside them: ${strays.join(', ')}`);
if (unmet.length > 0) throw new Error(`no module of the bundle is ${unmet.join(' or ')}`);
if (size > MOST_BYTES) throw new Error(`more than ${MOST_BYTES.toLocaleString('en')} bytes`);
