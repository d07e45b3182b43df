import { type Client, REACHABILITY } from '../../client/client.ts';
import { listOperations } from '../../contract/operations.ts';
import { isAccepted, isAnswered, type Recorded } from '../../model/exchange.ts';

/** Thrown when the run could not be made. The message is one sentence. */
export class Aborted extends Error {}

type Sending = Pick<Client, 'send'>;

/** Time after which each machine of a target knows a new token. */
const NEW_TOKEN_MS = 1_000;

interface Reaching {
  /** Says why the run has ended meanwhile, if it has. */
  readonly ended: () => string | undefined;
  readonly pause: (milliseconds: number) => Promise<void>;
}

/**
 * Checks that the target answers a list, and accepts the token. Returns one sentence if the base URL is probably wrong.
 * Throws Aborted. A token that is refused at first is tried once more after a moment.
 */
export async function reach(client: Sending, baseUrl: string, { ended, pause }: Reaching): Promise<string | undefined> {
  let first = await client.send('listFiat', {}, REACHABILITY);
  if (isAnswered(first) && first.response.status === 401) {
    await pause(NEW_TOKEN_MS);
    first = await client.send('listFiat', {}, REACHABILITY);
  }
  if (!isAnswered(first)) throw new Aborted(ended() ?? `${baseUrl} could not be reached: ${first.lost}`);
  const { status } = first.response;
  if ((status !== 401 && status !== 404) || !(await everyListAnswers(client, status))) return undefined;
  if (status === 401)
    throw new Aborted(
      `${baseUrl} rejects the token on every list (401): check ACCESS_TOKEN, or AUTH_URL, CLIENT_ID and CLIENT_SECRET`,
    );
  return `every list answers 404, for example ${baseUrl}/v2/transfer/fiat-accounts: check the base URL; /v2/… is appended to it`;
}

/**
 * Returns whether every list answers with this status. If it is 401, the token is wrong and nothing follows about the
 * target. If it is 404, the base URL is wrong or the service is unfinished.
 */
async function everyListAnswers(client: Sending, status: number): Promise<boolean> {
  const answers = await Promise.all(listOperations.map((list) => client.send(list, {}, REACHABILITY)));
  return answers.every((each) => isAnswered(each) && each.response.status === status);
}

/** Says in words whether the token is accepted, and whether the target accepts requests without one. */
export async function describeToken(client: Sending): Promise<string> {
  const given = await client.send('listFiat', {}, 'doctor');
  const none = await client.send('listFiat', { credentials: 'none' }, 'doctor');
  return `listFiat with it: ${said(given)}; without it: ${said(none)}`;
}

const said = (each: Recorded): string =>
  isAnswered(each) ? `${isAccepted(each) ? 'accepted' : 'refused'} (${each.response.status})` : `lost: ${each.lost}`;
