import { isWithdrawal } from '../../src/contract/operations.ts';
import type { Ask } from '../../src/engine/ask.ts';
import type { Answer, Probing } from '../../src/engine/probing.ts';
import { decimal, formatDecimal, lastPlace, plus, times } from '../../src/values/decimal.ts';
import { type JsonObject, member } from '../../src/values/json.ts';
import { type BodyOperation, bodies, userOf } from './requests.ts';
import { LEAST_PLACES } from './totals.ts';

/**
 * Returns the smallest body with the run's id in its metadata, so that what it creates can be recognised. `note`
 * distinguishes it from other bodies.
 */
export const marked = (p: Probing, operation: BodyOperation, note = ''): JsonObject => ({
  ...bodies[operation](p),
  metadata: { run: `tc-${p.run.id}${note}` },
});

/** Returns the same body with an amount of its own. `note` distinguishes it from other bodies. */
export const markedOfItsOwn = (p: Probing, operation: BodyOperation, note: Note = ''): JsonObject => ({
  ...marked(p, operation, note),
  ...ownAmount(p, operation, note),
});

/** Asks for an operation without ref_id. The body is marked instead. */
export function withoutRefId(p: Probing, operation: BodyOperation, body: JsonObject): Ask {
  return { operation, input: () => ({ body: { ...userOf(p, body), ...body } }) };
}

/** Notes of bodies with an amount of their own. The place of a note is the number of its amount. */
const NOTES = ['', 'another', 'again', 'alike', 'control', 'bare', 'memo'] as const;

type Note = (typeof NOTES)[number];

/**
 * Returns an amount that no other withdrawal has: a target may take the same amount a moment later for a repetition,
 * above all without a ref_id.
 */
function ownAmount(p: Probing, operation: BodyOperation, note: Note): JsonObject {
  if (!isWithdrawal(operation)) return {};
  const usual = decimal(bodies[operation](p).amount);
  const steps = decimal(`${NOTES.length * p.attempt + NOTES.indexOf(note) + 1}`);
  const more = usual && steps && times(steps, lastPlace(usual, LEAST_PLACES[operation]));
  return more ? { amount: formatDecimal(plus(usual, more)) } : {};
}

/** The key under which the checks of an attempt share the answer to a request without ref_id. */
const withoutRefIdAt = (operation: BodyOperation, attempt: number): string => `without ref_id ${operation} ${attempt}`;

/** Returns the answer of the first attempt, or undefined if none of its checks has sent such a request. */
export const firstAnswerWithoutRefId = (p: Probing, operation: BodyOperation): Promise<Answer> | undefined =>
  p.remembered(withoutRefIdAt(operation, 0));

/**
 * Sends a request without ref_id, and a withdrawal with the usual amount if its own amount is refused. Runs once per
 * attempt for all checks.
 */
export const answerWithoutRefId = (p: Probing, operation: BodyOperation): Promise<Answer> =>
  p.once(withoutRefIdAt(operation, p.attempt), async () => {
    const own = await p.answerTo(withoutRefId(p, operation, markedOfItsOwn(p, operation)));
    if (own.isAccepted || !isWithdrawal(operation)) return own;
    const usual = await p.answerTo(withoutRefId(p, operation, marked(p, operation)));
    return usual.isAccepted ? usual : own;
  });

/** Whether the target has accepted an amount of its own: some take only whole dollars, or multiples of them. */
async function takesOwnAmounts(p: Probing, operation: BodyOperation): Promise<boolean> {
  const { isAccepted, exchange } = await answerWithoutRefId(p, operation);
  return isAccepted && markedOfItsOwn(p, operation)['amount'] === member(exchange.request.body, 'amount');
}

/**
 * Returns the smallest body with an amount of its own, if the target has accepted another such amount before; otherwise
 * with the usual one.
 */
export async function ofAnotherAmount(p: Probing, operation: BodyOperation, note: Note): Promise<JsonObject> {
  const isFree = await takesOwnAmounts(p, operation);
  return { ...bodies[operation](p), ...(isFree ? ownAmount(p, operation, note) : {}) };
}

/** Sends a request with nothing but the required members after one with metadata, once per attempt for all checks. */
export const bareAnswer = (p: Probing, operation: BodyOperation): Promise<Answer> =>
  p.oncePerAttempt(`only the required members ${operation}`, async () =>
    p.answerTo(withoutRefId(p, operation, await ofAnotherAmount(p, operation, 'bare'))),
  );

/**
 * Returns another body for a request without ref_id, which differs in its amount and metadata from the first one. Where
 * the first one has the usual amount, it has twice of that.
 */
export async function anotherBody(p: Probing, operation: BodyOperation): Promise<JsonObject> {
  if (!isWithdrawal(operation) || (await takesOwnAmounts(p, operation))) return markedOfItsOwn(p, operation, 'another');
  const usual = decimal(bodies[operation](p).amount);
  return { ...marked(p, operation, 'another'), ...(usual ? { amount: formatDecimal(plus(usual, usual)) } : {}) };
}

/** Sends a second request without ref_id, once per attempt for all checks. */
export const secondWithoutRefId = (p: Probing, operation: BodyOperation): Promise<Answer> =>
  p.oncePerAttempt(`another without ref_id ${operation}`, async () =>
    p.answerTo({ ...withoutRefId(p, operation, await anotherBody(p, operation)), retriesConflicts: true }),
  );
