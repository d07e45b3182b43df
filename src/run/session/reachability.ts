import { recognised } from '../../../suites/index.ts';
import { type Client, REACHABILITY } from '../../client/client.ts';
import { definitionOf, type ListOperation, listOperations, VERSION_PREFIX } from '../../contract/operations.ts';
import { refusal } from '../../engine/refusal.ts';
import { Aborted } from '../../model/aborted.ts';
import { type Exchange, isAccepted, isAnswered, type LostExchange, type Recorded } from '../../model/exchange.ts';
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
  if (!isAnswered(first)) throw new Aborted(ended() ?? lossAt(baseUrl, first));
  const strangeness = strangenessOf(first);
  if (!strangeness || !(await everyListAnswers(client, strangeness))) return undefined;
  if (first.response.status === UNAUTHORIZED)
    throw new Aborted(
      `${baseUrl} rejects the token on every list (401): check ACCESS_TOKEN, or AUTH_URL, CLIENT_ID and CLIENT_SECRET`,
    );
  if (first.response.status === FORBIDDEN)
    return {
      kind: 'token',
      cause: `every list answers ${refusal(first)}: the token may be wrong, or lack the right to read: check ACCESS_TOKEN, or CLIENT_ID, CLIENT_SECRET and SCOPE, and the client's permissions`,
    };
  return { kind: 'base URL', cause: `every list answers ${strangeness.words}${remedyFor(first, baseUrl)}` };
}

/** Says which base URL to set, if the target redirects to the same path below another one, or what to check. */
function remedyFor(answer: Exchange, baseUrl: string): string {
  const other = baseRedirectedTo(answer);
  if (other !== undefined && other !== baseUrl) return `: set the base URL to ${other}`;
  const orNotReady = isServerError(answer.response.status) ? ', or the service is not ready yet' : '';
  return `, for example ${baseUrl}${pathOf(answer)}: check the base URL; ${VERSION_PREFIX}/… is appended to it${orNotReady}`;
}

const pathOf = ({ operation }: Exchange): string => VERSION_PREFIX + definitionOf(operation).path;

/** Returns the base URL to which an answer redirects its request, if it keeps the path. */
function baseRedirectedTo(answer: Exchange): string | undefined {
  const { status, headers } = answer.response;
  const { location = '' } = headers;
  if (!isRedirect(status) || !URL.canParse(location, answer.request.url)) return undefined;
  const { origin, pathname } = new URL(location, answer.request.url);
  const place = origin + pathname.replace(/\/$/, '');
  return place.endsWith(pathOf(answer)) ? place.slice(0, -pathOf(answer).length) : undefined;
}

/** Says that no list was answered, and what may help. What went wrong on a connection is no sign that nothing is there. */
function lossAt(baseUrl: string, { lost, connection }: LostExchange): string {
  if (connection === 'none')
    return `${baseUrl} could not be reached: ${lost}; check whether the service is running, and the base URL`;
  const orTls =
    connection === 'silent' && baseUrl.startsWith('http:')
      ? '; if the service expects TLS, the base URL must begin with https://'
      : '';
  return `${baseUrl} was reached but gave no complete answer: ${lost}${orTls}`;
}

/** What is strange about an answer. */
interface Strangeness {
  /** The same for answers that are strange in the same way, wherever they redirect to. */
  readonly kind: string;
  /** What reports say. */
  readonly words: string;
}

/**
 * Describes an answer that suggests that the target is not the service or does not let us in: a token that is not known
 * or has no right to read, a path that is missing, a redirect, a server error, a page, or no list. Returns undefined for
 * any other answer.
 */
function strangenessOf(answer: Exchange): Strangeness | undefined {
  const { status, headers, body } = answer.response;
  if (isRedirect(status))
    return { kind: `${status}`, words: `${status}, a redirect to ${shown(headers['location'], MOST_SHOWN)}` };
  const alike = (words: string): Strangeness => ({ kind: words, words });
  if (OUTSIDE.includes(status) || isServerError(status)) return alike(`${status}`);
  if (!isAccepted(answer) || recognised(answer)) return undefined;
  const type = headers['content-type'] ?? '';
  return alike(`${status} without ${body.kind === 'unreadable' ? `JSON (${shown(type, MOST_SHOWN)})` : 'a list'}`);
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
async function everyListAnswers(client: Sending, { kind }: Strangeness): Promise<boolean> {
  const answers = await Promise.all(listOperations.map((list) => client.send(list, {}, REACHABILITY)));
  return answers.every((each) => isAnswered(each) && strangenessOf(each)?.kind === kind);
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
