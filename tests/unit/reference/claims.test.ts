import { describe, expect, it } from 'vitest';
import { claimsOf } from '../../../src/contract/requirement.ts';
import { faults, requirementOf } from '../../../src/reference/decision.ts';
import '../../../src/reference/service.ts';
import { readFileSync } from 'node:fs';
import { rows } from '../../../suites/index.ts';

const judged = rows.filter(({ level }) => level !== 'observe');
const excused: readonly { readonly reason: string; readonly claims: readonly string[] }[] = JSON.parse(
  readFileSync('scripts/proof/excused-claims.json', 'utf8'),
);
const named = new Set(excused.flatMap(({ claims }) => claims));

const broken = new Set(faults().flatMap((fault) => fault.shows.map((claim) => `${requirementOf(fault)} ${claim}`)));
const open = judged
  .flatMap((row) => claimsOf(row).map((claim) => `${row.id} ${claim}`))
  .filter((each) => !broken.has(each));

describe('each claim (a requirement on an operation or parameter)', () => {
  it('has a fault that shows there, or an excuse', () => {
    expect(open.filter((claim) => !named.has(claim))).toEqual([]);
  });

  it.each(excused)('is excused only if it has no fault, and with a reason: $reason', ({ reason, claims }) => {
    expect(reason.split(' ').length).toBeGreaterThan(10);
    expect(claims.filter((claim) => !open.includes(claim))).toEqual([]);
  });

  it.each(faults())('is on an operation of its requirement when it is broken by $name', (fault) => {
    const row = judged.find(({ id }) => id === requirementOf(fault));
    const shown = fault.shows.map((claim) => claim.split(' ')[0]);
    expect(row?.operations.filter((operation) => shown.includes(operation))).not.toEqual([]);
  });
});
