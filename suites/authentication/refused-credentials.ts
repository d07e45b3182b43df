import fc from 'fast-check';
import { isCreation, isRead, listOperations, type Operation, pathParameters } from '../../src/contract/operations.ts';
import { cases, probe } from '../../src/engine/check.ts';
import { Inconclusive, unlessInconclusive } from '../../src/engine/inconclusive.ts';
import type { Probing } from '../../src/engine/probing.ts';
import { isPassing } from '../../src/engine/proof.ts';
import { isRefusedAlike, refusal } from '../../src/engine/refusal.ts';
import { unlessEnded } from '../../src/engine/refuted.ts';
import { type Exchange, isAccepted, type RequestInput } from '../../src/model/exchange.ts';
import type { Need } from '../../src/model/need.ts';
import type { Failure } from '../../src/model/outcome.ts';
import { steadyRefusal } from '../../src/values/steady-text.ts';
import { type Affirmation, affirmation } from '../vocabulary/affirmation.ts';
import { firstFailures } from '../vocabulary/body-variants.ts';
import { controlsOf } from '../vocabulary/controls.ts';
import { answerUnder, MOVING, type Ways, type WrongCredentials, waysOn, wordsFor } from '../vocabulary/credentials.ts';
import { ofNoMember } from '../vocabulary/identities.ts';
import type { OtherForm } from '../vocabulary/optional-parts.ts';
import { repetition } from '../vocabulary/questions.ts';
import { bodies, minimal, NEEDED, plain, unknownId } from '../vocabulary/requests.ts';

/**
 * Returns a valid request of the operation. Where a fixture is missing, returns one with unknown ids: a service that
 * refuses the credentials need not look them up.
 */
async function request(p: Probing): Promise<{ readonly input: RequestInput; readonly isValid: boolean }> {
  const input = await unlessInconclusive(undefined, () => unrepeated(p));
  if (input) return { input, isValid: true };
  const path = Object.fromEntries(pathParameters(p.operation).map((name) => [name, unknownId(p, name)]));
  return { input: { path, body: {} }, isValid: false };
}

/**
 * Returns the smallest request. The member that a run usually adds may be one already, and a service may refuse it for
 * that: names an identity that no other request adds, if one is known. Throws Inconclusive if a repeated attempt has none
 * left, since a request that was let in has made a member of the first one.
 */
async function unrepeated(p: Probing): Promise<RequestInput> {
  const input = minimal(p, p.operation);
  if (p.operation !== 'addMembers') return input;
  const usual = bodies.addMembers(p);
  const body = await ofNoMember(p, usual);
  if (body === usual && p.attempt > 0)
    throw new Inconclusive('fixture', 'no identity is left to repeat the request with', {
      need: { fixture: 'new_member_identity_ids' },
    });
  return { ...input, body };
}

/**
 * Requires that one list is answered with the run's token, once a run. Without that, a refusal says nothing about the
 * credentials.
 */
function tokenProven(p: Probing): Promise<void> {
  return p.once('token proven', async () => {
    for (const operation of listOperations) {
      if ((await p.answerTo({ operation, input: () => ({ query: {} }), isShared: true })).isAccepted) return;
    }
    throw new Inconclusive('fixture', 'no list was answered with success, so nothing shows that the token is valid', {
      need: { words: 'ACCESS_TOKEN' },
    });
  });
}

/** Demands that a request with wrong credentials is refused. Where there is another form of the request, tries it first. */
export async function refusedWith(
  p: Probing,
  wrong: WrongCredentials,
  otherForm?: OtherForm,
): Promise<readonly Failure[]> {
  await tokenProven(p);
  // Falls back to the usual request where there is no transaction to affirm.
  const once = p.operation === 'affirm' ? await unlessInconclusive(undefined, () => affirmation(p)) : undefined;
  return once ? affirmRefused(p, once, wrong) : otherRefused(p, wrong, otherForm);
}

/**
 * Operations that try all wrong credentials assigned to them (`waysOn`), as those that move value do on loopback. Other
 * operations try the first, and generated cases try the rest as the budgets allow.
 */
const TRIED_BY_ALL: readonly Operation[] = ['affirm', 'listFiat'];

/** The way that every operation tries on loopback: a service may compare only the length or the beginning of a token. */
const BY_ALL: WrongCredentials = 'forged token';

const FURTHER = { share: 1 / 20, requests: 1 };

/** Demands that requests with wrong credentials are refused, and in another form too where there is one. */
export function expectRefusedUnder(p: Probing, ways: Ways, otherForm?: OtherForm): Promise<readonly Failure[]> {
  const met = waysOn(p, p.operation, ways);
  const triesAll = TRIED_BY_ALL.includes(p.operation) || (p.run.spendsFreely && MOVING.includes(p.operation));
  const tried = triesAll ? met : met.slice(0, 1);
  const isAdded = p.run.spendsFreely && ways.includes(BY_ALL) && !tried.includes(BY_ALL);
  return firstFailures(
    ...(isAdded ? [...tried, BY_ALL] : tried).map(
      (each, index) => () => refusedWith(p, each, index > 0 ? undefined : otherForm),
    ),
  );
}

/** Makes such a check. */
export const refusedUnder = (ways: Ways, otherForm?: OtherForm) => probe((p) => expectRefusedUnder(p, ways, otherForm));

/**
 * Demands that a request without Authorization is refused although an accepted request had the same ref_id: a service
 * may look up the ref_id first. On another host this is tried only if the service answers a repeated request with
 * success.
 */
export async function refusesRepetition(p: Probing): Promise<readonly Failure[]> {
  if (p.operation === 'affirm') return refusesAffirmed(p);
  if (!isCreation(p.operation)) return [];
  const { first, again } = await repetition(p);
  if (!p.run.spendsFreely && !again.isAccepted) return [];
  const { body } = first.request;
  const answer = await answerUnder(p, p.operation, body === undefined ? {} : { body }, 'missing');
  // A refusal may also be for the used ref_id, so it decides nothing.
  if (!isAccepted(answer)) return [];
  const what = 'a request without Authorization that repeats an accepted one';
  return p.expectOutcome('unauthenticated', what, answer, { before: [first] });
}

/** Demands on loopback that affirming an affirmed transaction without Authorization is refused. */
async function refusesAffirmed(p: Probing): Promise<readonly Failure[]> {
  if (!p.run.spendsFreely) return [];
  const { id, answer: affirmed } = await affirmation(p);
  if (!affirmed.isAccepted) return [];
  const answer = await answerUnder(p, 'affirm', { path: { transaction_id: id } }, 'missing');
  if (!isAccepted(answer)) return [];
  const what = 'a request without Authorization for a transaction that is affirmed';
  return p.expectOutcome('unauthenticated', what, answer, { before: [affirmed.exchange] });
}

/** Makes the same check with the other wrong credentials that are assigned to the operation. */
export const refusedUnderAnother = (ways: Ways) =>
  cases(FURTHER, (p) =>
    p.each(fc.constantFrom(...waysOn(p, p.operation, ways).slice(1)), (each) => refusedWith(p, each)),
  );

const otherCause = (answer: Exchange, need: Need): Inconclusive =>
  new Inconclusive('fixture', `answered ${refusal(answer)}, which may have another cause`, { need });

/**
 * Compares a refusal from before the run's one affirmation with the success of that affirmation, which cannot be
 * repeated.
 */
async function affirmRefused(
  p: Probing,
  { before, answer: after }: Affirmation,
  wrong: WrongCredentials,
): Promise<readonly Failure[]> {
  const answer = before.get(wrong);
  if (!answer) throw new Inconclusive('transport', 'affirm got no response under wrong credentials');
  return p.expectOutcome('unauthenticated', wordsFor(wrong), answer, {
    control: async () => {
      if (!after.isAccepted) throw otherCause(answer, NEEDED.affirm);
    },
  });
}

/**
 * Sends a request under wrong credentials. A repeated attempt first sends a read with the run's token: a cache that
 * answers before the credentials are checked may have forgotten the answer since the first attempt.
 */
async function answerAgainUnder(p: Probing, input: RequestInput, wrong: WrongCredentials): Promise<Exchange> {
  const { operation } = p;
  if (p.attempt > 0 && isRead(operation)) await p.answerTo({ operation, input: () => input });
  return answerUnder(p, operation, input, wrong);
}

/**
 * Sends the plainest request without Authorization, once per attempt for all comparisons. Makes a new request, so
 * that it does not depend on which comparison comes first.
 */
const answerWithout = (p: Probing): Promise<Exchange> =>
  p.oncePerAttempt(`without Authorization ${p.operation}`, async () =>
    answerAgainUnder(p, (await request(p)).input, 'missing'),
  );

/**
 * A service may check credentials on one code path and not on another. If the other form is refused with the same
 * status as a request without Authorization, that is enough. Any other refusal may have another cause, so the plainest
 * request decides. Where both are accepted, the failure shows the plainest.
 */
async function otherRefused(p: Probing, wrong: WrongCredentials, otherForm?: OtherForm): Promise<readonly Failure[]> {
  const { input, isValid } = await request(p);
  const plainest = (): Promise<Exchange> =>
    wrong === 'missing' ? answerWithout(p) : answerAgainUnder(p, input, wrong);
  // What the other form is built from may break another requirement, which has its own row.
  const other = otherForm && isValid ? await unlessEnded(undefined, () => otherForm(p, input)) : undefined;
  if (!other) return demandsRefusal(p, wrong, await plainest(), isValid);
  const answer = await answerAgainUnder(p, other, wrong);
  const isLetIn = isAccepted(answer);
  if (!isLetIn && isRefusedAlike(answer, await answerWithout(p))) return demandsRefusal(p, wrong, answer, isValid);
  const failures = await demandsRefusal(p, wrong, await plainest(), isValid);
  return failures.length === 0 && isLetIn ? demandsRefusal(p, wrong, answer, isValid) : failures;
}

function demandsRefusal(
  p: Probing,
  wrong: WrongCredentials,
  answer: Exchange,
  isValid: boolean,
): Promise<readonly Failure[]> {
  return p.expectOutcome('unauthenticated', wordsFor(wrong), answer, {
    control: async () => {
      if (!isValid) throw otherCause(answer, NEEDED[p.operation]);
      await proven(p, answer);
    },
  });
}

/**
 * Requires a control: the request that was refused for its credentials is accepted with the run's token, once per
 * attempt for all rows. Members of an account may be refused when they are added again: then a different refusal is
 * enough, if the request was accepted before.
 */
async function proven(p: Probing, refused: Exchange): Promise<void> {
  const { operation } = p;
  const again = await p.oncePerAttempt(`${operation} with the token`, () =>
    p.answerTo({ operation, input: () => minimal(p, operation), isShared: isRead(operation) }),
  );
  if (again.isAccepted || (await anotherJoins(p, again.exchange, refused))) return;
  const isRepeated = operation === 'addMembers' && saidIn(again.exchange) !== saidIn(refused);
  if (!isRepeated || isPassing(again.evidence))
    throw new Inconclusive('refused', `a valid request was ${again.words} on ${operation}`);
  await p.twin(plain(p, operation));
}

/**
 * Whether the target accepts another new member. The usual one may be a member by now, and the target may refuse that as
 * it refuses missing credentials.
 */
async function anotherJoins(p: Probing, again: Exchange, refused: Exchange): Promise<boolean> {
  if (p.operation !== 'addMembers' || saidIn(again) !== saidIn(refused)) return false;
  return p.oncePerAttempt('another member with the token', async () => {
    const another = await controlsOf(p, p.operation)?.another?.();
    return another !== undefined && (await p.answerTo(another)).isAccepted;
  });
}

const saidIn = (answer: Exchange): string => steadyRefusal(refusal(answer));
