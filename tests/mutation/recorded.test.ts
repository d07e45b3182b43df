import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Judge } from '../../src/engine/judge.ts';
import { isPassive, type Row } from '../../src/engine/row.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import { keyOf } from '../../src/model/facts.ts';
import { rows } from '../../suites/index.ts';

/** What scripts/self-mutation/record.mjs wrote. */
interface Recording {
  readonly kind: 'fault' | 'latitude' | 'lawful';
  readonly name: string;
  readonly due?: string;
  readonly exchanges: readonly Exchange[];
}

const FOLDER = '.mutation';
const recordings = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.json'))
  .map((file) => JSON.parse(readFileSync(`${FOLDER}/${file}`, 'utf8')) as Recording);
const faults = recordings.filter(({ kind }) => kind === 'fault');
const lawful = recordings.filter(({ kind }) => kind !== 'fault');

/** What rows say of exchanges: each difference with its sentence, and how much each had to judge. */
function findings(judged: readonly Row[], exchanges: readonly Exchange[]) {
  const judge = new Judge(judged);
  const differences = exchanges
    .flatMap((exchange) => judge.take(exchange))
    .filter(({ row }) => row.level !== 'observe')
    .map(({ row, failure: { where, expected, actual } }) => `${row.id} ${where}: ${expected}; ${actual}`);
  const evidence = judged.flatMap((row) =>
    row.operations.map((operation) => {
      const tally = judge.tallies[keyOf(row.id, operation)];
      return `${row.id} ${operation} ${tally?.judged ?? 0} ${tally?.relevant ?? 0} ${tally?.failed ?? 0}`;
    }),
  );
  return { differences, evidence: createHash('sha256').update(evidence.join()).digest('hex') };
}

// Snapshots are taken of the code as it is (`npm run self-mutation` does), so that a mutant must say another thing to be seen.
describe('answers with a fault', () => {
  it.each(faults)('$name', ({ due = '', exchanges }) => {
    const found = findings(
      rows.filter(({ id }) => id === due),
      exchanges,
    );
    expect(found.differences.filter((each) => !each.startsWith(`${due} `))).toEqual([]);
    expect(found.differences.length).toBeGreaterThan(0);
    expect(found).toMatchSnapshot();
  });
});

describe('lawful answers', () => {
  it.each(lawful)('$name', ({ exchanges }) => {
    const found = findings(rows.filter(isPassive), exchanges);
    expect(found.differences).toEqual([]);
    expect(found).toMatchSnapshot();
  });
});
