import type { Operation } from '../contract/operations.ts';
import { isAccepted, isAnswered, type RequestInput } from '../model/exchange.ts';
import type { Fixtures } from '../model/fixtures.ts';
import type { Session } from '../run/session/session.ts';
import { counted } from '../values/counted.ts';

/** An object that the fixtures name and that an operation reads by its ID. */
interface Named {
  readonly member: string;
  readonly operation: Operation;
  readonly path: NonNullable<RequestInput['path']>;
}

/** Maximum number of objects that are read. */
const MOST_READ = 20;

/**
 * Reads the fiat accounts and quote executions that the user's fixtures name. Returns a sentence about each of them that
 * the target does not return. The document has no operation that reads one of the other fixtures by its ID.
 */
export async function unreadFixtures(given: Fixtures, session: Pick<Session, 'transmit'>): Promise<readonly string[]> {
  const read = async ({ member, operation, path }: Named): Promise<readonly string[]> => {
    const answer = await session.transmit(operation, { path }, { kind: 'run', what: 'doctor' });
    if ('withheld' in answer || (isAnswered(answer) && isAccepted(answer))) return [];
    const how = isAnswered(answer) ? `is answered with ${answer.response.status}` : `got no answer: ${answer.lost}`;
    return [`${member} ${path['id']}: ${operation} ${how}; give another one or leave it out`];
  };
  const named = namedIn(given);
  const more = named.length - MOST_READ;
  const unread = (await Promise.all(named.slice(0, MOST_READ).map(read))).flat();
  return more > 0 ? [...unread, `${counted(more, 'further object')} of the fixtures were not looked up`] : unread;
}

function namedIn({
  fiat_accounts = {},
  updatable_fiat_account_id: updatable,
  quote_executions = [],
}: Fixtures): Named[] {
  const account = (member: string, id: string): Named => ({ member, operation: 'getFiat', path: { id } });
  return [
    ...(updatable === undefined ? [] : [account('updatable_fiat_account_id', updatable)]),
    ...Object.entries(fiat_accounts).flatMap(([network, ids]) =>
      ids.map((id) => account(`fiat_accounts.${network}`, id)),
    ),
    ...quote_executions.map(
      ({ profile_id, id }): Named => ({
        member: 'quote_executions',
        operation: 'getQuote',
        path: { profile_id, id },
      }),
    ),
  ];
}
