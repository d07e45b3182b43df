import { Inconclusive } from '../../src/engine/inconclusive.ts';
import type { Answer, Probing } from '../../src/engine/probing.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import { type Failure, shown } from '../../src/model/outcome.ts';
import { firstFailures } from '../vocabulary/body-variants.ts';
import { asking } from '../vocabulary/requests.ts';
import { demandsPart, haveSameStatus, type OptionalPart } from './left-out.ts';
import { BOTH_KINDS, INSTITUTION_ONLY, type NewOwner, ownersOf, PERSON_ONLY, UNUSUAL_OWNERS } from './new-owners.ts';
import { type AsUpdated, awaitingApproval, shownUpdated, unlessAwaitingApproval } from './updating.ts';

const updateOf = (p: Probing, { owner }: NewOwner): Promise<Answer> =>
  p.answerTo({ ...asking(p, 'putFiat', { fiat_account_owner: owner }), retriesConflicts: true });

/** Updates the owner, and demands that the account shows the new one. Returns undefined if the update is refused. */
async function showsOwner(p: Probing, each: NewOwner, read?: AsUpdated): Promise<readonly Failure[] | undefined> {
  const excused = await unlessAwaitingApproval(p, `the owner ${JSON.stringify(each.owner)}`, each.holds);
  const { isAccepted, exchange } = await updateOf(p, each);
  return isAccepted ? shownUpdated(p, exchange, excused, read) : undefined;
}

/**
 * Does the same, and demands that an owner is shown at all. The account may leave it out only if no other account with
 * the same status is read with an owner of such a kind, or while the update awaits approval.
 */
async function showsAnOwner(p: Probing, each: NewOwner): Promise<readonly Failure[] | undefined> {
  const awaits = await awaitingApproval(p);
  const sent = Object.keys(each.owner);
  const part: OptionalPart = {
    pointer: '/fiat_account_owner',
    expected: `the owner ${shown(each.owner)} after the update`,
    isLeftOut: (account) => ownersOf(account).length === 0 && !awaits(account),
    isShownBy: (other, account) =>
      haveSameStatus(other, account) && ownersOf(other).some((kind) => sent.includes(kind)),
  };
  return demandsPart(p, part, (read) => showsOwner(p, each, read));
}

/** Whether an owner of both kinds was accepted, which several rows may find out. `find` is called if none has. */
const areBothAccepted = (p: Probing, find: () => Promise<boolean>): Promise<boolean> =>
  p.oncePerAttempt('whether an owner of both kinds is accepted', find);

/** Makes a person and an institution the owner, and then a person, and at last an institution. */
export const updatesOwner = (p: Probing): Promise<readonly Failure[]> =>
  firstFailures(
    async () => {
      const failures = await showsAnOwner(p, BOTH_KINDS);
      if (failures) await areBothAccepted(p, async () => true);
      return failures ?? [];
    },
    async () => (await showsAnOwner(p, PERSON_ONLY)) ?? [],
    async () => (await showsAnOwner(p, INSTITUTION_ONLY)) ?? [],
  );

/** Demands that an owner of both kinds is accepted if an owner of each kind is accepted before. */
export async function takesBothKinds(p: Probing): Promise<readonly Failure[]> {
  if (await areBothAccepted(p, async () => (await updateOf(p, BOTH_KINDS)).isAccepted)) return [];
  const alone: Exchange[] = [];
  for (const each of [PERSON_ONLY, INSTITUTION_ONLY]) {
    const { isAccepted, exchange } = await updateOf(p, each);
    if (!isAccepted) return [];
    alone.push(exchange);
  }
  const { exchange } = await updateOf(p, BOTH_KINDS);
  const what = 'an owner with person_details and institution_details, each of which is accepted without the other';
  return p.expectOutcome('accepted', what, exchange, { before: alone });
}

/** Updates the owner to the first of the unusual ones that is accepted, and demands that its names are complete. */
export async function keepsNames(p: Probing): Promise<readonly Failure[]> {
  for (const each of UNUSUAL_OWNERS) {
    const failures = await showsOwner(p, each);
    if (failures) return failures;
  }
  throw new Inconclusive('refused', 'owners with long names were refused');
}
