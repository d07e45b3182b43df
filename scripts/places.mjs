// Finds where requirements, their checks, faults and latitudes are in the sources: file and line of each.
// The file of a row is the one that exports it; in it, an id that is written out is found as text, and one that is put together by the
// longest part of it. A check is where its function begins: the JavaScript engine knows that of the compiled code, and source maps lead to the source.
import { readdirSync, readFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { SourceMap } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const lineAt = (text, index) => text.slice(0, index).split('\n').length;
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Templates that may yield an id or the name of a fault: only letters, digits, hyphens and slashes around what is put in. */
function templatesOf(path, text) {
  return [...text.matchAll(/`((?:\$\{[^}]*\}|[^`\s$])*)`/g)].flatMap(({ 1: body, index }) => {
    const fixed = body.split(/\$\{[^}]*\}/);
    if (fixed.length < 2 || !/^[\w/-]+$/.test(fixed.join(''))) return [];
    const named = /[A-Za-z]/.test(fixed.join(''));
    const form = new RegExp(`^${fixed.map(escaped).join('.+')}$`);
    return [{ form, named, weight: fixed.join('').length, path, place: `${path}:${lineAt(text, index)}` }];
  });
}

const sourcesIn = (folder) =>
  readdirSync(folder, { recursive: true })
    .map((file) => join(folder, file))
    .filter((path) => path.endsWith('.ts'))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }));

/** Where names are in the sources of some folders. */
export class Names {
  #sources;
  #templates;

  constructor(...folders) {
    this.#sources = folders.flatMap(sourcesIn);
    this.#templates = this.#sources
      .flatMap(({ path, text }) => templatesOf(path, text))
      .sort((one, other) => other.weight - one.weight);
  }

  /** The first `FILE:LINE` of such text; undefined where there is none. */
  #find(form) {
    for (const { path, text } of this.#sources) {
      const found = form.exec(text);
      if (found) return `${path}:${lineAt(text, found.index)}`;
    }
    return undefined;
  }

  /** Where a name is written out anywhere. */
  written(name) {
    return this.#find(new RegExp(`['"]${escaped(name)}['"]`));
  }

  /** Where the template is that yields a name and has letters of it. */
  made(name) {
    return this.#templates.find(({ form, named }) => form.test(name) && named)?.place;
  }

  /** Where the code of one file makes an id: where it is written out, or else the longest part of it. */
  madeIn(file, id) {
    const { text } = this.#sources.find(({ path }) => path === file);
    const whole = new RegExp(`'${escaped(id)}'\\]?:|\\bid: '${escaped(id)}'`).exec(text);
    if (whole) return `${file}:${lineAt(text, whole.index)}`;
    // Parts that are arguments: a function puts the rest to them.
    const parts = [...text.matchAll(/(?<=\(|, |\n\s*)'([A-Z][A-Z0-9-]*)'(?=[,)])/g)].flatMap(({ 1: part, index }) =>
      `-${id}-`.includes(`-${part}-`) ? [{ weight: part.length, place: `${file}:${lineAt(text, index)}` }] : [],
    );
    const templates = this.#templates.filter(({ form, path }) => path === file && form.test(id));
    return [...parts, ...templates].sort((one, other) => other.weight - one.weight)[0]?.place;
  }

  /** Where a file exports something. */
  exported(file, name) {
    const { text } = this.#sources.find(({ path }) => path === file);
    return `${file}:${lineAt(text, text.search(new RegExp(`export const ${name}\\b`)))}`;
  }
}

/** The function that a check is made of, whatever its kind. */
const functionOf = (check) => Object.values(check).find((each) => typeof each === 'function') ?? check.group.judge;

const maps = new Map();

function mapOf(file) {
  if (!maps.has(file)) maps.set(file, new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8'))));
  return maps.get(file);
}

/** A place in compiled code as one in the sources. */
function inSources(url, { lineNumber, columnNumber }) {
  const file = fileURLToPath(url);
  const { originalSource, originalLine } = mapOf(file).findEntry(lineNumber, columnNumber);
  return `${relative('.', join(dirname(file), originalSource))}:${originalLine + 1}`;
}

/** Where the function of a check begins. Compiled code and its source maps are in dist. */
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
