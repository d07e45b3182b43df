import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cites, rowsFor, statements } from '../../../src/contract/document.ts';
import { filtersIn } from '../../../src/contract/lists.ts';
import { creations, definitionOf, listOperations } from '../../../src/contract/operations.ts';
import { quoted } from '../../../src/contract/quotation.ts';
import type { Citation } from '../../../src/contract/requirement.ts';
import { appliesTo } from '../../../suites/applies-to.ts';
import { rows, trafficRows } from '../../../suites/index.ts';
import { nothingToTest } from '../../../suites/nothing-to-test.ts';
import { shapeRows } from '../../../suites/resources/rows.ts';
import { filterRow, PREFIXES } from '../../../suites/vocabulary/constraints/sources.ts';
import { HEADER, MALFORMED, requirementOn, SCHEME, TOKEN } from '../../../suites/vocabulary/credentials.ts';

const all = statements(readFileSync('docs/interface.md', 'utf8'));

describe('the rows', () => {
  it('have unique ids of at least two words', () => {
    const ids = rows.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[A-Z]+(?:-[A-Z0-9]+)+$/);
  });

  it('have ids and levels that do not change', () => {
    expect(rows.map(({ id, level }) => `${id} ${level}`).sort()).toMatchSnapshot();
  });

  it('name only existing rows in their lenience and in blockedBy', () => {
    const ids = new Set(rows.map(({ id }) => id));
    const encodings = /^UTF-\d+$/;
    const lenient = rows.flatMap(({ lenience = '' }) => lenience.match(/\b[A-Z]+(?:-[A-Z0-9]+)+\b/g) ?? []);
    const sources = readdirSync('suites', { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => readFileSync(join('suites', file), 'utf8'));
    const blocking = sources.flatMap((source) =>
      [...source.matchAll(/\bblockedBy(?:\(|: )(\[[^\]]*\]|'[^']*')/g)].flatMap(
        ([, named = '']) => named.match(/[A-Z]+(?:-[A-Z0-9]+)+/g) ?? [],
      ),
    );
    const derived = [
      ...[...HEADER, ...TOKEN, ...MALFORMED, ...SCHEME].map(requirementOn),
      ...creations.map((operation) => `${PREFIXES[operation]}-REQUIRED-ALONE`),
      ...listOperations.flatMap((operation) => filtersIn(definitionOf(operation).query).map(filterRow)),
    ];
    expect(lenient.length).toBeGreaterThan(10);
    expect(blocking.length).toBeGreaterThan(10);
    expect([...lenient, ...blocking, ...derived].filter((id) => !ids.has(id) && !encodings.test(id))).toEqual([]);
  });

  it('cite words of the document', () => {
    const nowhere = rows.flatMap(({ id, cites: places }) =>
      places
        .filter((place) => !all.some((each) => cites(place, each)))
        .map((place) => `${id}: ${place.section} ${place.words}`),
    );
    expect(nowhere).toEqual([]);
  });

  it('cite words that contain each member in their title', () => {
    const member = /\b(?:[A-Z][A-Za-z]+\.([a-z_]+)|([a-z][a-z0-9]*(?:_[a-z0-9]+)+))\b/g;
    const silent = [...rows, ...trafficRows].flatMap(({ id, title, cites: places }) => {
      const words = quoted(places).map((each) => each.words);
      const named = [...title.matchAll(member)].map(([, own, bare = '']) => own ?? bare);
      return named.filter((each) => !words.some((text) => text.includes(each))).map((each) => `${id}: ${each}`);
    });
    expect(silent).toEqual([]);
  });

  it('derived from a schema cite words that name the member or are a whole statement', () => {
    const weak = shapeRows.flatMap(({ id, title, cites: places }) => {
      const [, member] = /^[A-Za-z]+\.([a-z_]+) is /.exec(title) ?? [];
      const carries = ({ section, words }: Citation): boolean =>
        member === undefined ||
        words.includes(member) ||
        all.some((each) => each.section === section && each.text === words);
      return places.some(carries) ? [] : [`${id}: ${places[0].words}`];
    });
    expect(weak).toEqual([]);
  });

  it('cover every statement of the document, except those listed as having nothing to test', () => {
    const open = all.filter(
      (each) => rowsFor(each, rows).length === 0 && !nothingToTest.some((none) => cites(none, each)),
    );
    expect(open.map(({ line, text }) => `${line}: ${text}`)).toEqual([]);
  });

  it('cover each statement on every operation that it applies to', () => {
    const tested = all.filter((each) => rowsFor(each, rows).length > 0);
    const gaps = tested.flatMap((each) => {
      const covered = new Set(rowsFor(each, rows).flatMap(({ operations }) => operations));
      const open = appliesTo(each).filter((operation) => !covered.has(operation));
      return open.length > 0 ? [`${each.line}: ${open.join(', ')}`] : [];
    });
    expect(gaps).toEqual([]);
  });

  it('cover no statement that is listed as having nothing to test', () => {
    const both = nothingToTest.filter((none) =>
      all.every((each) => !cites(none, each) || rowsFor(each, rows).length > 0),
    );
    expect(both.map(({ words }) => words)).toEqual([]);
  });
});
