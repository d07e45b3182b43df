import type { Operation } from '../../src/contract/operations.ts';
import type { Probing } from '../../src/engine/probing.ts';
import type { JsonObject } from '../../src/values/json.ts';
import { depositsAsListed } from './deposits-as-listed.ts';

/** Finds out what requests of an operation have otherwise than usual; undefined for operations whose requests never do. */
export const adaptationOf = (p: Probing, operation: Operation): Promise<JsonObject | undefined> | undefined =>
  operation === 'sandboxDeposit' ? depositsAsListed(p) : undefined;
