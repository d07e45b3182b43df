import { fiatNetworks } from '../../src/contract/networks.ts';
import { combining, probe, rule } from '../../src/engine/check.ts';
import type { Probing } from '../../src/engine/probing.ts';
import { must, type Row, suite } from '../../src/engine/row.ts';
import type { Failure } from '../../src/model/outcome.ts';
import { sameId } from '../../src/values/id.ts';
import { type JsonObject, member } from '../../src/values/json.ts';
import { echo, ofNoOther } from '../vocabulary/answers.ts';
import {
  carrierOf,
  echoesRef,
  expectAccepted,
  sendsForRules,
  sendsPunctuatedMemo,
} from '../vocabulary/body-variants.ts';
import { END_USERS, echoesUser } from '../vocabulary/end-users.ts';
import { forProfileElsewhere, forUserElsewhere } from '../vocabulary/other-profiles.ts';
import { ofAnotherAmount } from '../vocabulary/without-ref-id.ts';

/**
 * Returns a change to the second account of the first network that has several. The service may refuse it for reasons
 * of its own.
 */
function secondAccount({ fixtures: { fiat_accounts } }: Probing): readonly JsonObject[] {
  const second = fiatNetworks.flatMap((network) => fiat_accounts?.[network]?.[1] ?? [])[0];
  return second === undefined ? [] : [{ fiat_account_id: second }];
}

/** Withdraws to the second account so that the rule can judge the answer if it is accepted. */
const toSecondAccount = sendsForRules(secondAccount);

const SHORTEST = { memo: 'M' };

/** Demands that the shortest memo is accepted. Alone, it goes with another amount, so that it is not taken for a repetition. */
async function takesOneCharacter(p: Probing): Promise<readonly Failure[]> {
  if (await carrierOf(p, SHORTEST)) return [];
  const body = await ofAnotherAmount(p, 'fiatWithdrawal', 'memo');
  return expectAccepted(p, 'a memo of one character', { ...SHORTEST, amount: member(body, 'amount') ?? null });
}

/** Members that the answer to a fiat withdrawal repeats from the request (4.4). */
export const fiatEchoes: readonly Row[] = suite('4.4', ['fiatWithdrawal'], {
  'FW-PROFILE-ECHO': must(
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
  'FW-ASSET-ECHO': must(
    'The transfer has the asset that the request names',
    {
      aspect: 'semantics',
      cites: [
        '| asset | string | yes | Asset to withdraw; supported value: USD |',
        '2.1: | asset | string | yes | Asset of the transfer |',
      ],
    },
    rule(echo('asset')),
  ),
  'FW-FIAT-ACCOUNT-ECHO': must(
    'The transfer shows the fiat account that the request names',
    {
      aspect: 'semantics',
      cites: [
        '| fiat_account_id | string | yes | Destination fiat account |',
        "2.1: For fiat withdrawals, ID (UUID) of the owner's fiat account",
      ],
    },
    rule(echo('fiat_account_id', sameId)),
    toSecondAccount,
  ),
  'FW-REF-ID-ECHO': must(
    'The answer returns ref_id unchanged',
    {
      aspect: 'semantics',
      cites: [
        '| ref_id | string | no | Client ID for idempotence |',
        '2.1: | ref_id | string | no | Client-specified ID for replay protection and lookup |',
      ],
    },
    ...echoesRef('fiatWithdrawal'),
  ),
  'FW-IDENTITY-ECHO': must(
    'The answer returns identity_id unchanged',
    {
      aspect: 'semantics',
      cites: [
        '| identity_id | string | no | User making the withdrawal (third-party integrations) |',
        '2.1: | identity_id | string | no | Identity associated with the transfer |',
        END_USERS,
      ],
    },
    ...echoesUser('fiatWithdrawal', 'identity_id'),
  ),
  'FW-ACCOUNT-ECHO': must(
    'The answer returns account_id unchanged',
    {
      aspect: 'semantics',
      cites: [
        '| account_id | string | no | Account of that user (third-party integrations) |',
        '2.1: | account_id | string | no | Account associated with the transfer |',
      ],
    },
    ...echoesUser('fiatWithdrawal', 'account_id'),
  ),
  'FW-MEMO-ECHO': must(
    'The answer returns memo unchanged',
    {
      aspect: 'semantics',
      cites: [
        '| memo | string | no | Memo on the outgoing withdrawal',
        '2.1: | memo | string | no | Memo included with the transfer as an identifier |',
      ],
    },
    rule(echo('memo')),
    ofNoOther('fiatWithdrawal', 'memo'),
    // The document states only a maximum length. Generated memos have lower-case letters, which a bank may not accept.
    combining('demanded', () => [SHORTEST], probe(takesOneCharacter)),
    sendsPunctuatedMemo,
  ),
});
