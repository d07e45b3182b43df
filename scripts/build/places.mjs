// Finds the file and line of requirements, their checks, faults and latitudes in the sources. The file of a requirement
// is the one that exports it. Within it, a complete ID is found as text, and a composed one by its longest part. A
// check is located where its function begins: the JavaScript engine knows the position in the compiled code, and source
// maps lead to the source.
import { readdirSync, readFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { SourceMap } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const lineAt = (text, index) => text.slice(0, index).split('\n').length;
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * Returns the templates that may produce an ID or the name of a fault: their fixed parts have only letters, digits,
 * hyphens and slashes.
 */
function templatesOf(path, text) {
  return [...text.matchAll(/`((?:\$\{[^}]*\}|[^`\s$])*)`/g)].flatMap(({ 1: body, index }) => {
    const fixed = body.split(/\$\{[^}]*\}/);
    if (fixed.length < 2 || !/^[\w/-]+$/.test(fixed.join(''))) return [];
    const named = /[A-Za-z]/.test(fixed.join(''));
    const form = new RegExp(`^${fixed.map(escaped).join('.+')}$`);
    return [{ form, named, weight: fixed.join('').length, path, place: `${path}:${lineAt(text, index)}` }];
  });
}

const sourcesIn = (/** @type {string} */ folder) =>
  readdirSync(folder, { encoding: 'utf8', recursive: true })
    .map((file) => join(folder, file))
    .filter((path) => path.endsWith('.ts'))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));

/** Finds names in the sources of some folders. */
export class Names {
  #sources;
  #templates;

  /** @param {string[]} folders */
  constructor(...folders) {
    this.#sources = folders.flatMap(sourcesIn);
    this.#templates = this.#sources
      .flatMap(({ path, text }) => templatesOf(path, text))
      .sort((one, other) => other.weight - one.weight);
  }

  /**
   * Returns the first `FILE:LINE` of text that matches, or undefined.
   * @param {RegExp} form
   */
  #find(form) {
    for (const { path, text } of this.#sources) {
      const found = form.exec(text);
      if (found) return `${path}:${lineAt(text, found.index)}`;
    }
    return undefined;
  }

  /**
   * Returns the place where a name is written out.
   * @param {string} name
   */
  written(name) {
    return this.#find(new RegExp(`['"]${escaped(name)}['"]`));
  }

  /**
   * Returns the place of the template that produces a name and contains letters of it.
   * @param {string} name
   */
  made(name) {
    return this.#templates.find(({ form, named }) => form.test(name) && named)?.place;
  }

  /**
   * Returns the place in one file that produces an ID: where it is written out, otherwise its longest part.
   * @param {string} file
   * @param {string} id
   */
  madeIn(file, id) {
    const text = this.#textOf(file);
    const whole = new RegExp(`'${escaped(id)}'\\]?:|\\bid: '${escaped(id)}'`).exec(text);
    if (whole) return `${file}:${lineAt(text, whole.index)}`;
    // These parts are arguments of a function that adds the rest.
    const parts = [...text.matchAll(/(?<=\(|, |\n\s*)'([A-Z][A-Z0-9-]*)'(?=[,)])/g)].flatMap(({ 1: part, index }) =>
      `-${id}-`.includes(`-${part}-`) ? [{ weight: part.length, place: `${file}:${lineAt(text, index)}` }] : [],
    );
    const templates = this.#templates.filter(({ form, path }) => path === file && form.test(id));
    return [...parts, ...templates].sort((one, other) => other.weight - one.weight)[0]?.place;
  }

  #textOf(/** @type {string} */ file) {
    return this.#sources.find(({ path }) => path === file)?.text ?? '';
  }

  /**
   * Returns the place where a file exports a name.
   * @param {string} file
   * @param {string} name
   */
  exported(file, name) {
    const text = this.#textOf(file);
    return `${file}:${lineAt(text, text.search(new RegExp(`export const ${name}\\b`)))}`;
  }
}

/** Returns the function of a check, whatever its kind. */
const functionOf = (check) => Object.values(check).find((each) => typeof each === 'function') ?? check.group.judge;

const maps = new Map();

function mapOf(file) {
  if (!maps.has(file)) maps.set(file, new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8'))));
  return maps.get(file);
}

/** Converts a place in compiled code to one in the sources. */
function inSources(url, { lineNumber, columnNumber }) {
  const file = fileURLToPath(url);
  const { originalSource, originalLine } = mapOf(file).findEntry(lineNumber, columnNumber);
  return `${relative('.', join(dirname(file), originalSource))}:${originalLine + 1}`;
}

/** Returns where the function of a check begins. Needs compiled code and source maps in dist. */
export function checksIn() {
  const session = new Session();
  const urls = new Map();
  const ask = (method, parameters) => {
    let answer;
    session.post(method, parameters, (error, result) => {
      if (error) throw new Error(`${method}: ${error.message}`);
      answer = result;
    });
    return answer;
  };
  session.connect();
  session.on('Debugger.scriptParsed', ({ params }) => urls.set(params.scriptId, params.url));
  ask('Debugger.enable');
  return (check) => {
    globalThis.located = functionOf(check);
    const { objectId } = ask('Runtime.evaluate', { expression: 'globalThis.located' }).result;
    const { internalProperties } = ask('Runtime.getProperties', { objectId, ownProperties: true });
    const { value } = internalProperties.find(({ name }) => name === '[[FunctionLocation]]').value;
    return inSources(urls.get(value.scriptId), value);
  };
}
