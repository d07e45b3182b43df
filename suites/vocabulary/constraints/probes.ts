import type { Arbitrary } from 'fast-check';
import {
  accountMembers,
  cryptoWithdrawal,
  depositAddress,
  fiatAccountUpdate,
  fiatWithdrawal,
  nearMisses,
  type Pair,
  sandboxDeposit,
} from '../../../generators/index.ts';
import type { AtMost, Constraint } from '../../../src/contract/constraints/index.ts';
import { isCreation, isWithdrawal, type Operation } from '../../../src/contract/operations.ts';
import type { Ask, Carrier, Twin } from '../../../src/engine/ask.ts';
import { cases, combining, probe } from '../../../src/engine/check.ts';
import { unlessInconclusive } from '../../../src/engine/inconclusive.ts';
import { difference, patched } from '../../../src/engine/packing.ts';
import type { Probing } from '../../../src/engine/probing.ts';
import type { Failure } from '../../../src/model/outcome.ts';
import { definite } from '../../../src/values/definite.ts';
import type { JsonObject } from '../../../src/values/json.ts';
import { carrierOf, firstFailures } from '../body-variants.ts';
import { ofNoMember } from '../identities.ts';
import { addressInputs, cryptoInputs, depositInputs, fiatInputs, memberInputs, updateInputs } from '../inputs.ts';
import { OPTIONAL, withOptional } from '../optional-parts.ts';
import { asking, type BodyOperation, bodies, plain, takesBody, twinOf } from '../requests.ts';
import { totalBody } from '../totals.ts';
import { withoutRefId } from '../without-ref-id.ts';
import { of, type Sources } from './sources.ts';

const LAWFUL = {
  putFiat: async (p) => fiatAccountUpdate.valid(updateInputs(p)),
  fiatWithdrawal: async (p, network) => {
    const inputs = await fiatInputs(p);
    const fiat_accounts = inputs.fiat_accounts.filter((each) => network === undefined || each.network === network);
    return fiatWithdrawal.valid({ ...inputs, fiat_accounts });
  },
  cryptoWithdrawal: async (p) => cryptoWithdrawal.valid(await cryptoInputs(p)),
  sandboxDeposit: async (p) => sandboxDeposit.valid(depositInputs(p)),
  createAddress: async (p) => depositAddress.valid(addressInputs(p)),
  addMembers: async (p) => accountMembers.valid(memberInputs(p)),
} as const satisfies Record<BodyOperation, (p: Probing, network?: string) => Promise<Arbitrary<JsonObject>>>;

/** Generates valid bodies of an operation. Withdrawals go to accounts of the network, if one is given. */
export const validBodies = (p: Probing, operation: BodyOperation, network?: string): Promise<Arbitrary<JsonObject>> =>
  LAWFUL[operation](p, network);

/** Returns the operation that is probed, and its constraint among those of the row. */
function here<C extends Constraint>(p: Probing, sources: Sources<C>): readonly [operation: BodyOperation, C] {
  const constraint = of(sources, p.operation);
  if (!constraint || !takesBody(p.operation)) throw new Error(`${p.operation} has no body with this constraint`);
  return [p.operation, constraint];
}

/**
 * A tenth of the run's cases, since the smallest requests are tried before them. Each case sends a request and its
 * twin.
 */
const NEAR_MISSES = { share: 1 / 10, requests: 2 };

const networkOf = (constraint: Constraint): string | undefined =>
  constraint.kind === 'at-most' ? constraint.network : undefined;

/**
 * Demands that generated bodies which break the constraint are refused, whatever else they hold, if their twins are
 * accepted. Holds where a twin is refused: the target may have limits of its own, and the smallest requests have been
 * judged already.
 */
async function refusesEach(p: Probing, sources: Sources, limited: Limited): Promise<readonly Failure[]> {
  const [operation, constraint] = here(p, sources);
  const keeping = await validBodies(p, operation, networkOf(constraint));
  const refused = ({ what, twin, variant }: Pair): Promise<readonly Failure[]> =>
    p.expectRefused(`a request with ${what}`, asking(p, operation, variant), {
      ...twinOf(p, operation, twin),
      isGenerated: true,
    });
  const failures = await unlessInconclusive([], () => p.each(nearMisses(constraint, keeping), refused));
  const candidates =
    failures.length > 0 ? await limited.candidates?.(p, validRequest(p, operation, limited.base).body) : [];
  return candidates && candidates.length > 0 ? [] : failures;
}

/** Makes the valid body that cases are derived from; by default that is the smallest one. */
export type Base = (p: Probing) => JsonObject;

/** Options for the requests of a limit row. */
export interface Limited {
  readonly base?: Base;
  /** A change that is at this limit and at others. If it is accepted, no request at this limit alone is needed. */
  readonly within?: (p: Probing) => Promise<JsonObject>;
  /** Returns a body that breaks the limit, as the object that it changes has room for it. */
  readonly fitted?: (p: Probing, body: JsonObject) => Promise<JsonObject>;
  /** Throws Inconclusive if a body was refused for another reason than its limit. */
  readonly cause?: (p: Probing, body: JsonObject) => Promise<void>;
  /** Returns the limits one of which applies to a body, from the least to the largest, if no sentence says which. */
  readonly candidates?: (p: Probing, body: JsonObject) => Promise<readonly Sources<AtMost>[]>;
}

/** A valid body, and its request as a twin. */
interface ValidRequest {
  readonly body: JsonObject;
  readonly twin: Twin;
}

/** Returns the valid body of a row, from its base or else the smallest one. */
function validRequest(p: Probing, operation: BodyOperation, base: Base | undefined): ValidRequest {
  const body = base?.(p) ?? bodies[operation](p);
  return { body, twin: base ? twinOf(p, operation, body) : plain(p, operation) };
}

const words = (what: string, constraint: Constraint): string => {
  const network = networkOf(constraint);
  return network === undefined ? what : `${what} on ${network}`;
};

/** Makes checks that requests which break the constraints are refused: the smallest ones, then generated ones. */
export const refusesBeyond = (sources: Sources, limited: Limited = {}) =>
  [refusesSmallest(sources, limited), cases(NEAR_MISSES, (p) => refusesEach(p, sources, limited))] as const;

/** Returns an accepted request with all optional members, or undefined when none is accepted. */
async function fullest(p: Probing, operation: BodyOperation): Promise<ValidRequest | undefined> {
  const carrier = await carrierOf(p, {});
  if (carrier) return { body: patched(bodies[operation](p), carrier.change), twin: carrier.twin };
  if (p.attempt === 0 || operation === 'putFiat' || operation === 'addMembers') return undefined;
  const body = withOptional(p, operation);
  const twin = twinOf(p, operation, body);
  return (await p.isAccepted(twin)) ? { body, twin } : undefined;
}

/**
 * The required member that is null in a request to another host: one that a service may store without looking it up, if
 * there is one.
 */
const NULLED: Readonly<Partial<Record<Operation, string>>> = {
  fiatWithdrawal: 'fiat_account_id',
  cryptoWithdrawal: 'destination_address',
  sandboxDeposit: 'amount',
  createAddress: 'profile_id',
  addMembers: 'account_id',
};

/** Returns the cases of a required member that are sent: on another host, null for only one member of a body. */
const casesOf = (p: Probing, { operation, member, cases: all }: Constraint): Constraint['cases'] =>
  p.run.spendsFreely || NULLED[operation] === member ? all : all.slice(0, 1);

/**
 * Demands that a request without a required member is refused, and one with null for it. Removes the member from a request with all optional
 * members first, since a service must not derive it from those, and sends null in the smallest one, since optional members
 * may be refused beside another value of the required one. If the first is accepted, reports a smaller request that is
 * accepted too, where there is one.
 */
async function refusesWithout(p: Probing, sources: Sources, smallest: ValidRequest): Promise<readonly Failure[]> {
  const [operation, constraint] = here(p, sources);
  const refused = async ({ body, twin }: ValidRequest, some: Constraint['cases']): Promise<readonly Failure[]> => {
    const whole = operation === 'addMembers' ? await ofNoMember(p, body) : body;
    return firstFailures(
      ...some.map(
        ({ what, variant }) =>
          () =>
            p.expectRefused(what, invalid(p, operation, variant(whole)), twin),
      ),
    );
  };
  const all = casesOf(p, constraint);
  const whole = await fullest(p, operation);
  const failures = whole ? await refused(withoutMemo(whole), all.slice(0, 1)) : [];
  if (whole && failures.length === 0) return refused(smallest, all.slice(1));
  const shorter = await refused(smallest, all);
  return shorter.length > 0 ? shorter : failures;
}

/** Leaves out the memo: how long it may be depends on the account, which may be what is missing. */
function withoutMemo({ body: { memo: _, ...body }, twin }: ValidRequest): ValidRequest {
  return { body, twin };
}

/**
 * Asks for a request that breaks a constraint. The document states the constraint without a condition, so nothing depends
 * on the amount of a withdrawal.
 */
const invalid = (p: Probing, operation: BodyOperation, body: JsonObject): Ask => ({
  ...asking(p, operation, body, isWithdrawal(operation)),
  isInvalid: true,
});

const refusesSmallest = (sources: Sources, limited: Limited) =>
  probe(async (p) => {
    const [operation, constraint] = here(p, sources);
    const { body, twin } = validRequest(p, operation, limited.base);
    if (constraint.kind === 'required') return refusesWithout(p, sources, { body, twin });
    const judged = (): Promise<readonly Failure[]> => refusesBodies(p, sources, limited);
    if (!limited.candidates) return judged();
    const failures = await unlessInconclusive(undefined, judged, ['refused']);
    if (failures?.length === 0) return [];
    const largest = (await limited.candidates(p, body)).at(-1);
    if (!largest) return failures ?? judged();
    // A lower limit may apply, so the twin is not at the largest one.
    const [, { cases: beyond }] = here(p, largest);
    return firstFailures(
      ...beyond.map(
        ({ what, variant }) =>
          () =>
            p.expectRefused(what, invalid(p, operation, variant(body)), twin),
      ),
    );
  });

/**
 * Returns a body with all optional members, and with `total` in place of `amount`: the values of the given body stay.
 */
async function atOtherCorner(p: Probing, operation: BodyOperation, body: JsonObject): Promise<JsonObject> {
  const whole = operation in OPTIONAL ? { ...withOptional(p, operation as keyof typeof OPTIONAL), ...body } : body;
  const { amount } = whole;
  return isWithdrawal(operation) && typeof amount === 'string' ? totalBody(p, operation, { ...whole, amount }) : whole;
}

/**
 * Demands on loopback that a creation beyond the constraint is refused beside all optional members, with `total` and
 * without ref_id too: a service may check the constraint on one path only. A refusal may have another cause, so only an
 * acceptance counts.
 */
async function refusesAtOtherCorner(p: Probing, sources: Sources, body: JsonObject): Promise<readonly Failure[]> {
  const [operation, constraint] = here(p, sources);
  const [first] = constraint.cases;
  if (!first || !p.run.spendsFreely || !isCreation(operation)) return [];
  const beyond = first.variant(await atOtherCorner(p, operation, body));
  const { isAccepted, exchange } = await p.answerTo({ ...withoutRefId(p, operation, beyond), isInvalid: true });
  if (!isAccepted) return [];
  const what = `${words(first.what, constraint)}, beside other optional members and without ref_id,`;
  return p.expectOutcome('refused', what, exchange);
}

/** Demands that each body beyond the constraint is refused, by a twin at the limit if there is one. */
async function refusesBodies(p: Probing, sources: Sources, limited: Limited): Promise<readonly Failure[]> {
  const [operation, constraint] = here(p, sources);
  const { body, twin } = validRequest(p, operation, limited.base);
  for (const { what, variant, at } of constraint.cases) {
    const full = at?.twin(body);
    const carrier = full && (await carriedOf(p, operation, full, limited));
    const from = carrier ? patched(bodies[operation](p), carrier.change) : body;
    const own = full ? twinOf(p, operation, full) : twin;
    const beyond = invalid(p, operation, (await limited.fitted?.(p, variant(from))) ?? variant(from));
    const failures = await p.expectRefused(words(what, constraint), beyond, carrier?.twin ?? own);
    if (failures.length > 0) return failures;
  }
  return limited.candidates ? [] : unlessInconclusive([], () => refusesAtOtherCorner(p, sources, body));
}

/**
 * Returns the combinable change of a row: the members that differ from the smallest body, and the destination if the row sets one.
 */
async function changeOf(
  p: Probing,
  operation: BodyOperation,
  full: JsonObject,
  { base, within }: Limited,
): Promise<JsonObject> {
  const { amount: _, ...place } = base?.(p) ?? {};
  return { ...place, ...((await within?.(p)) ?? difference(bodies[operation](p), full)) };
}

/**
 * Returns an accepted request that includes that change. An update is combined only with the other limits that
 * it is at.
 */
async function carriedOf(
  p: Probing,
  operation: BodyOperation,
  full: JsonObject,
  limited: Limited,
): Promise<Carrier | undefined> {
  const change = await changeOf(p, operation, full, limited);
  if (isCreation(operation)) return carrierOf(p, change);
  if (limited.within === undefined || !p.isPacked) return undefined;
  const twin = twinOf(p, operation, patched(bodies[operation](p), change));
  return (await p.isAccepted(twin)) ? { twin, change } : undefined;
}

/** Returns the body at the limit of the constraints, and its description. */
function atLimit(p: Probing, sources: Sources, base: Base | undefined) {
  const [operation, constraint] = here(p, sources);
  const at = constraint.cases[0]?.at;
  if (!at) throw new Error(`${constraint.from} has no case at its limit`);
  const { body, twin } = validRequest(p, operation, base);
  return { operation, full: at.twin(body), twin, what: words(at.what, constraint) };
}

/** Makes a check that a request at the limit of the constraints is accepted. */
export const acceptsAtLimit = (sources: Sources, limited: Limited = {}) =>
  combining(
    'demanded',
    async (p) => {
      const { operation, full } = atLimit(p, sources, limited.base);
      return [await changeOf(p, operation, full, limited)];
    },
    probe(async (p) => {
      const failures = await expectBodyAccepted(p, sources, limited);
      if (failures.length === 0) return [];
      const { full } = atLimit(p, sources, limited.base);
      await limited.cause?.(p, full);
      const [least] = (await limited.candidates?.(p, full)) ?? [];
      return least ? expectBodyAccepted(p, least, definite({ base: limited.base })) : failures;
    }),
  );

/** Demands that the body at the limit is accepted, alone or with other changes. */
async function expectBodyAccepted(p: Probing, sources: Sources, limited: Limited): Promise<readonly Failure[]> {
  const { operation, full, twin, what } = atLimit(p, sources, limited.base);
  if (await carriedOf(p, operation, full, limited)) return [];
  if (p.attempt === 0 && (await p.isAccepted(twinOf(p, operation, full)))) return [];
  return p.expectAccepted(what, asking(p, operation, full), twin);
}
