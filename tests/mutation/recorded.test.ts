import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Judge } from '../../engine/judge.ts';
import { isPassive, type Row } from '../../engine/row.ts';
import type { Exchange } from '../../model/exchange.ts';
import { rows } from '../../suites/index.ts';

/** What scripts/mutation/record.mjs wrote. */
interface Recording {
  readonly kind: 'fault' | 'latitude' | 'lawful';
  readonly name: string;
  readonly due?: string;
  readonly exchanges: readonly Exchange[];
}

const recordings = readdirSync('.mutation').map(
  (file) => JSON.parse(readFileSync(`.mutation/${file}`, 'utf8')) as Recording,
);
const faults = recordings.filter(({ kind }) => kind === 'fault');
const lawful = recordings.filter(({ kind }) => kind !== 'fault');

/** The names of rows that do not hold, without those that only observe. */
function broken(judged: readonly Row[], exchanges: readonly Exchange[]): readonly string[] {
  const judge = new Judge(judged);
  const found = exchanges.flatMap((exchange) => judge.take(exchange));
  return [...new Set(found.filter(({ row }) => row.level !== 'observe').map(({ row }) => row.id))];
}

describe('answers with a fault', () => {
  it.each(faults)('$name', ({ due, exchanges }) => {
    expect(
      broken(
        rows.filter(({ id }) => id === due),
        exchanges,
      ),
    ).toEqual([due]);
  });
});

describe('lawful answers', () => {
  it.each(lawful)('$name', ({ exchanges }) => {
    expect(broken(rows.filter(isPassive), exchanges)).toEqual([]);
  });
});
