import { cases, closing, probe, question, rule, sequence } from '../../src/engine/check.ts';
import { failure } from '../../src/engine/failure.ts';
import { Inconclusive } from '../../src/engine/inconclusive.ts';
import { itemsOf } from '../../src/engine/paging.ts';
import type { Probing } from '../../src/engine/probing.ts';
import { must, observe, type Row, should, suite } from '../../src/engine/row.ts';
import { answered, type Exchange } from '../../src/model/exchange.ts';
import { type Failure, shown } from '../../src/model/outcome.ts';
import { sameId } from '../../src/values/id.ts';
import { at, isArray, type JsonObject, member } from '../../src/values/json.ts';
import { acceptedBody, echo, ofNoOtherUser, string } from '../vocabulary/answers.ts';
import {
  carrierOf,
  changed,
  echoesRef,
  firstFailures,
  refuses,
  sendsForRules,
  smallest,
} from '../vocabulary/body-variants.ts';
import { END_USERS, echoesUser } from '../vocabulary/end-users.ts';
import { HISTORIES } from '../vocabulary/history.ts';
import { leavingNothing } from '../vocabulary/leaves-nothing.ts';
import { answerWithValue } from '../vocabulary/listed-values.ts';
import { forProfileElsewhere, forUserElsewhere } from '../vocabulary/other-profiles.ts';
import { partiesUnknown, repeatingRef } from '../vocabulary/questions.ts';
import { endUser, profile, TOO_MANY_PAIRS, unknownId } from '../vocabulary/requests.ts';
import { surveyOfAccepted } from '../vocabulary/surveys.ts';
import { uniqueIds } from '../vocabulary/unique-ids.ts';
import { addressHistories } from './address-history.ts';
import {
  foundBy,
  foundByRef,
  listedAsCreated,
  listedWhole,
  METADATA,
  ofEndUser,
  onBitcoin,
  smallestLookedUp,
  smallestMade,
  withMetadata,
} from './address-look-ups.ts';
import { foundByOwner, onSmallPages, stillListed } from './still-listed.ts';

function compatible(exchange: Exchange): string {
  const found = at(answered(exchange), '/compatible_crypto_networks');
  const network = at(answered(exchange), '/crypto_network');
  if (!isArray(found)) return 'compatible_crypto_networks is absent';
  return network !== undefined && found.includes(network) ? 'it does' : 'it does not';
}

/** Creates an address with an address and an id of our own, and demands that the service adopts neither. */
async function takesNoAddress(p: Probing): Promise<readonly Failure[]> {
  await p.twin(smallest(p));
  const own = { address: `0x${unknownId(p, 'address').replaceAll('-', '')}00000000`, id: unknownId(p, 'id') };
  const { exchange } = await p.answerTo(changed(p, own));
  const taken = Object.entries(own).find(([name, value]) => sameId(member(acceptedBody(exchange), name), value));
  if (!taken) return [];
  const [name, value] = taken;
  return [
    failure(exchange, { where: `/${name}`, expected: 'a value assigned by the service', actual: `${value}, as sent` }),
  ];
}

/** On loopback, returns a change to a network on which stablecoins are usual, without a conversion. */
const unconverted = ({ run }: Probing): readonly JsonObject[] =>
  run.spendsFreely ? [{ crypto_network: 'ETHEREUM', conversion_target_asset: 'NO_CONVERSION' }] : [];

/**
 * Sends the conversion_target_asset that the service chose for the same request without it, and demands that it is
 * accepted.
 */
async function takesOwnConversion(p: Probing): Promise<readonly Failure[]> {
  const made = await p.twin(smallest(p));
  const own = string(acceptedBody(made), '/conversion_target_asset');
  if (own !== 'NO_CONVERSION' && own !== 'USD')
    throw new Inconclusive('unrecognised', 'the created address shows no listed value of conversion_target_asset');
  if (await carrierOf(p, { conversion_target_asset: own })) return [];
  const { exchange } = await answerWithValue(p, { operation: 'createAddress', member: 'conversion_target_asset' }, own);
  const what = `conversion_target_asset ${own}, which the answer to the same request without it shows`;
  return p.expectOutcome('accepted', what, exchange, { control: () => p.sendValid(smallest(p).ask), before: [made] });
}

/** Addresses (2.4, 4.9, 4.10), apart from list behaviour. */
export const depositAddresses: readonly Row[] = suite('4.9', ['createAddress'], {
  'DA-PROFILE-ECHO': must(
    'The address credits the profile that the request names',
    {
      aspect: 'semantics',
      cites: ['profile_id (string, required)', '2.4: Profile credited when a deposit arrives at the address'],
      lenience: 'The service may refuse an account that belongs to another profile.',
    },
    rule(echo('profile_id', sameId)),
    forUserElsewhere,
    forProfileElsewhere,
  ),
  'DA-CRYPTO-NETWORK-ECHO': must(
    'The address is on the network that the request names',
    {
      aspect: 'semantics',
      cites: ['crypto_network (enum, required)', '2.4: | crypto_network | enum | yes | CryptoNetwork value |'],
    },
    rule(echo('crypto_network')),
    probe(async (p) => {
      await onBitcoin(p);
      return [];
    }),
  ),
  'DA-CONVERSION-ECHO': must(
    'The answer returns conversion_target_asset unchanged',
    { aspect: 'semantics', cites: ['conversion_target_asset (enum NO_CONVERSION, USD)'] },
    rule(echo('conversion_target_asset')),
    sendsForRules(unconverted),
  ),
  'DA-CONVERSION-AS-ANSWERED': must(
    'A request may give the conversion_target_asset that the service chooses if none is given',
    {
      aspect: 'request checks',
      cites: [
        'conversion_target_asset (enum NO_CONVERSION, USD)',
        '2.4: | conversion_target_asset | enum | yes | NO_CONVERSION, USD',
      ],
    },
    probe(takesOwnConversion),
  ),
  'DA-REF-ID-ECHO': must(
    'The answer returns ref_id unchanged',
    { aspect: 'semantics', cites: ['ref_id (string)', '2.4: Client-specified ID for replay protection and lookup'] },
    ...echoesRef('createAddress'),
  ),
  'DA-IDENTITY-ECHO': must(
    'The answer returns identity_id unchanged',
    { aspect: 'semantics', cites: ['identity_id (string)', '2.4: End user who will deposit', END_USERS] },
    ...echoesUser('createAddress', 'identity_id'),
  ),
  'DA-ACCOUNT-ECHO': must(
    'The answer returns account_id unchanged',
    {
      aspect: 'semantics',
      cites: ['account_id (string)', '2.4: Account of the identity linked to the address', END_USERS],
    },
    rule(echo('account_id', sameId)),
    ofNoOtherUser('createAddress', 'account_id'),
  ),
  'DA-ID-UNIQUE': must(
    'Two addresses never share an id',
    {
      aspect: 'state across',
      cites: ['2.4: | id | string (UUID) | yes | Deposit address ID |'],
      lenience:
        'A request with an already used ref_id, or without one for the same profile, may be answered with the existing address.',
    },
    sequence(uniqueIds(['profile_id'])),
  ),
  'DA-LOOK-UP-BY-ID': must(
    'A created address is found by its id, with the values from its creation',
    {
      aspect: 'state across',
      cites: [
        '1: crypto deposit addresses that credit a profile, and lookup of them',
        '4.10: Response: items (DepositAddress[])',
      ],
      lenience:
        'The look-up is repeated for some seconds, and once more after all other checks. Times may differ by one second.',
    },
    probe(async (p) => {
      const { isAccepted, exchange } = await onBitcoin(p);
      return listedAsCreated(p, isAccepted ? exchange : await withMetadata(p, METADATA));
    }),
    cases(HISTORIES, addressHistories),
    closing((p) =>
      firstFailures(
        () => stillListed(p),
        () => onSmallPages(p),
      ),
    ),
  ),
  'DA-LOOK-UP-BY-REF-ID': must(
    'A created address is found by its ref_id',
    {
      aspect: 'state across',
      cites: ['2.4: Client-specified ID for replay protection and lookup'],
      lenience:
        'The look-up is repeated for some seconds. If an address that was not listed by then is listed later, a second one is looked up for half a minute.',
    },
    probe(foundByRef),
  ),
  'DA-LISTED-ONCE': should(
    'A creation adds only one address to the list',
    {
      aspect: 'state across',
      cites: ['2.4: Client-specified ID for replay protection and lookup', '2.4: | id | string (UUID) | yes |'],
    },
    probe(async (p) => {
      const made = await smallestMade(p);
      const ref = string(made.request.body, '/ref_id') ?? '';
      const { page: list } = await smallestLookedUp(p);
      const found = itemsOf(list).filter((item) => member(item, 'ref_id') === ref);
      const ids = [...new Set(found.flatMap((item) => string(item, '/id') ?? []))];
      if (ids.length < 2) return [];
      return [
        failure(list, { where: '/items', expected: `one address with ref_id ${ref}`, actual: shown(ids) }, [made]),
      ];
    }),
  ),
  'DA-LOOK-UP-BY-IDENTITY': must(
    'An address created with identity_id is found by it',
    {
      aspect: 'state across',
      cites: ['4.10: Query: profile_ids, identity_ids, ids, ref_ids, account_ids', '2.4: End user who will deposit'],
      lenience:
        'The look-up is repeated for some seconds. Not judged if newer addresses of the identity fill the page.',
    },
    probe(async (p) => foundBy(p, await ofEndUser(p), 'identity_ids', endUser(p).identity_id)),
    closing(foundByOwner('identity_id')),
  ),
  'DA-LOOK-UP-BY-ACCOUNT': must(
    'An address created with account_id is found by it',
    {
      aspect: 'state across',
      cites: [
        '4.10: Query: profile_ids, identity_ids, ids, ref_ids, account_ids',
        '2.4: | account_id | string | no | Account of the identity linked to the address |',
      ],
      lenience: 'The look-up is repeated for some seconds. Not judged if newer addresses of the account fill the page.',
    },
    probe(async (p) => foundBy(p, await ofEndUser(p), 'account_ids', endUser(p).account_id)),
    closing(foundByOwner('account_id')),
  ),
  'DA-LOOK-UP-BY-PROFILE': must(
    'A created address is found by its profile',
    {
      aspect: 'state across',
      cites: [
        '4.10: Query: profile_ids, identity_ids, ids, ref_ids, account_ids',
        '2.4: | profile_id | string | yes | Profile credited when a deposit arrives at the address |',
      ],
      lenience: 'The look-up is repeated for some seconds. Not judged if newer addresses of the profile fill the page.',
    },
    probe(async (p) => foundBy(p, await smallestMade(p), 'profile_ids', profile(p))),
    closing(foundByOwner('profile_id')),
  ),
  'DA-LISTED-WHOLE': should(
    'A list shows a created address with all members from the answer to its creation',
    {
      aspect: 'state across',
      cites: [
        '2.4: Set at creation; also attached to transfers to this address',
        '4.10: Response: items (DepositAddress[])',
      ],
      lenience:
        'Judged only for members that the list shows for other addresses, because members not marked required may be absent.',
    },
    probe(listedWhole),
  ),
  'DA-PROFILE-UNKNOWN': should(
    'Creating an address for a profile that does not exist is refused',
    { aspect: 'request checks', cites: ['profile_id (string, required)'] },
    refuses('an unknown profile_id', (p) => ({ profile_id: unknownId(p) })),
  ),
  'DA-REFUSED-LEAVES-NOTHING': should(
    'A refused creation has no effect',
    {
      aspect: 'state across',
      cites: [
        '2.4: | crypto_network | enum | yes | CryptoNetwork value |',
        'crypto_network (enum, required)',
        '4: Success is reported as a successful (200) response',
      ],
    },
    leavingNothing(
      { body: (valid) => ({ ...valid, crypto_network: 'DOGECOIN' }), blockedBy: 'DA-CRYPTO-NETWORK-OUTSIDE' },
      { body: (valid) => ({ ...valid, metadata: TOO_MANY_PAIRS }), blockedBy: 'METADATA-PAIRS-OVER-LIMIT' },
    ),
  ),
  'DA-ADDRESS-ASSIGNED': should(
    'The service assigns the address and its id, not the client',
    {
      aspect: 'semantics',
      cites: [
        'Body: profile_id (string, required), crypto_network (enum, required)',
        '2.4: | address | string | yes | Crypto address to send deposits to |',
      ],
      lenience: 'The body has no such members, so the service may refuse or ignore them.',
    },
    probe(takesNoAddress),
  ),
  'DA-CONVERSION-DEFAULT': observe(
    'Which conversion_target_asset an address has if the request gives none',
    { aspect: 'semantics', cites: ['conversion_target_asset (enum NO_CONVERSION, USD)'] },
    surveyOfAccepted((exchange) =>
      at(exchange.request.body, '/conversion_target_asset') === undefined
        ? string(answered(exchange), '/conversion_target_asset')
        : undefined,
    ),
  ),
  'DA-COMPATIBLE-NETWORKS': observe(
    'Whether compatible_crypto_networks contains the network of the address',
    { aspect: 'semantics', cites: ['2.4: CryptoNetwork values; any of them may be used to deposit to the address'] },
    surveyOfAccepted(compatible),
  ),
  'DA-PARTIES-UNKNOWN': observe(
    'Whether an address may name an identity or an account that does not exist',
    { aspect: 'request checks', cites: ['identity_id (string), ref_id (string), metadata (object;'] },
    question(partiesUnknown),
  ),
  'DA-REPEATED-REF': observe(
    'Result of repeating a request with an already used ref_id',
    { aspect: 'state across', cites: ['4.15: Result of repeating a request with an already used ref_id: not shown.'] },
    repeatingRef({ crypto_network: 'BITCOIN' }, { crypto_network: 'ETHEREUM' }),
  ),
});
