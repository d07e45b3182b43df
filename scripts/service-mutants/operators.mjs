// The mutants of a source: those of Stryker's operators, and numbers by one, statements, members and elements left out, and
// values of two members exchanged. A mutant is one piece of the source replaced.

import babel from '@babel/core';
import { Instrumenter } from '@stryker-mutator/instrumenter';

/**
 * @import { Mutant } from './types.ts'
 * @typedef {Omit<Mutant, 'of' | 'key'>} Piece
 */

const { parseSync, traverse } = babel;

const parse = (source) => parseSync(source, { sourceType: 'module', configFile: false, babelrc: false });

const [silent, never] = [() => undefined, () => false];
/** @type {ConstructorParameters<typeof Instrumenter>[0]} */
const QUIET = {
  isTraceEnabled: never,
  isDebugEnabled: never,
  isInfoEnabled: never,
  isWarnEnabled: never,
  isErrorEnabled: never,
  isFatalEnabled: never,
  trace: silent,
  debug: silent,
  info: silent,
  warn: silent,
  error: silent,
  fatal: silent,
};

/** Offsets of lines, for locations that count lines from 0. */
function offsetsOf(source) {
  const starts = [0];
  for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) starts.push(at + 1);
  return ({ line, column }) => starts[line] + column;
}

/**
 * @param {string} source
 * @param {string} name
 * @returns {Promise<Piece[]>}
 */
async function strykers(source, name) {
  const offset = offsetsOf(source);
  const options = { plugins: null, excludedMutations: [], ignorers: [] };
  const { mutants } = await new Instrumenter(QUIET).instrument([{ name, mutate: true, content: source }], options);
  return mutants
    .filter(({ status }) => status !== 'Ignored')
    .map(({ location, replacement, mutatorName: operator }) => ({
      operator,
      start: offset(location.start),
      end: offset(location.end),
      replacement,
    }));
}

/** Statements whose loss leaves a program that still parses and declares what it uses. */
const LOSABLE = ['ExpressionStatement', 'ReturnStatement', 'ThrowStatement', 'IfStatement', 'ContinueStatement'];

const without = (operator, { start, end }, replacement = '') => ({ operator, start, end, replacement });

/** A list of nodes with one left out, its comma with it. */
const leftOut = (operator, nodes) =>
  nodes.flatMap((node, i) => {
    if (!node) return [];
    const next = nodes[i + 1];
    return [without(operator, { start: node.start, end: next?.start ?? node.end })];
  });

const isPlain = (node) => node?.type === 'ObjectProperty' && !node.shorthand && !node.computed;

/** The values of neighbouring members, each in the place of the other. */
const exchanged = (source, nodes) =>
  nodes.slice(1).flatMap((node, i) => {
    const before = nodes[i];
    if (!isPlain(before) || !isPlain(node)) return [];
    const text = ({ start, end }) => source.slice(start, end);
    const between = source.slice(before.value.end, node.value.start);
    const replacement = text(node.value) + between + text(before.value);
    return [{ operator: 'MembersExchanged', start: before.value.start, end: node.value.end, replacement }];
  });

/** @param {string} source */
function ours(source) {
  /** @type {Piece[]} */
  const found = [];
  traverse(parse(source), {
    NumericLiteral({ node }) {
      for (const by of [1, -1])
        found.push({ operator: 'NumberByOne', start: node.start, end: node.end, replacement: `(${node.value + by})` });
    },
    Statement({ node }) {
      if (LOSABLE.includes(node.type)) found.push(without('StatementLeftOut', node, ';'));
    },
    ObjectExpression({ node: { properties } }) {
      found.push(...leftOut('MemberLeftOut', properties), ...exchanged(source, properties));
    },
    ArrayExpression({ node: { elements } }) {
      found.push(...leftOut('ElementLeftOut', elements));
    },
  });
  return found;
}

/** The name of the declaration at the top of the file that a place is in. */
function placesIn(source) {
  const named = parse(source).program.body.map(({ start, end, id, declarations: [first] = [] }) => ({
    start,
    end,
    name: id?.name ?? first?.id.name ?? '',
  }));
  return (offset) => named.find(({ start, end }) => start <= offset && offset < end)?.name ?? '';
}

/**
 * Where a mutant is, so that it is found again when lines above it change: its declaration, its line's text, its column there, and
 * what it becomes.
 */
function keyOf(source, place, { operator, start, end, replacement }) {
  const line = source.lastIndexOf('\n', start - 1) + 1;
  const text = source.slice(line, source.indexOf('\n', start)).trimEnd();
  const column = start - line - (text.length - text.trimStart().length);
  const flat = (piece) => piece.replaceAll(/\s+/g, ' ').slice(0, 160);
  return `${place}: ${text.trim()} | ${operator} at ${column}: ${flat(source.slice(start, end))} => ${flat(replacement)}`;
}

/** What an implementation says of itself to its tests, and what only that needs. */
const SAID = ['fixtures', 'server', 'TOKEN', 'CLIENT', 'inState', 'of', 'named', 'on', 'idsWhere', 'states'];
/** The switch of its planted defects. */
const PLANTED = ['DEFECTS', 'DEFECT', 'wrong', 'bug', 'slips'];
const ASIDE = [...SAID, ...PLANTED];
/** What refuses: with a sentence for people, which is free (7.4). */
const REFUSING = ['insist', 'must', 'refuse', 'sound', 'Problem', 'Refusal'];

const sentencesOf = (nodes) => nodes.filter(({ type }) => ['StringLiteral', 'TemplateLiteral'].includes(type));

const namesOf = ({ id }) => (id.type === 'ObjectPattern' ? id.properties.map(({ value }) => value?.name) : [id.name]);

/** What is no part of the service: imports, what an implementation says of itself, planted defects, and sentences of refusals. */
function asideIn(source) {
  const found = [];
  traverse(parse(source), {
    ImportDeclaration({ node }) {
      found.push(node);
    },
    VariableDeclaration({ node, parent }) {
      const isAside = node.declarations.flatMap(namesOf).some((name) => ASIDE.includes(name));
      if (parent.type === 'Program' && isAside) found.push(node);
    },
    'CallExpression|NewExpression'({ node }) {
      if (PLANTED.includes(node.callee.name)) found.push(node);
      if (REFUSING.includes(node.callee.name)) found.push(...sentencesOf(node.arguments));
    },
    BinaryExpression({ node }) {
      if (node.left.name === 'DEFECT') found.push(node);
    },
    IfStatement({ node }) {
      if (node.test.type === 'LogicalExpression' && node.test.left.name === 'DEFECT') found.push(node);
    },
  });
  return found;
}

/** Whether a mutant changes the service. */
function serviceOf(source) {
  const aside = asideIn(source);
  return ({ start, end }) => !aside.some((node) => node.start <= start && end <= node.end);
}

/**
 * Every mutant of the service of an implementation, each once, under a key of its own.
 * @param {string} source
 * @param {string} of
 * @returns {Promise<Mutant[]>}
 */
export async function mutantsOf(source, of) {
  const all = [...(await strykers(source, `${of}.js`)), ...ours(source)].filter(serviceOf(source));
  const placeOf = placesIn(source);
  const made = new Map();
  const times = new Map();
  for (const mutant of all) {
    const text = mutated(source, mutant);
    if (text === source || made.has(text)) continue;
    const key = keyOf(source, `${of} ${placeOf(mutant.start)}`.trim(), mutant);
    const before = times.get(key) ?? 0;
    times.set(key, before + 1);
    made.set(text, { of, key: before === 0 ? key : `${key} (${before + 1})`, ...mutant });
  }
  return [...made.values()];
}

/**
 * The source with a mutant in it.
 * @param {string} source
 * @param {Piece} mutant
 */
export const mutated = (source, { start, end, replacement }) =>
  source.slice(0, start) + replacement + source.slice(end);
