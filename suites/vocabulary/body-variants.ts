import type { Operation } from '../../src/contract/operations.ts';
import type { Ask, Carrier, Twin } from '../../src/engine/ask.ts';
import { type Check, combining, probe, rule } from '../../src/engine/check.ts';
import { patched } from '../../src/engine/packing.ts';
import type { Probing } from '../../src/engine/probing.ts';
import type { Failure } from '../../src/model/outcome.ts';
import type { JsonObject } from '../../src/values/json.ts';
import { echo, ofNoOther } from './answers.ts';
import { LONG_REF, NUMERIC_REF } from './ref-forms.ts';
import { asking, type BodyOperation, bodies, plain, takesBody } from './requests.ts';
import { marked } from './without-ref-id.ts';

/** Returns the operation of a row about request bodies. */
export function bodyOperation({ operation }: Probing): BodyOperation {
  if (!takesBody(operation)) throw new Error(`${operation} takes no body`);
  return operation;
}

/**
 * Returns the smallest valid request of the row's operation, the twin of each request that differs from it in one
 * point.
 */
export const smallest = (p: Probing): Twin => plain(p, bodyOperation(p));

/** Asks for the smallest request with other members. */
export const changed = (p: Probing, change: JsonObject): Ask =>
  asking(p, bodyOperation(p), { ...bodies[bodyOperation(p)](p), ...change });

/** Returns an accepted request that includes the change, or undefined. */
export const carrierOf = (p: Probing, change: JsonObject): Promise<Carrier | undefined> =>
  p.carrierOf(change, (whole) => asking(p, bodyOperation(p), patched(bodies[bodyOperation(p)](p), whole)));

/** Demands that the smallest request with other members is refused. */
export const expectRefused = (p: Probing, what: string, change: JsonObject): Promise<readonly Failure[]> =>
  p.expectRefused(what, changed(p, change), smallest(p));

/**
 * Demands that the smallest request with other members is accepted: as part of a request with other changes, or else by
 * itself with its twin.
 */
export const expectAccepted = async (p: Probing, what: string, change: JsonObject): Promise<readonly Failure[]> =>
  (await carrierOf(p, change)) ? [] : p.expectAccepted(what, changed(p, change), smallest(p));

/** Members that differ from the smallest body; `{}` for the smallest body itself. */
export type Change = JsonObject | ((p: Probing) => JsonObject | Promise<JsonObject>);

const changeOf = async (p: Probing, change: Change): Promise<JsonObject> =>
  typeof change === 'function' ? change(p) : change;

/** Makes a check that the smallest request with other members is refused. */
export const refuses = (what: string, change: Change): Check =>
  probe(async (p) => expectRefused(p, what, await changeOf(p, change)));

/**
 * Makes a check that sends changes which may be refused, each together with those of other checks or by itself, so that
 * the rules can judge the answers to those that are accepted.
 */
export const sendsForRules = (changes: (p: Probing) => readonly JsonObject[]): Check =>
  combining(
    'open',
    changes,
    probe(async (p) => {
      await p.twin(smallest(p));
      for (const change of changes(p)) if (!(await carrierOf(p, change))) await p.answerTo(changed(p, change));
      return [];
    }),
  );

/**
 * A check that sends a memo with the punctuation that banks take, and two spaces in a row. The document states no alphabet
 * of memos, so it may be refused, but not changed.
 */
export const sendsPunctuatedMemo: Check = sendsForRules(() => [{ memo: "Inv. 12/3,  (A+B): it's" }]);

const LONG = { ref_id: LONG_REF };

/** Makes the checks that the answer to a creation repeats its ref_id. */
export const echoesRef = (operation: Operation) =>
  [rule(echo('ref_id')), ofNoOther(operation, 'ref_id'), sendsOtherRefs] as const;

/**
 * A check that sends a longer ref_id than usual, and on loopback one of digits, so that the rule can judge them if they
 * are accepted: no maximum length and no form is stated. The long one is sent alone only on loopback.
 */
const sendsOtherRefs: Check = combining(
  'open',
  async () => [LONG],
  probe(async (p) => {
    await p.twin(smallest(p));
    const isCarried = await carrierOf(p, LONG);
    if (!p.run.spendsFreely) return [];
    if (!isCarried) await p.answerTo(changed(p, LONG));
    // A ref_id of digits does not begin with the run's id, so the metadata do.
    await p.answerTo(asking(p, bodyOperation(p), { ...marked(p, bodyOperation(p)), ref_id: NUMERIC_REF }));
    return [];
  }),
);

/**
 * Demands that a request is accepted that is itself as small as possible. If it is refused, a fuller `twin` that is
 * accepted shows that nothing else is the cause. Without a twin, nothing follows from a refusal.
 */
export async function expectBareAccepted(
  p: Probing,
  what: string,
  bare: Ask,
  twin: () => Promise<Twin | undefined>,
): Promise<readonly Failure[]> {
  const { isAccepted, exchange } = await p.answerTo(bare);
  if (isAccepted) return p.expectOutcome('accepted', what, exchange);
  const fuller = await twin();
  return fuller ? p.expectAccepted(what, bare, fuller) : [];
}

/** Makes the attempts in order and returns the failures of the first one that has any. Later attempts are not made. */
export async function firstFailures(
  ...attempts: readonly (() => Promise<readonly Failure[]>)[]
): Promise<readonly Failure[]> {
  for (const attempt of attempts) {
    const failures = await attempt();
    if (failures.length > 0) return failures;
  }
  return [];
}
