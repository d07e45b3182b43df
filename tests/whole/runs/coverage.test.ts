import { beforeAll, describe, expect, it } from 'vitest';
import type { CoverageCell } from '../../../src/model/reported.ts';
import { embeddedReport } from '../../support/embedded.ts';

describe('the coverage of a default run on a target with full fixtures', () => {
  let cells: readonly CoverageCell[] = [];
  const cell = (operation: string, name: string) =>
    cells.find((each) => each.operation === operation && each.name === name);

  beforeAll(async () => {
    cells = (await embeddedReport({ seed: '11' })).coverage ?? [];
  }, 240_000);

  it('reaches every parameter, field, value and boundary', () => {
    expect(cells.length).toBeGreaterThan(200);
    expect(cells.filter(({ accepted, refused }) => accepted + refused === 0)).toEqual([]);
  });

  it('counts accepted and refused requests separately', () => {
    expect(cell('fiatWithdrawal', 'both amount and total')).toMatchObject({ accepted: 0 });
    expect(cell('fiatWithdrawal', 'both amount and total')?.refused).toBeGreaterThan(0);
    expect(cell('listFiat', '100 of ids')).toMatchObject({ refused: 0 });
    expect(cell('listFiat', '101 of ids')).toMatchObject({ accepted: 0 });
    expect(cell('createAddress', 'crypto_network SOLANA')?.accepted).toBeGreaterThan(0);
  });
});
