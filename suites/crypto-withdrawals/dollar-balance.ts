import { mayBeOwnDollar } from '../../src/contract/assets.ts';
import { probe } from '../../src/engine/check.ts';
import { unlessInconclusive } from '../../src/engine/inconclusive.ts';
import type { Probing } from '../../src/engine/probing.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import type { CryptoDestination } from '../../src/model/fixtures.ts';
import { type JsonObject, sameJson } from '../../src/values/json.ts';
import { string } from '../vocabulary/answers.ts';
import { changed, smallest } from '../vocabulary/body-variants.ts';
import { FIAT_AMOUNT } from '../vocabulary/usual-amounts.ts';

/** The balance other than its own that a withdrawal of the service's own USD stablecoin may debit. */
const DOLLARS = 'USD';

const CENT = '0.01';

/** Whether a withdrawal of what may be the service's own USD stablecoin names the balance in dollars. */
export const namesDollars = ({ request: { body } }: Exchange): boolean =>
  string(body, '/balance_asset') === DOLLARS && mayBeOwnDollar(string(body, '/asset') ?? '');

/** Returns the first destination in the fixtures for what may be the service's own USD stablecoin. */
const ownDollar = ({ fixtures: { crypto_destinations = [] } }: Probing): CryptoDestination | undefined =>
  crypto_destinations.find(({ asset }) => mayBeOwnDollar(asset));

/**
 * Returns the change of the smallest withdrawal. The unit of the token may be a cent; another host's default budget for
 * a token without a known value allows no more than that.
 */
const fromDollars = (p: Probing, destination: CryptoDestination): JsonObject => ({
  ...destination,
  amount: destination.amount ?? (p.run.spendsFreely ? FIAT_AMOUNT : CENT),
  balance_asset: DOLLARS,
});

/** Whether such a withdrawal from the balance in dollars is accepted; it is sent once a run. */
const isAcceptedFromDollars = (p: Probing, destination: CryptoDestination): Promise<boolean> =>
  p.once('a withdrawal from the balance in dollars', async () => {
    const { isAccepted } = await p.answerTo(changed(p, fromDollars(p, destination)));
    return isAccepted;
  });

/** Whether a withdrawal to the destination is known to be accepted, because one from the balance in dollars was. */
export async function isTakenFromDollars(p: Probing, to: JsonObject): Promise<boolean> {
  const destination = ownDollar(p);
  if (!destination || !sameJson({ ...destination }, to)) return false;
  return unlessInconclusive(false, () => isAcceptedFromDollars(p, destination), ['budget']);
}

/**
 * Makes a check that withdraws what may be the service's own USD stablecoin from the balance in dollars, so that the rule
 * can judge the answer. Sends nothing more if the fixtures name no destination for it. A refusal is allowed: the asset may be
 * of another issuer.
 */
export const withdrawsFromDollars = probe(async (p) => {
  await p.twin(smallest(p));
  const destination = ownDollar(p);
  if (!destination) return [];
  await unlessInconclusive(false, () => isAcceptedFromDollars(p, destination), ['budget']);
  return [];
});
