// What both bundles of the compiled code share: one-file.mjs (the command in one file) and entry-points.mjs (those
// of the package).
import { readdirSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';

const text = (path) => JSON.stringify(readFileSync(path, 'utf8'));

/** Modules that read files next to them, and their replacements in a bundle, which contain those files. */
function replacements() {
  const schemas = readdirSync('dist/schemas').filter((file) => file.endsWith('.schema.json'));
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
  return {
    'dist/schemas/files.js': `export const files = {${schemas.map((file) => `'${file}': ${text(`dist/schemas/${file}`)}`)}};`,
    'dist/src/contract/document-text.js': `export const documentText = () => ${text('docs/interface.md')};`,
    'dist/src/contract/validation/validators.js': `
      import * as compiled from './compiled.js';
      export const validatorOf = (name) => compiled[name.replaceAll('-', '_')];`,
    // The bundler finds required modules only when `require` is not created in this module.
    'dist/src/contract/validation/compiled.js': readFileSync(
      'dist/src/contract/validation/compiled.js',
      'utf8',
    ).replace(/^.*\bcreateRequire\b.*\n/gm, ''),
    'dist/src/run/catalogue/catalogue-text.js': `export const catalogueText = () => ${text('dist/src/run/catalogue/catalogue.json')};`,
    'dist/src/settings/version.js': `export const version = ${JSON.stringify(version)};`,
  };
}

/** CommonJS modules load Node's built-in modules by `require`. */
export const REQUIRE = `import { createRequire as requireOf } from 'node:module';
const require = requireOf(import.meta.url);`;

/**
 * Returns a plugin that replaces the modules which read files next to them, with `more` replacements, and a function that
 * throws an error if a replacement was not needed, or another module of a bundle reads such a file.
 * @param {Readonly<Record<string, string>>} [more]
 */
export function inside(more = {}) {
  /** @type {Readonly<Record<string, string>>} */
  const sources = { ...replacements(), ...more };
  /** @type {Set<string>} */
  const met = new Set();
  /** @type {import('esbuild').Plugin} */
  const plugin = {
    name: 'inside',
    setup({ onLoad }) {
      onLoad({ filter: /[\\/]dist[\\/].*\.js$/ }, ({ path }) => {
        const file = relative('.', path).replaceAll('\\', '/');
        const contents = sources[file];
        if (contents === undefined) return undefined;
        met.add(file);
        return { contents, loader: 'js' };
      });
    },
  };
  /**
   * @param {import('esbuild').Metafile} metafile
   * @param {readonly string[]} mayRead
   */
  const check = ({ inputs }, mayRead = []) => {
    const strays = Object.keys(inputs).filter(
      (path) =>
        path.startsWith('dist') &&
        !(path in sources) &&
        !mayRead.includes(path) &&
        readFileSync(path, 'utf8').includes('import.meta'),
    );
    const unmet = Object.keys(sources).filter((file) => !met.has(file));
    if (strays.length > 0) throw new Error(`these modules read what lies beside them: ${strays.join(', ')}`);
    if (unmet.length > 0) throw new Error(`no module of the bundle is ${unmet.join(' or ')}`);
  };
  return { plugin, check };
}
