import type { Operation } from '../contract/operations.ts';
import type { Exchange, Recorded, RequestInput, RequestPlace } from '../model/exchange.ts';
import type { Fixtures, SettlementState } from '../model/fixtures.ts';
import type { Failure, Withheld } from '../model/outcome.ts';
import type { Purpose } from '../model/purpose.ts';
import type { RunContext } from '../model/run-context.ts';
import type { JsonObject } from '../values/json.ts';
import type { Controls } from './ask.ts';
import type { CombinableChanges } from './packing.ts';
import type { Probing } from './probing.ts';
import type { Shared } from './shared.ts';

/** What the requests of an operation have because the target refuses the usual ones. */
export interface Adaptation {
  /** Members in place of the usual ones. */
  readonly members: JsonObject;
  /** Members of the fixtures that the file could have named. */
  readonly fixtures?: Fixtures;
}

/** What a prober needs from its host. */
export interface World {
  readonly run: RunContext;
  readonly fixtures: Fixtures;
  /** Sends one request and judges it. `place` is its position among the requests of the check. */
  transmit(
    operation: Operation,
    input: RequestInput,
    purpose: Purpose,
    place: RequestPlace,
  ): Promise<Recorded | Withheld>;
  /** Returns what the rules found wrong with an exchange that `transmit` returned. */
  violations(exchange: Exchange): readonly Failure[];
  /** Takes a settlement transaction from the pool of this run. Returns undefined when none is left. */
  takeTransaction(state: SettlementState, madeFor: string): Promise<string | undefined>;
  /** Returns the first accepted creations of an operation so far, in the order in which they were requested. */
  created(operation: Operation): readonly Exchange[];
  /** Waits; ends early when the run is interrupted. */
  pause(milliseconds: number): Promise<void>;
  readonly shared: Shared;
  /** Returns whether a response can be one of its operation. Any other response proves nothing, accepted or not. */
  recognises(exchange: Exchange): boolean;
  readonly signal: AbortSignal;
  /** Returns how many of the `wanted` cases of a property the budgets allow. */
  cases(wanted: number, id: string, operation: Operation): number;
  /** Returns whether this run verifies an operation: the user has not left it out. */
  verifies(operation: Operation): boolean;
  /** Returns the combinable changes of all checks of this run on an operation. */
  combinable(operation: Operation): readonly CombinableChanges[];
  /** Returns the requests that a server error is compared with, or undefined if no request can be sent at will. */
  controls(probing: Probing, operation: Operation): Controls | undefined;
  /**
   * Finds what an operation's requests have if the target refuses the usual ones. Returns undefined for operations
   * whose requests never differ.
   */
  adaptation(probing: Probing, operation: Operation): Promise<Adaptation | undefined> | undefined;
}
