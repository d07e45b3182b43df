import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cites, rowsFor, statements } from '../../src/contract/document.ts';
import { rows } from '../../suites/index.ts';
import { nothingToTest } from '../../suites/nothing-to-test.ts';

const all = statements(readFileSync('docs/interface.md', 'utf8'));

describe('the rows', () => {
  it('have ids of their own, in words', () => {
    const ids = rows.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[A-Z]+(?:-[A-Z0-9]+)+$/);
  });

  it('keep the ids that people know them by', () => {
    expect(rows.map(({ id, level }) => `${id} ${level}`).sort()).toMatchSnapshot();
  });

  it('cite words that stand in the document', () => {
    const nowhere = rows.flatMap(({ id, cites: places }) =>
      places
        .filter((place) => !all.some((each) => cites(place, each)))
        .map((place) => `${id}: ${place.section} ${place.words}`),
    );
    expect(nowhere).toEqual([]);
  });

  it('account for every statement of the document, with what has nothing to test', () => {
    const open = all.filter(
      (each) => rowsFor(each, rows).length === 0 && !nothingToTest.some((none) => cites(none, each)),
    );
    expect(open.map(({ line, text }) => `${line}: ${text}`)).toEqual([]);
  });

  it('never call a tested statement untestable', () => {
    const both = nothingToTest.filter((none) =>
      all.every((each) => !cites(none, each) || rowsFor(each, rows).length > 0),
    );
    expect(both.map(({ words }) => words)).toEqual([]);
  });
});
