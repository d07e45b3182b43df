import { type Operation, operationNames } from '../../src/contract/operations.ts';
import { unlessInconclusive } from '../../src/engine/inconclusive.ts';
import type { Probing } from '../../src/engine/probing.ts';
import type { Credentials, Exchange, RequestInput } from '../../src/model/exchange.ts';
import { isTemporary, TOO_MANY_REQUESTS } from '../../src/values/http-status.ts';
import { type NonEmpty, nonEmpty } from '../../src/values/non-empty.ts';
import { unknownId } from './requests.ts';
import { AGAIN_AFTER_MS } from './tolerances.ts';

/** A way in which credentials can be wrong. */
interface Way {
  /** The requirement that such credentials are refused. */
  readonly requirement: string;
  /** What a request with them is called in failures. */
  readonly words: string;
  readonly credentials: (p: Probing) => Credentials;
}

/** Returns credentials with a token that the target has not issued. */
export const unknownToken = (p: Probing): Credentials => ({
  header: `Bearer ${unknownId(p, 'token').replaceAll('-', '')}`,
});

/** Ways in which credentials can be wrong (5.2). */
const WRONG = {
  missing: {
    requirement: 'AUTH-HEADER-MISSING',
    words: 'a request without Authorization',
    credentials: () => 'none',
  },
  'unknown token': {
    requirement: 'AUTH-TOKEN-UNKNOWN',
    words: 'an unknown token',
    credentials: unknownToken,
  },
  // What a client sends that has no token, and what a service reads that has stored none.
  'undefined token': {
    requirement: 'AUTH-TOKEN-UNKNOWN',
    words: 'the token "undefined"',
    credentials: () => ({ header: 'Bearer undefined' }),
  },
  'cut token': {
    requirement: 'AUTH-TOKEN-UNKNOWN',
    words: "the run's token without its last four characters",
    credentials: () => ({ scheme: 'Bearer', cut: 4 }),
  },
  'forged token': {
    requirement: 'AUTH-TOKEN-UNKNOWN',
    words: "the run's token with four zeros in place of its last four characters",
    credentials: () => ({ scheme: 'Bearer', cut: 4, suffix: '0000' }),
  },
  'unsigned token': {
    requirement: 'AUTH-TOKEN-UNKNOWN',
    words: "an unsigned token with the claims of the run's token",
    credentials: () => ({ unsigned: true }),
  },
  // Long enough that no base64 decoder ignores it. In a shell command, the dash ends the name of the variable.
  'altered token': {
    requirement: 'AUTH-TOKEN-UNKNOWN',
    words: "the run's token with four more characters",
    credentials: () => ({ scheme: 'Bearer', suffix: '-AAA' }),
  },
  'token in the other case': {
    requirement: 'AUTH-TOKEN-UNKNOWN',
    words: "the run's token with the letters from g to z in the other case",
    credentials: () => ({ otherCase: true }),
  },
  'no token': {
    requirement: 'AUTH-TOKEN-MALFORMED',
    words: 'Bearer without a token',
    credentials: () => ({ header: 'Bearer' }),
  },
  'three words': {
    requirement: 'AUTH-TOKEN-MALFORMED',
    words: 'Bearer with three words',
    credentials: () => ({ header: 'Bearer not a token' }),
  },
  'empty header': {
    requirement: 'AUTH-TOKEN-MALFORMED',
    words: 'an empty Authorization header',
    credentials: () => ({ header: '' }),
  },
  'another scheme': {
    requirement: 'AUTH-OTHER-SCHEME',
    words: "the run's token with the scheme Basic",
    credentials: () => ({ scheme: 'Basic' }),
  },
  'no scheme': {
    requirement: 'AUTH-OTHER-SCHEME',
    words: "the run's token without a scheme",
    credentials: () => ({ scheme: '' }),
  },
  'longer scheme': {
    requirement: 'AUTH-OTHER-SCHEME',
    words: "the run's token with the scheme NotBearer",
    credentials: () => ({ scheme: 'NotBearer' }),
  },
  'scheme Token': {
    requirement: 'AUTH-OTHER-SCHEME',
    words: "the run's token with the scheme Token",
    credentials: () => ({ scheme: 'Token' }),
  },
} as const satisfies Record<string, Way>;

export type WrongCredentials = keyof typeof WRONG;

/** One or more ways of one kind. */
export type Ways = NonEmpty<WrongCredentials>;

/** Returns the ways that a requirement is about. */
function waysOf(requirement: (typeof WRONG)[WrongCredentials]['requirement']): Ways {
  const all = Object.keys(WRONG) as readonly WrongCredentials[];
  return nonEmpty(
    all.filter((each) => WRONG[each].requirement === requirement),
    `wrong credentials for ${requirement}`,
  );
}

export const HEADER = waysOf('AUTH-HEADER-MISSING');
export const TOKEN = waysOf('AUTH-TOKEN-UNKNOWN');
export const MALFORMED = waysOf('AUTH-TOKEN-MALFORMED');
export const SCHEME = waysOf('AUTH-OTHER-SCHEME');

/** Returns the id of the requirement that wrong credentials of this kind are refused. */
export const requirementOn = (wrong: WrongCredentials): string => WRONG[wrong].requirement;

/** Describes a request with wrong credentials. */
export const wordsFor = (wrong: WrongCredentials): string => WRONG[wrong].words;

/**
 * Number of ways of one kind that each operation tries. Operations usually share the code that checks credentials, and
 * the next operation tries other ways.
 */
const MET = 2;

/** Operations that move value. On loopback, each of them tries all ways but one, and together they try all. */
export const MOVING: readonly Operation[] = ['fiatWithdrawal', 'cryptoWithdrawal', 'affirm'];

/** Returns the ways of one kind that an operation tries. Each operation starts at a different one. */
export function waysOn({ run }: Probing, operation: Operation, ways: Ways): readonly WrongCredentials[] {
  const start = operationNames.indexOf(operation) % ways.length;
  const most = run.spendsFreely && MOVING.includes(operation) ? Math.max(MET, ways.length - 1) : MET;
  return [...ways.slice(start), ...ways.slice(0, start)].slice(0, most);
}

/** How often a request is repeated after a temporary failure. */
const MOST_AGAIN = 3;

/**
 * Sends a request with wrong credentials. Repeats it once after a lost answer, and some times after a temporary failure
 * of the target, which may limit its rate so. Repeating a write is harmless, since it must be refused.
 */
export async function answerUnder(
  p: Probing,
  operation: Operation,
  valid: RequestInput,
  wrong: WrongCredentials,
): Promise<Exchange> {
  const input = { ...valid, credentials: WRONG[wrong].credentials(p) };
  const send = (): Promise<Exchange> => p.send(operation, input);
  let answer = (await unlessInconclusive(undefined, send, ['transport'])) ?? (await send());
  for (let again = 0; again < MOST_AGAIN && isTemporary(answer.response.status); again += 1) {
    await p.pause(AGAIN_AFTER_MS);
    answer = await send();
  }
  return answer.response.status === TOO_MANY_REQUESTS ? afterAllowed(p, send) : answer;
}

/**
 * Sends a request again after a list was answered with the token: if it is limited again, only requests without a valid
 * token are, as services do for some time after many failed authentications.
 */
export async function afterAllowed<T>(p: Probing, send: () => Promise<T>): Promise<T> {
  await unlessInconclusive(undefined, () => p.send('listFiat'));
  return send();
}
