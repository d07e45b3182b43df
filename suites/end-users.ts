import { creations } from '../src/contract/operations.ts';
import { combining, probe } from '../src/engine/check.ts';
import { Inconclusive, unlessInconclusive } from '../src/engine/inconclusive.ts';
import type { Probing } from '../src/engine/probing.ts';
import { type Row, should, suite } from '../src/engine/row.ts';
import type { Exchange } from '../src/model/exchange.ts';
import type { Failure } from '../src/model/outcome.ts';
import { carrierOf, changed, firstFailures, smallest } from './vocabulary/body-variants.ts';
import { END_USERS, namesOthers, takesListedUser } from './vocabulary/end-users.ts';
import { bodies, endUser, twinOf } from './vocabulary/requests.ts';

/** Returns another operation's answer that accepted the same end user, or undefined when each operation refuses it. */
async function takenElsewhere(p: Probing): Promise<Exchange | undefined> {
  for (const operation of creations.toReversed().filter((each) => each !== p.operation)) {
    const taken = await unlessInconclusive(undefined, () =>
      p.twin(twinOf(p, operation, { ...bodies[operation](p), ...endUser(p) })),
    );
    if (taken) return taken;
  }
  return undefined;
}

/**
 * Demands that a request may name the end user, where another operation accepts the same user and the request is
 * accepted without it.
 */
async function takesEndUser(p: Probing): Promise<readonly Failure[]> {
  const user = endUser(p);
  if (await carrierOf(p, user)) return [];
  const { isAccepted, exchange, words } = await p.answerTo(changed(p, user));
  const elsewhere = isAccepted ? undefined : await takenElsewhere(p);
  if (!isAccepted && !elsewhere)
    throw new Inconclusive(
      'refused',
      `a request that names the end user was ${words}, and no other operation accepts that end user`,
    );
  if (!isAccepted && p.operation === 'fiatWithdrawal' && (await takesListedUser(p))) return [];
  const what = `identity_id and account_id${elsewhere ? `, which ${elsewhere.operation} accepts` : ''}`;
  return p.expectOutcome('accepted', what, exchange, {
    control: () => p.sendValid(smallest(p).ask),
    before: elsewhere ? [elsewhere] : [],
  });
}

/**
 * Sends only one of the two ids. A refusal is allowed, a server error is not. On other hosts only one operation tries
 * it, once.
 */
async function failsAtNeither(p: Probing): Promise<readonly Failure[]> {
  const { identity_id, account_id } = endUser(p);
  const elsewhere = p.operation === 'createAddress' ? [{ account_id }] : [];
  for (const alone of p.run.spendsFreely ? [{ account_id }, { identity_id }] : elsewhere) {
    const own = changed(p, alone);
    const failures = await p.serverError(own, (await p.answerTo(own)).exchange);
    if (failures.length > 0) return failures;
  }
  return [];
}

/** Demands that a request which names a member of an account does not meet a server error; it may be refused. */
async function failsAtNoMember(p: Probing): Promise<readonly Failure[]> {
  for (const { ask, exchange } of await namesOthers(p, endUser(p))) {
    const failures = await p.serverError(ask, exchange);
    if (failures.length > 0) return failures;
  }
  return [];
}

/** End users that requests may name (1). */
export const endUsers: readonly Row[] = suite('1', creations, {
  'END-USER-NAMED': should(
    'A request may name the end user by identity_id and account_id',
    {
      aspect: 'request checks',
      cites: [
        END_USERS,
        '4.4: | identity_id | string | no | User making the withdrawal (third-party integrations) |',
        '4.4: | account_id | string | no | Account of that user (third-party integrations) |',
        '4.5: | identity_id | string | no | User making the withdrawal |',
        '4.5: | account_id | string | no | Account of the user |',
        '4.9: Body: profile_id (string, required), crypto_network (enum, required), identity_id (string)',
      ],
      lenience:
        'The service may refuse an end user for a business reason, so this is a should. A refusal counts only if another operation accepts the same end user, and if its status does not indicate missing rights or a conflict (402, 403, 409). Fiat money of an end user may go only to an account that this user owns.',
    },
    combining(
      'demanded',
      async (p) => [endUser(p)],
      probe((p) =>
        firstFailures(
          () => takesEndUser(p),
          () => failsAtNeither(p),
          () => failsAtNoMember(p),
        ),
      ),
    ),
  ),
});
