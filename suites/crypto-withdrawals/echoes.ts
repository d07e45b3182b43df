import { networksOf } from '../../src/contract/assets.ts';
import { combining, probe, rule } from '../../src/engine/check.ts';
import { Inconclusive } from '../../src/engine/inconclusive.ts';
import { NOTHING_TO_JUDGE } from '../../src/engine/judgement.ts';
import type { Probing } from '../../src/engine/probing.ts';
import { type Evidence, evidenceOf } from '../../src/engine/proof.ts';
import { must, type Row, suite } from '../../src/engine/row.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import type { Failure } from '../../src/model/outcome.ts';
import { sameAddress } from '../../src/values/crypto-address.ts';
import { sameId } from '../../src/values/id.ts';
import { member } from '../../src/values/json.ts';
import { echo, ofNoOther } from '../vocabulary/answers.ts';
import { carrierOf, changed, echoesRef, sendsPunctuatedMemo, smallest } from '../vocabulary/body-variants.ts';
import { END_USERS, echoesUser } from '../vocabulary/end-users.ts';
import { forProfileElsewhere, forUserElsewhere } from '../vocabulary/other-profiles.ts';

/** A memo of digits, as destination tags are, which is another memo if it is read as a number. */
const MEMO = { memo: '0042001337' };

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
  if (await carrierOf(p, MEMO)) return [];
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
    throw new Inconclusive('refused', 'a memo was refused for every destination', {
      need: { words: 'a destination that takes a memo (crypto_destinations)' },
    });
  await p.sendValid(smallest(p).ask);
  return [];
}

/**
 * Withdraws on loopback to one address on two networks on which the asset is native, so that the rule can judge the
 * second answer: networks with the same native asset may share addresses. A refusal is allowed.
 */
const toOneAddressOnTwoNetworks = probe(async (p) => {
  await p.twin(smallest(p));
  const { crypto_destinations = [] } = p.run.spendsFreely ? p.fixtures : {};
  for (const { asset, crypto_network, destination_address } of crypto_destinations) {
    const other = networksOf(asset).find((each) => each !== crypto_network);
    if (other === undefined) continue;
    for (const network of [crypto_network, other])
      await p.answerTo(changed(p, { asset, crypto_network: network, destination_address }));
    return [];
  }
  return [];
});

/** Members that the answer to a crypto withdrawal repeats from the request (4.5). */
export const cryptoEchoes: readonly Row[] = suite('4.5', ['cryptoWithdrawal'], {
  'CW-PROFILE-ECHO': must(
    'The transfer debits the profile that the request names',
    {
      aspect: 'semantics',
      cites: [
        '| profile_id | string | yes | Profile to withdraw from |',
        '2.1: Profile whose balance of asset is debited or credited',
      ],
      lenience: 'The service may refuse an account that belongs to another profile.',
    },
    rule(echo('profile_id', sameId)),
    forUserElsewhere,
    forProfileElsewhere,
  ),
  'CW-ASSET-ECHO': must(
    'The transfer has the asset that the request names',
    { aspect: 'semantics', cites: ['| asset | string | yes | Asset, for example BTC or ETH |'] },
    rule(echo('asset')),
  ),
  'CW-CRYPTO-NETWORK-ECHO': must(
    'The transfer uses the network that the request names',
    {
      aspect: 'semantics',
      cites: [
        '| crypto_network | enum | yes | CryptoNetwork; always specify it for withdrawals |',
        '2.1: | crypto_network | enum | no | CryptoNetwork value |',
      ],
    },
    rule(echo('crypto_network')),
    toOneAddressOnTwoNetworks,
  ),
  'CW-DESTINATION-ECHO': must(
    'The transfer goes to the address that the request names',
    {
      aspect: 'semantics',
      cites: [
        '| destination_address | string | yes | Destination address |',
        '2.1: | destination_address | string | no | Destination crypto address |',
      ],
      lenience:
        'Addresses in hexadecimal digits, bech32 or cashaddr are compared case-insensitively. The prefix of cashaddr addresses is ignored.',
    },
    rule(echo('destination_address', sameAddress)),
  ),
  'CW-REF-ID-ECHO': must(
    'The answer returns ref_id unchanged',
    { aspect: 'semantics', cites: ['| ref_id | string | no | Replay protection and lookup |'] },
    ...echoesRef('cryptoWithdrawal'),
  ),
  'CW-IDENTITY-ECHO': must(
    'The answer returns identity_id unchanged',
    { aspect: 'semantics', cites: ['| identity_id | string | no | User making the withdrawal |', END_USERS] },
    ...echoesUser('cryptoWithdrawal', 'identity_id'),
  ),
  'CW-ACCOUNT-ECHO': must(
    'The answer returns account_id unchanged',
    { aspect: 'semantics', cites: ['| account_id | string | no | Account of the user |', END_USERS] },
    ...echoesUser('cryptoWithdrawal', 'account_id'),
  ),
  'CW-MEMO-ECHO': must(
    'The answer returns memo unchanged',
    {
      aspect: 'semantics',
      cites: ['| memo | string | no | Memo included with the withdrawal |'],
      lenience:
        'A network without memos may refuse a memo. A memo for any one destination in the fixtures is enough. Nothing is demanded if the memo is refused for every destination.',
    },
    rule((exchange) => (refusesMemo(exchange) ? NOTHING_TO_JUDGE : echo('memo')(exchange))),
    ofNoOther('cryptoWithdrawal', 'memo'),
    combining('demanded', async () => [MEMO], probe(withMemo)),
    sendsPunctuatedMemo,
  ),
});
