import type { Operation } from '../contract/operations.ts';
import { activeChecks, type Row } from '../engine/row.ts';
import type { World } from '../engine/world.ts';

/** Returns what the checks of `rows` claim about an operation. */
export const claimsOf = (rows: readonly Row[], operation: Operation): ReturnType<World['claims']> =>
  rows
    .filter(({ operations }) => operations.includes(operation))
    .flatMap((row) => activeChecks(row).flatMap(({ claims }) => claims ?? []));
