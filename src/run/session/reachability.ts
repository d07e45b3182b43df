import { type Client, REACHABILITY } from '../../client/client.ts';
import { type ListOperation, listOperations } from '../../contract/operations.ts';
import { refusal } from '../../engine/refusal.ts';
import { Aborted } from '../../model/aborted.ts';
import { type Exchange, isAccepted, isAnswered, type Recorded } from '../../model/exchange.ts';
import { shown } from '../../model/outcome.ts';
import type { Purpose } from '../../model/purpose.ts';
import { FORBIDDEN, isRedirect, isServerError, NOT_FOUND, UNAUTHORIZED } from '../../values/http-status.ts';

type Sending = Pick<Client, 'send'>;

/** Time after which each machine of a target knows a new token. */
const NEW_TOKEN_MS = 1_000;

const DOCTOR: Purpose = { kind: 'run', what: 'doctor' };

interface Reaching {
  /** Says why the run has ended meanwhile, if it has. */
  readonly ended: () => string | undefined;
  readonly pause: (milliseconds: number) => Promise<void>;
}

/** What probably keeps everything from working, as far as lists show. */
export interface Obstacle {
  readonly kind: 'base URL' | 'token';
  /** Says so, and what to check, in one sentence. */
  readonly cause: string;
}

/**
 * Checks that the target answers a list, and accepts the token. Returns what is probably wrong with the base URL or the
 * token. Throws Aborted. A token that is refused at first is tried once more after a moment.
 */
export async function reach(
  client: Sending,
  baseUrl: string,
  { ended, pause }: Reaching,
): Promise<Obstacle | undefined> {
  let first = await client.send('listFiat', {}, REACHABILITY);
  if (isAnswered(first) && first.response.status === UNAUTHORIZED) {
    await pause(NEW_TOKEN_MS);
    first = await client.send('listFiat', {}, REACHABILITY);
  }
  if (!isAnswered(first))
    throw new Aborted(ended() ?? `${baseUrl} could not be reached: ${first.lost}; ${CHECK_SERVICE}`);
  const how = strangenessOf(first);
  if (how === undefined || !(await everyListAnswers(client, how))) return undefined;
  if (first.response.status === UNAUTHORIZED)
    throw new Aborted(
      `${baseUrl} rejects the token on every list (401): check ACCESS_TOKEN, or AUTH_URL, CLIENT_ID and CLIENT_SECRET`,
    );
  if (first.response.status === FORBIDDEN)
    return {
      kind: 'token',
      cause: `every list answers ${refusal(first)}: the token may be wrong, or lack the right to read: check ACCESS_TOKEN, or CLIENT_ID, CLIENT_SECRET and SCOPE, and the client's permissions`,
    };
  const orNotReady = isServerError(first.response.status) ? ', or the service is not ready yet' : '';
  return {
    kind: 'base URL',
    cause: `every list answers ${how}, for example ${baseUrl}/v2/transfer/fiat-accounts: check the base URL; /v2/… is appended to it${orNotReady}`,
  };
}

const CHECK_SERVICE = 'check whether the service is running, and the base URL';

/**
 * Describes an answer that suggests that the target is not the service or does not let us in: a token that is not known
 * or has no right to read, a path that is missing, a redirect, a server error, or a page. Returns undefined for any
 * other answer.
 */
function strangenessOf(answer: Exchange): string | undefined {
  const { status, headers, body } = answer.response;
  if (isRedirect(status)) return `${status}, a redirect to ${shown(headers['location'], MOST_SHOWN)}`;
  if (OUTSIDE.includes(status) || isServerError(status)) return `${status}`;
  const type = headers['content-type'] ?? '';
  return isAccepted(answer) && body.kind === 'unreadable'
    ? `${status} without JSON (${shown(type, MOST_SHOWN)})`
    : undefined;
}

/** Whether an answer shows that the service is there: it accepts a request, and is no page of another web server. */
export const comesFromService = (answer: Exchange): boolean => isAccepted(answer) && !isPage(answer);

const isPage = ({ response: { body, headers } }: Exchange): boolean =>
  body.kind === 'unreadable' && !/json/i.test(headers['content-type'] ?? '');

/** Statuses of refusals that have nothing to do with the list. */
const OUTSIDE: readonly number[] = [UNAUTHORIZED, FORBIDDEN, NOT_FOUND];

/** Maximum number of characters that are shown of a header. */
const MOST_SHOWN = 100;

/**
 * Returns whether every list answers so. If it is 401, the token is wrong and nothing follows about the target.
 * If it is 403, the token may lack a right. Otherwise the base URL is wrong or the service does not work.
 */
async function everyListAnswers(client: Sending, how: string): Promise<boolean> {
  const answers = await Promise.all(listOperations.map((list) => client.send(list, {}, REACHABILITY)));
  return answers.every((each) => isAnswered(each) && strangenessOf(each) === how);
}

/** What a target answers to the token and to no token. */
export interface TokenTrial {
  /** The operation that was asked with the token, and once without it. */
  readonly operation: ListOperation;
  /** How both requests were answered. */
  readonly words: string;
}

/** Finds out whether the token is accepted, and whether the target accepts requests without one. */
export async function tryToken(client: Sending): Promise<TokenTrial> {
  const operation = 'listFiat';
  const given = await client.send(operation, {}, DOCTOR);
  const none = await client.send(operation, { credentials: 'none' }, DOCTOR);
  return { operation, words: `${operation} with it: ${said(given)}; without it: ${said(none)}` };
}

const said = (each: Recorded): string =>
  isAnswered(each) ? `${isAccepted(each) ? 'accepted' : 'refused'} (${each.response.status})` : `lost: ${each.lost}`;
