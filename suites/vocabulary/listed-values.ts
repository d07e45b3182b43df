import type { Ask } from '../../src/engine/ask.ts';
import { combining, probe } from '../../src/engine/check.ts';
import type { Answer, Probing } from '../../src/engine/probing.ts';
import { isPassing } from '../../src/engine/proof.ts';
import { isRefusedAlike } from '../../src/engine/refusal.ts';
import type { Failure } from '../../src/model/outcome.ts';
import { carrierOf, firstFailures } from './body-variants.ts';
import { asking, type BodyOperation, bodies, plain } from './requests.ts';

/** A member of a request, with the values that the document lists and one that it does not list. */
export interface ListedValues {
  readonly operation: BodyOperation;
  readonly member: string;
  readonly values: readonly string[];
  readonly outside: string;
}

const askWith = (p: Probing, { operation, member }: Pick<ListedValues, 'operation' | 'member'>, value: string): Ask =>
  asking(p, operation, { ...bodies[operation](p), [member]: value });

/**
 * Whether a listed value is known but closed: it is refused with another status than an unlisted value. The document
 * does not say that each network or conversion is open to every profile at all times.
 */
async function isClosed(
  p: Probing,
  listed: ListedValues,
  { isAccepted, evidence, exchange }: Answer,
): Promise<boolean> {
  if (isAccepted || isPassing(evidence)) return false;
  const ask = askWith(p, listed, listed.outside);
  const unlisted = await p.once(`${ask.operation} with ${listed.member} ${listed.outside}`, () => p.answerTo(ask));
  return !unlisted.isAccepted && !isPassing(unlisted.evidence) && !isRefusedAlike(exchange, unlisted.exchange);
}

/** Sends the smallest request with this value, once per attempt for all checks. */
export const answerWithValue = (
  p: Probing,
  listed: Pick<ListedValues, 'operation' | 'member'>,
  value: string,
): Promise<Answer> =>
  p.oncePerAttempt(`${listed.operation} with ${listed.member} ${value}`, () => p.answerTo(askWith(p, listed, value)));

async function taken(p: Probing, listed: ListedValues, value: string): Promise<readonly Failure[]> {
  if (await carrierOf(p, { [listed.member]: value })) return [];
  const twin = plain(p, listed.operation);
  const before = await p.twin(twin);
  const answer = await answerWithValue(p, listed, value);
  if (await isClosed(p, listed, answer)) return [];
  const what = `${listed.member} ${value}`;
  return p.expectOutcome('known', what, answer.exchange, { control: () => p.sendValid(twin.ask), before: [before] });
}

/** Makes a check that each of the values is accepted, or refused with another status than an unlisted one. */
export const takesEach = (listed: ListedValues) =>
  combining(
    'open',
    () => listed.values.map((value) => ({ [listed.member]: value })),
    probe((p) => firstFailures(...listed.values.map((value) => () => taken(p, listed, value)))),
  );
