import { rows } from '../../../suites/index.ts';
import type { Operation } from '../../contract/operations.ts';
import { exercise } from '../../engine/exercise.ts';
import { isActive, type Row } from '../../engine/row.ts';
import { Shared } from '../../engine/shared.ts';
import type { World } from '../../engine/world.ts';
import type { Fixtures } from '../../model/fixtures.ts';
import { baselineRow } from '../../run/baseline/baseline-requests.ts';

/** Makes a world in which nothing is sent. A probe runs until it lacks a fixture or sends its first request. */
function still(fixtures: Fixtures): World {
  const stopped = new AbortController();
  stopped.abort();
  return {
    run: {
      id: 'still',
      seed: 0,
      runs: 1,
      loopback: true,
      strict: false,
      changesBankDetails: true,
      maxItems: 1,
      maxPages: 1,
    },
    fixtures,
    cases: (wanted) => wanted,
    verifies: () => true,
    combinable: () => [],
    controls: () => undefined,
    adaptation: () => undefined,
    transmit: async () => ({ withheld: true, reason: 'nothing is sent' }),
    violations: () => [],
    recognises: () => true,
    created: () => [],
    takeTransaction: async (state) => fixtures.settlement_transactions?.[state]?.[0],
    shared: new Shared(),
    signal: stopped.signal,
    pause: async () => undefined,
  };
}

/**
 * Returns the ids of requirements that lack a fixture, by the member to provide. Requirements with the fewest
 * operations come first. Sends nothing. A row without probes needs what the row needs whose valid requests it judges.
 */
export async function missingFixtures(fixtures: Fixtures): Promise<ReadonlyMap<string, readonly string[]>> {
  const world = still(fixtures);
  const traffic = baselineRow();
  const needs = new Map<string, Set<string>>();
  const needOf = async (row: Row, operation: Operation): Promise<string | undefined> => {
    const outcome = await exercise(isActive(row) ? row : traffic, operation, world);
    return outcome.kind === 'inconclusive' ? outcome.provide : undefined;
  };
  for (const row of [...rows].sort((a, b) => a.operations.length - b.operations.length)) {
    for (const operation of row.operations) {
      const need = await needOf(row, operation);
      if (need !== undefined) needs.set(need, (needs.get(need) ?? new Set()).add(row.id));
    }
  }
  return new Map([...needs].map(([need, ids]) => [need, [...ids]]));
}
