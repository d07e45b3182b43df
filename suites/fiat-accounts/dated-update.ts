import { failure } from '../../src/engine/failure.ts';
import type { Probing } from '../../src/engine/probing.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import { type Failure, shown } from '../../src/model/outcome.ts';
import { type JsonObject, member } from '../../src/values/json.ts';
import { acceptedBody, moment, string } from '../vocabulary/answers.ts';
import { expectNow, isThisMinute } from '../vocabulary/clock.ts';
import { readUpdatable } from '../vocabulary/disturbance.ts';
import { asking, NOTE } from '../vocabulary/requests.ts';
import { NEXT_TICK_MS } from '../vocabulary/tolerances.ts';

/**
 * How often the account is updated: its clock may be too coarse for the first update, and another change, such as an
 * approval, may have the time of the second one.
 */
const MOST_UPDATES = 3;

/** An update of only metadata: the account as it was read before, and as the answer shows it. */
interface DatedUpdate {
  readonly before: JsonObject;
  readonly after: JsonObject;
  /** Empty if updated_at became later. */
  readonly failures: readonly Failure[];
}

/** Whether the account is PENDING and does not show the metadata of the update yet. */
function awaitsApproval(answer: Exchange): boolean {
  const [sent, found] = [answer.request.body, acceptedBody(answer)].map((body) => member(body, 'metadata'));
  return string(acceptedBody(answer), '/status') === 'PENDING' && member(sent, NOTE) !== member(found, NOTE);
}

/** Judges that updated_at is later than before: in the answer, or in later reads if the answer does not show it. */
async function laterThan(p: Probing, before: JsonObject, answer: Exchange): Promise<readonly Failure[]> {
  const earlier = moment(before, '/updated_at');
  const judged = (account: JsonObject | undefined): readonly Failure[] => {
    const later = moment(account, '/updated_at');
    if (earlier === undefined || later === undefined || later > earlier) return [];
    if (later === earlier && isThisMinute(answer, string(account, '/updated_at'))) return [];
    const expected = 'later than before: the account was updated';
    return [failure(answer, { where: '/updated_at', expected, actual: shown(member(account, 'updated_at')) })];
  };
  const failures = judged(acceptedBody(answer));
  // An answer may show no time or, while the update awaits approval, the account as it was.
  if (awaitsApproval(answer) || moment(acceptedBody(answer), '/updated_at') === undefined)
    return p.eventually(async () => judged(await readUpdatable(p)), NEXT_TICK_MS);
  return failures.length > 0 ? failures : expectNow(p, answer, 'updated_at', 'it updates the account');
}

/** Makes one update. Repeated updates wait until a clock of whole seconds has moved on. */
async function updatedOnce(p: Probing, update: number): Promise<DatedUpdate> {
  const before = await readUpdatable(p);
  if (update > 1) await p.pause(NEXT_TICK_MS);
  const answer = await p.sendValid(asking(p, 'putFiat', { metadata: { [NOTE]: `${p.run.id} ${update}` } }));
  return { before, after: acceptedBody(answer) ?? {}, failures: await laterThan(p, before, answer) };
}

/** Updates only the metadata until updated_at becomes later, for all checks once per attempt. Returns the last update. */
export const datedUpdate = (p: Probing): Promise<DatedUpdate> =>
  p.oncePerAttempt('an update that is dated', async () => {
    let found = await updatedOnce(p, 1);
    for (let update = 2; found.failures.length > 0 && update <= MOST_UPDATES; update += 1)
      found = await updatedOnce(p, update);
    return found;
  });
