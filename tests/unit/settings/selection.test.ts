import { describe, expect, it } from 'vitest';
import { operationNames } from '../../../src/contract/operations.ts';
import { readSettings } from '../../../src/settings/run-settings.ts';
import { ofFailed, select } from '../../../src/settings/selection.ts';
import { environmentSource, type Flags, flagSource, optionSource, Settings } from '../../../src/settings/settings.ts';
import { rows } from '../../../suites/index.ts';

const operationsOf = (id: string, ...patterns: readonly string[]) =>
  select(rows, { only: patterns }).find((row) => row.id === id)?.operations;

describe('--only', () => {
  it('selects all requirements when it has no patterns', () => {
    expect(select(rows, { only: [] })).toEqual(rows);
  });

  it('selects a requirement by its id on all its operations', () => {
    expect(select(rows, { only: ['success-status'] }).map(({ id }) => id)).toEqual(['SUCCESS-STATUS']);
    expect(operationsOf('SUCCESS-STATUS', 'SUCCESS-STATUS')).toEqual(operationNames);
  });

  it('selects every requirement only on the operations that it names', () => {
    expect(operationsOf('SUCCESS-STATUS', 'getFiat')).toEqual(['getFiat']);
    expect(operationsOf('SUCCESS-STATUS', 'getFiat', 'list*')).toEqual(
      operationNames.filter((name) => /^(getFiat|list)/.test(name)),
    );
    expect(operationsOf('FW-ONE-OF', 'getFiat')).toBeUndefined();
  });

  it('selects the operations of a section, and requirements of the section on all operations', () => {
    expect(operationsOf('SUCCESS-JSON', '4.14')).toEqual(['affirm']);
    expect(operationsOf('LIST-PAGE-NO-REPEAT', '4.15')).toEqual(
      rows.find(({ id }) => id === 'LIST-PAGE-NO-REPEAT')?.operations,
    );
    expect(select(rows, { only: ['4'] }).length).toBeGreaterThan(select(rows, { only: ['4.14'] }).length);
  });

  it('refuses a pattern that matches nothing', () => {
    expect(() => select(rows, { only: ['getFiat', 'NO-SUCH'] })).toThrow('--only NO-SUCH matches no requirement');
  });
});

describe('--not-a-sandbox', () => {
  const address = environmentSource({ BASE_URL: 'http://127.0.0.1:9', ACCESS_TOKEN: 'token' });
  const read = (flags: Flags) => readSettings(new Settings([flagSource(flags), address]), {});

  it('excludes the sandbox deposit, and adds a note', () => {
    const settings = read({ notASandbox: true });
    expect(select(rows, settings).flatMap(({ operations }) => operations)).not.toContain('sandboxDeposit');
    expect(settings.notes.join()).toContain('sandboxDeposit is left out: the target is not a sandbox');
    expect(settings.narrowedBy).toEqual(['--not-a-sandbox']);
  });

  it('is named as the user set it', () => {
    const variable = environmentSource({
      BASE_URL: 'http://127.0.0.1:9',
      ACCESS_TOKEN: 'token',
      NOT_A_SANDBOX: 'true',
    });
    const settings = readSettings(new Settings([flagSource({}), variable]), {});
    expect(settings.notes.join()).toContain('the target is not a sandbox (NOT_A_SANDBOX)');
    expect(settings.narrowedBy).toEqual(['NOT_A_SANDBOX']);
  });

  it('is not added to what the user excludes', () => {
    expect(read({ exclude: 'affirm', notASandbox: true }).narrowedBy).toEqual(['--exclude affirm', '--not-a-sandbox']);
  });

  it('is off by default', () => {
    expect(select(rows, read({}))).toEqual(rows);
    expect(read({}).notes.join()).not.toContain('sandbox');
  });
});

it('a run of what failed before does not name --only, which the user did not give', () => {
  const address = environmentSource({ BASE_URL: 'http://127.0.0.1:9', ACCESS_TOKEN: 'token' });
  const settings = readSettings(new Settings([flagSource({ only: 'FW-TOTAL,CW-TYPE', level: 'must' }), address]), {});
  expect(ofFailed(settings).narrowedBy).toEqual(['--last-failed: FW-TOTAL,CW-TYPE', '--level must']);
});

describe('--exclude and --level', () => {
  it('exclude the requirements and operations that are named', () => {
    const left = select(rows, { only: [], exclude: ['FW-ONE-OF', 'getFiat'] });
    expect(left.some(({ id }) => id === 'FW-ONE-OF')).toBe(false);
    expect(left.flatMap(({ operations }) => operations)).not.toContain('getFiat');
    expect(left.find(({ id }) => id === 'SUCCESS-STATUS')?.operations).toHaveLength(operationNames.length - 1);
  });

  it.each([
    ['must', ['must']],
    ['should', ['must', 'should']],
    ['observe', ['must', 'should', 'observe']],
  ] as const)('select requirements of the level %s and stronger ones', (level, levels) => {
    expect(new Set(select(rows, { only: [], level }).map((row) => row.level))).toEqual(new Set(levels));
  });

  it('refuse a pattern that matches nothing, with a suggestion, and an empty selection', () => {
    expect(() => select(rows, { only: ['FW-TOTL'] })).toThrow(/matches no requirement \(did you mean FW-TOTAL\?\)/);
    expect(() => select(rows, { only: [], exclude: ['getFait'] })).toThrow(
      /--exclude getFait .*did you mean getFiat\?/,
    );
    expect(() => select(rows, { only: ['FW-TOTAL'], exclude: ['4.4'] })).toThrow('selects no requirement');
  });
});

it('has a note on a variable that looks like a setting and is none', () => {
  const settings = new Settings([optionSource({ baseUrl: 'http://localhost:1', accessToken: 'token' })]);
  const { notes } = readSettings(settings, { CONFORMANCE_SED: '8', CONFORMANCE_SEED: '8', SEED: '8' });
  expect(notes).toEqual(['CONFORMANCE_SED is no setting and has no effect (did you mean CONFORMANCE_SEED?)']);
});
