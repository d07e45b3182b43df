import type { Level } from '../../src/contract/requirement.ts';
import { type Check, probe, question, rule, survey } from '../../src/engine/check.ts';
import type { Row } from '../../src/engine/row.ts';
import type { NonEmpty } from '../../src/values/non-empty.ts';

/** Checks that are never run: results need to know of them only what kind they are. */
export const RULE = rule(() => []);
export const PROBE = probe(async () => []);
export const QUESTION = question(async () => '');
export const SURVEY = survey(() => ({ see: () => undefined, counts: () => new Map() }));

/** A row on two operations, unless `given` says otherwise. */
export const rowOf = (id: string, level: Level, checks: NonEmpty<Check>, given: Partial<Row> = {}): Row => ({
  id,
  level,
  title: `what ${id} demands`,
  aspect: 'semantics',
  section: '4.4',
  cites: [{ section: '4.4', words: 'words' }],
  operations: ['fiatWithdrawal', 'cryptoWithdrawal'],
  checks,
  ...given,
});
