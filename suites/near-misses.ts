import type { Arbitrary } from 'fast-check';
import {
  accountMembers,
  cryptoWithdrawal,
  depositAddress,
  fiatAccountUpdate,
  fiatWithdrawal,
  sandboxDeposit,
} from '../generators/index.ts';
import type { NearMiss, Pair } from '../generators/near-miss.ts';
import { Inconclusive } from '../src/engine/inconclusive.ts';
import type { Probing } from '../src/engine/probing.ts';
import type { Failure } from '../src/model/outcome.ts';
import type { JsonObject } from '../src/values/json.ts';
import { addressGround, cryptoGround, depositGround, fiatGround, memberGround, updateGround } from './ground.ts';
import { asking, type BodyOperation } from './requests.ts';

/** Requests of an operation: those that keep every rule, and those wrong in exactly one way, on one ground. */
interface Generated {
  readonly lawful: Arbitrary<JsonObject>;
  /** By name; undefined where the ground has not what it takes. */
  readonly misses: ReadonlyMap<string, Arbitrary<Pair<JsonObject>> | undefined>;
}

function on<G>(ground: G, lawful: Arbitrary<JsonObject>, nearMisses: readonly NearMiss<G>[]): Generated {
  const pairs = (miss: NearMiss<G>) =>
    miss.applies(ground) ? lawful.chain((body) => miss.make(body, ground)) : undefined;
  return { lawful, misses: new Map(nearMisses.map((miss) => [miss.name, pairs(miss)])) };
}

const GENERATED = {
  putFiat: async (p) => {
    const ground = updateGround(p);
    return on(ground, fiatAccountUpdate.lawful(ground), fiatAccountUpdate.nearMisses);
  },
  fiatWithdrawal: async (p) => {
    const ground = await fiatGround(p);
    return on(ground, fiatWithdrawal.lawful(ground), fiatWithdrawal.nearMisses);
  },
  cryptoWithdrawal: async (p) => {
    const ground = await cryptoGround(p);
    return on(ground, cryptoWithdrawal.lawful(ground), cryptoWithdrawal.nearMisses);
  },
  sandboxDeposit: async (p) => {
    const ground = depositGround(p);
    return on(ground, sandboxDeposit.lawful(ground), sandboxDeposit.nearMisses);
  },
  createAddress: async (p) => {
    const ground = addressGround(p);
    return on(ground, depositAddress.lawful(ground), depositAddress.nearMisses);
  },
  addMembers: async (p) => {
    const ground = memberGround(p);
    return on(ground, accountMembers.lawful(ground), accountMembers.nearMisses);
  },
} as const satisfies Record<BodyOperation, (p: Probing) => Promise<Generated>>;

/** Bodies of an operation that keep every rule. */
export const lawfulBodies = async (p: Probing, operation: BodyOperation): Promise<Arbitrary<JsonObject>> =>
  (await GENERATED[operation](p)).lawful;

/** A tenth of the run's cases: each takes two requests, and the smallest case is tried before them. */
const cases = (p: Probing): number => Math.ceil(p.run.runs / 10);

/**
 * Demands that requests wrong in the one named way are refused, whatever else they hold, their twins having been accepted.
 * Holds where no twin is accepted: the target may have limits of its own, and the smallest case has been told before.
 */
export async function refusesEach(p: Probing, operation: BodyOperation, name: string): Promise<readonly Failure[]> {
  const { misses } = await GENERATED[operation](p);
  if (!misses.has(name)) throw new Error(`no near-miss of ${operation} is named "${name}"`);
  const pairs = misses.get(name);
  if (!pairs) return [];
  const refused = ({ twin, variant }: Pair<JsonObject>): Promise<readonly Failure[]> =>
    p.refused(`a request with ${name}`, asking(p, operation, variant), {
      key: JSON.stringify(twin),
      ask: asking(p, operation, twin),
    });
  try {
    return await p.each(pairs, refused, { runs: cases(p) });
  } catch (error) {
    if (error instanceof Inconclusive) return [];
    throw error;
  }
}
