import { definitionOf, operationNames } from '../operations.ts';
import type { Constraint } from './constraint.ts';
import { ofLimits } from './limits.ts';
import { ofMembers } from './members.ts';
import { ofQuery } from './query.ts';

export type * from './constraint.ts';
export { memoLimits, metadataLimits } from './limits.ts';

/**
 * Every constraint that the document states on requests, derived from the schemas of bodies and the table of
 * operations. Rows, near misses, the judgement of clients and the coverage table are made from them.
 */
export const constraints: readonly Constraint[] = operationNames.flatMap((operation) => {
  const { body } = definitionOf(operation);
  const ofBody = body === undefined ? [] : [...ofMembers(operation, body), ...ofLimits(operation, body)];
  return [...ofQuery(operation), ...ofBody];
});
