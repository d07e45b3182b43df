import { Inconclusive } from '../../src/engine/inconclusive.ts';
import type { Probing } from '../../src/engine/probing.ts';
import { type Evidence, evidenceOf } from '../../src/engine/proof.ts';
import { claiming, must, NOTHING_TO_JUDGE, probe, type Row, rule, suite } from '../../src/engine/row.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import type { Failure } from '../../src/model/outcome.ts';
import { sameAddress } from '../../src/values/crypto-address.ts';
import { sameId } from '../../src/values/id.ts';
import { member } from '../../src/values/json.ts';
import { echo, ofNoOther } from '../vocabulary/answers.ts';
import { carried, changed, sends, sendsLongRef, smallest } from '../vocabulary/demands.ts';
import { forUserElsewhere } from '../vocabulary/other-profiles.ts';
import { endUser } from '../vocabulary/requests.ts';
import { ON } from './request.ts';

/** Sends the request with the end user that the echoes of identity_id and account_id are judged on. */
const forEndUser = sends(endUser);

const MEMO = { memo: 'invoice 42' };

/** Evidence that counts as a refusal of a memo. Some services refuse with a server error. */
const REFUSALS: ReadonlySet<Evidence> = new Set(['refused', 'doubtful', 'error']);

/** Whether an answer refuses a withdrawal with a memo. The document does not say that any network takes memos. */
const refusesMemo = ({ request, response }: Exchange): boolean =>
  typeof member(request.body, 'memo') === 'string' && REFUSALS.has(evidenceOf(response.status));

/**
 * Sends a memo to one destination after another until one is accepted. A service may have no network with memos: where
 * it refuses each of these requests but accepts the same withdrawal without a memo, nothing is demanded.
 */
async function withMemo(p: Probing): Promise<readonly Failure[]> {
  if (await carried(p, MEMO)) return [];
  const { crypto_destinations = [] } = p.fixtures;
  let isLawful = crypto_destinations.length > 0;
  for (const destination of crypto_destinations) {
    const ask = changed(p, { ...destination, ...MEMO });
    const { isAccepted, exchange } = await p.answerTo(ask);
    if (isAccepted) return [];
    const failures = await p.serverError(ask, exchange);
    if (failures.length > 0) return failures;
    isLawful &&= refusesMemo(exchange);
  }
  if (!isLawful)
    throw new Inconclusive('refused', 'a memo was refused for each destination', {
      provide: 'a destination that takes a memo (crypto_destinations)',
    });
  await p.accepted(smallest(p).ask);
  return [];
}

/** The statement about requests for end users. */
const END_USERS =
  '1: Customers that integrate on behalf of their own end users identify the end user with identity_id and account_id on requests.';

/** Members that the answer to a crypto withdrawal repeats from the request (4.5). */
export const cryptoEchoes: readonly Row[] = suite('4.5', ON, {
  'CW-PROFILE-ECHO': must(
    'The transfer debits the profile that was named',
    {
      aspect: 'semantics',
      cites: [
        '| profile_id | string | yes | Profile to withdraw from |',
        '2.1: Profile whose balance of asset is debited or credited',
      ],
      lenience: 'an account that belongs to another profile may be refused',
    },
    rule(echo('profile_id', sameId)),
    forUserElsewhere,
  ),
  'CW-ASSET-ECHO': must(
    'The transfer is of the asset that was named',
    { aspect: 'semantics', cites: ['| asset | string | yes | Asset, for example BTC or ETH |'] },
    rule(echo('asset')),
  ),
  'CW-CRYPTO-NETWORK-ECHO': must(
    'The transfer is on the network that was named',
    {
      aspect: 'semantics',
      cites: [
        '| crypto_network | enum | yes | CryptoNetwork; always specify it for withdrawals |',
        '2.1: | crypto_network | enum | no | CryptoNetwork value |',
      ],
    },
    rule(echo('crypto_network')),
  ),
  'CW-DESTINATION-ECHO': must(
    'The transfer goes to the address that was named',
    {
      aspect: 'semantics',
      cites: [
        '| destination_address | string | yes | Destination address |',
        '2.1: | destination_address | string | no | Destination crypto address |',
      ],
      lenience:
        'addresses in hexadecimal digits and in bech32 or cashaddr compare without regard to case, and the latter without their prefix',
    },
    rule(echo('destination_address', sameAddress)),
  ),
  'CW-REF-ID-ECHO': must(
    'ref_id comes back as it was sent',
    { aspect: 'semantics', cites: ['| ref_id | string | no | Replay protection and lookup |'] },
    rule(echo('ref_id')),
    ofNoOther('cryptoWithdrawal', 'ref_id'),
    sendsLongRef,
  ),
  'CW-IDENTITY-ECHO': must(
    'identity_id comes back as it was sent',
    { aspect: 'semantics', cites: ['| identity_id | string | no | User making the withdrawal |', END_USERS] },
    rule(echo('identity_id', sameId)),
    forEndUser,
  ),
  'CW-ACCOUNT-ECHO': must(
    'account_id comes back as it was sent',
    { aspect: 'semantics', cites: ['| account_id | string | no | Account of the user |', END_USERS] },
    rule(echo('account_id', sameId)),
    forEndUser,
  ),
  'CW-MEMO-ECHO': must(
    'memo comes back as it was sent',
    {
      aspect: 'semantics',
      cites: ['| memo | string | no | Memo included with the withdrawal |'],
      lenience:
        'a network that has no memos may refuse one: that to any destination in the fixtures will do, and there is nothing to come back where each is refused for its memo',
    },
    rule((exchange) => (refusesMemo(exchange) ? NOTHING_TO_JUDGE : echo('memo')(exchange))),
    ofNoOther('cryptoWithdrawal', 'memo'),
    claiming('demanded', async () => [MEMO], probe(withMemo)),
  ),
});
