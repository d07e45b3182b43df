import { Aborted } from '../../model/aborted.ts';
import type { Session } from './session.ts';

const NEEDS_A_LIST =
  'A service that has no list yet can be run against, but not examined, since fixtures are found in lists';

/**
 * Opens a session for a command that has nothing to show of a target that is not the service. Throws Aborted if the target
 * cannot be reached or is probably not the service. The reason may quote the target, so secrets are removed from it.
 */
export async function openService(session: Session): Promise<void> {
  try {
    await session.open();
  } catch (error) {
    throw error instanceof Aborted ? new Aborted(session.record.redaction.text(error.message)) : error;
  }
  const { obstacle, record } = session;
  if (!obstacle) return;
  const cause = record.redaction.text(obstacle.cause);
  throw new Aborted(obstacle.kind === 'base URL' ? `${cause}. ${NEEDS_A_LIST}` : cause);
}
