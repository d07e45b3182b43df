import { failure } from '../../src/engine/failure.ts';
import { unlessInconclusive } from '../../src/engine/inconclusive.ts';
import type { Answer, Probing } from '../../src/engine/probing.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import type { Failure } from '../../src/model/outcome.ts';
import type { JsonObject } from '../../src/values/json.ts';
import { acceptedBody, string } from '../vocabulary/answers.ts';
import { readUpdatable, undisturbed, updatableNow } from '../vocabulary/disturbance.ts';
import { eventuallyOrLate } from '../vocabulary/kept-answers.ts';
import { accountOf, asking, plainAnswer, updatable } from '../vocabulary/requests.ts';

/** Updates only the owner, to one with the run's id in its name, once a run. */
export const namedAfterRun = (p: Probing): Promise<Answer> =>
  p.once('an owner named after the run', () =>
    p.answerTo(
      asking(p, 'putFiat', { fiat_account_owner: { institution_details: { name: `Conformance ${p.run.id}` } } }),
    ),
  );

/** Returns what is wrong with an account after an update, or undefined. */
export type AsUpdated = (account: JsonObject) => { expected: string; actual: string } | undefined;

/**
 * Updates the account that the run may change, and demands that the answer and later reads show the change. `read` is
 * checked of reads only.
 */
export const updated = async (
  p: Probing,
  change: JsonObject,
  holds: AsUpdated,
  read?: AsUpdated,
): Promise<readonly Failure[]> => shownUpdated(p, await p.sendValid(asking(p, 'putFiat', change)), holds, read);

/** Demands that the answer to an update and later reads show the change. `read` is checked of reads only. */
export async function shownUpdated(
  p: Probing,
  answer: Exchange,
  holds: AsUpdated,
  read: AsUpdated = () => undefined,
): Promise<readonly Failure[]> {
  const wrong = holds(acceptedBody(answer) ?? {});
  if (wrong) return (await isShownAfterApproval(p, answer, holds)) ? [] : [failure(answer, { ...wrong })];
  const look = async (): Promise<readonly Failure[]> => {
    const exchange = await p.sendValid(accountOf({ id: updatable(p) }));
    const account = acceptedBody(exchange) ?? {};
    const found = holds(account) ?? read(account);
    return found ? [failure(exchange, found, [answer])] : [];
  };
  return undisturbed(p, await eventuallyOrLate(p, 'reads of updates', look));
}

const isPending = (account: JsonObject): boolean => string(account, '/status') === 'PENDING';

/** Reads the account until it is no longer PENDING. Returns undefined if it stays so. */
async function approved(p: Probing): Promise<JsonObject | undefined> {
  const account = await p.until(
    () => readUpdatable(p),
    (found) => !isPending(found),
  );
  return isPending(account) ? undefined : account;
}

/**
 * Whether an update set the account to PENDING, and the account shows the change as soon as it has another status. How
 * long an approval takes is not stated: the first time shows whether to wait at all.
 */
async function isShownAfterApproval(p: Probing, answer: Exchange, holds: AsUpdated): Promise<boolean> {
  if (!isPending(acceptedBody(answer) ?? {})) return false;
  if (!(await p.once('whether updates are approved', async () => (await approved(p)) !== undefined))) return false;
  const account = await approved(p);
  return account !== undefined && holds(account) === undefined;
}

/** Returns the status that an update of only metadata results in, or undefined if none is accepted. */
const statusAfterMetadata = (p: Probing): Promise<string | undefined> =>
  p.once('status after an update of metadata', () =>
    unlessInconclusive(undefined, async () => string(acceptedBody(await plainAnswer(p, 'putFiat')), '/status')),
  );

/** Whether updates of some parts may await approval: an update of only metadata does not set an account to PENDING. */
async function mayAwaitApproval(p: Probing): Promise<boolean> {
  const usual = await statusAfterMetadata(p);
  return usual !== undefined && usual !== 'PENDING';
}

/**
 * Returns whether an account awaits approval of an update: it is PENDING, unlike after an update of only metadata. Call
 * it before the update.
 */
export async function awaitingApproval(p: Probing): Promise<(account: JsonObject) => boolean> {
  const mayAwait = await mayAwaitApproval(p);
  return (account) => mayAwait && isPending(account);
}

/**
 * Returns a check of several parts that excuses those which await approval: they are as before the update, and it sent
 * the account back to PENDING, unlike an update of only metadata. Call it before the update, since the former parts and
 * the status after metadata are seen only until then. `update` names the update: a repetition of it compares with the
 * account before the first one.
 */
export async function unlessAwaitingApproval(
  p: Probing,
  update: string,
  ...parts: readonly AsUpdated[]
): Promise<AsUpdated> {
  const mayAwait = await mayAwaitApproval(p);
  const before = mayAwait ? await p.once(`account before ${update}`, () => updatableNow(p)) : {};
  return (account) => {
    const awaits = mayAwait && isPending(account);
    return parts
      .map((part) => ({ part, wrong: part(account) }))
      .find(({ part, wrong }) => wrong && !(awaits && wrong.actual === part(before)?.actual))?.wrong;
  };
}
