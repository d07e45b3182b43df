import { cases, probe, question, rule, sequence } from '../../src/engine/check.ts';
import type { Probing } from '../../src/engine/probing.ts';
import { must, observe, type Row, should, suite } from '../../src/engine/row.ts';
import { type Failure, shown } from '../../src/model/outcome.ts';
import { isObject, type Json, type JsonObject, member, sameJson } from '../../src/values/json.ts';
import { named } from '../vocabulary/answers.ts';
import { firstFailures } from '../vocabulary/body-variants.ts';
import { undisturbed } from '../vocabulary/disturbance.ts';
import { HISTORIES } from '../vocabulary/history.ts';
import { demandsLoopback } from '../vocabulary/loopback-only.ts';
import { asking, bodies, plain, plainAccount, unknownId } from '../vocabulary/requests.ts';
import { accountHistories } from './account-history.ts';
import { updatesInstructions } from './bank-details.ts';
import { creationKept, creationListed } from './creation.ts';
import { datedUpdate } from './dated-update.ts';
import { shownInEveryRead } from './every-read.ts';
import { demandsPart, type OptionalPart } from './left-out.ts';
import { withNewMetadata } from './new-metadata.ts';
import { OF_ONE_ACCOUNT } from './operations.ts';
import { keepsNames, takesBothKinds, updatesOwner } from './owner-updates.ts';
import { updated } from './updating.ts';

const holdsMetadata = (sent: JsonObject) => (account: JsonObject) => {
  const found = member(account, 'metadata');
  if (!isObject(found)) return undefined;
  const wrong = Object.keys(sent).find((key) => member(found, key) !== sent[key]);
  return wrong === undefined
    ? undefined
    : { expected: `metadata ${shown(sent)} after the update`, actual: shown(found) };
};

const hasPairs = (metadata: Json | undefined): boolean => isObject(metadata) && Object.keys(metadata).length > 0;

/** Demands that an account shows these pairs after an update with them. */
function showsMetadata(p: Probing, metadata: JsonObject): Promise<readonly Failure[]> {
  const part: OptionalPart = {
    pointer: '/metadata',
    expected: `metadata ${shown(metadata)} after the update`,
    isLeftOut: (account) => !isObject(member(account, 'metadata')),
    isShownBy: (other) => hasPairs(member(other, 'metadata')),
  };
  return demandsPart(p, part, (read) => updated(p, { metadata }, holdsMetadata(metadata), read));
}

/**
 * Demands that an account shows the metadata of an update, the richest that is accepted. It may leave metadata out only
 * if no other account is read with metadata.
 */
const updatesMetadata = (p: Probing): Promise<readonly Failure[]> =>
  withNewMetadata(p, 'Updated', (metadata) => showsMetadata(p, metadata));

/** Updates of an account (4.1). */
export const updates: readonly Row[] = suite('4.1', ['putFiat'], {
  'FA-ID': must(
    'The answer shows the requested account',
    {
      aspect: 'semantics',
      on: OF_ONE_ACCOUNT,
      cites: [
        'Path: id (string, required): fiat account UUID, as returned when the account was created.',
        '4.2: Path: id (string, required).',
      ],
    },
    rule(named('id', 'id')),
  ),
  'FA-UNKNOWN': should(
    'A request for an account that does not exist is refused',
    {
      aspect: 'request checks',
      on: OF_ONE_ACCOUNT,
      cites: [
        'Path: id (string, required): fiat account UUID, as returned when the account was created.',
        '1: registration, update and lookup of fiat (bank) accounts',
      ],
    },
    probe((p) => {
      const body = p.operation === 'putFiat' ? { body: bodies.putFiat() } : {};
      const twin = p.operation === 'putFiat' ? plain(p, 'putFiat') : plainAccount(p);
      return p.expectRefused(
        'an unknown id',
        { operation: p.operation, input: () => ({ path: { id: unknownId(p) }, ...body }) },
        twin,
      );
    }),
  ),
  'FA-UPDATE-METADATA': must(
    'An update of metadata shows in the answer and in later reads, in any sequence of updates and reads',
    {
      aspect: 'state across',
      cites: ['metadata (object).', 'Response: FiatAccount (2.2).'],
      lenience:
        'Reads are repeated for some seconds, and those that were made before the update for half a minute, because the document does not say that an update shows at once. Metadata may be absent if no read of another account shows metadata.',
    },
    probe((p) =>
      firstFailures(
        () => updatesMetadata(p),
        () => shownInEveryRead(p),
      ),
    ),
    cases(HISTORIES, async (p) => undisturbed(p, await accountHistories(p))),
  ),
  'FA-UPDATE-OWNER': must(
    'An update of fiat_account_owner shows in the answer and in later reads',
    {
      aspect: 'state across',
      cites: ['Body (all fields optional): fiat_account_owner (object, 2.2)', 'Response: FiatAccount (2.2).'],
      lenience:
        'Nothing is demanded if the owner cannot be changed. An answer may leave out the owner. Reads may leave it out if no read of another account with the same status shows an owner of that kind, or if the update sent the account back to PENDING to await approval. Names may be stored in upper case, without accents or without punctuation. The owner may stay as it was if the update sent the account back to PENDING to await approval, and an update of only metadata does not do that. If every update does it, the change shows at once, or as soon as the account has another status.',
    },
    probe(updatesOwner),
  ),
  'FA-UPDATE-OWNER-KINDS': should(
    'An owner with person_details and institution_details is accepted if each of them is accepted without the other',
    {
      aspect: 'request checks',
      cites: [
        'Body (all fields optional): fiat_account_owner (object, 2.2)',
        '2.2: fiat_account_owner: person_details {first_name string, last_name string} and/or institution_details {name string}.',
      ],
      lenience:
        'This is a should, because the sentence is about what accounts show: a service may have its own rules for new owners.',
    },
    probe(takesBothKinds),
  ),
  'FA-UPDATE-NAMES': should(
    'All letters of long names of a new owner are shown, and no others',
    {
      aspect: 'state across',
      cites: [
        'Body (all fields optional): fiat_account_owner (object, 2.2)',
        '2.2: fiat_account_owner: person_details {first_name string, last_name string} and/or institution_details {name string}.',
      ],
      lenience:
        'Nothing is demanded if long names are refused. The document states no length of names, so this is a should. What FA-UPDATE-OWNER tolerates is tolerated here too.',
    },
    probe(keepsNames),
  ),
  'FA-UPDATE-INSTRUCTIONS': should(
    'An update of fiat_network_instructions shows in the answer and in later reads',
    {
      aspect: 'state across',
      cites: ['fiat_network_instructions (object, 2.2)'],
      lenience:
        'Tried only on a loopback target, or on an account that the fixtures file names. Bank details on the targets of others stay unchanged. The number and the bank may be ones that cannot be changed. A bank may be shown with the name and address that belong to its routing number. Zip codes and provinces may be completed. Names may be stored in upper case, without accents or without punctuation. The details may stay as they were if the update sent the account back to PENDING to await approval, and an update of only metadata does not do that. If every update does it, the change shows at once, or as soon as the account has another status.',
    },
    probe(updatesInstructions),
  ),
  'FA-UPDATE-NOTHING': must(
    'An update without any member is accepted: all members are optional',
    { aspect: 'request checks', cites: ['Body (all fields optional)'] },
    probe((p) => p.expectAccepted('an update without members', asking(p, 'putFiat', {}), plain(p, 'putFiat'))),
  ),
  'FA-UPDATE-KEEPS-CREATED-AT': must(
    'An update does not change created_at',
    { aspect: 'state across', cites: ['2.2: | created_at | date-time | yes | Creation time |'] },
    sequence(() => creationKept(['created_at']), ['getFiat', 'listFiat']),
  ),
  'FA-UPDATE-KEEPS-CREATION': must(
    'An update does not change ref_id and the owners of the account',
    {
      aspect: 'state across',
      cites: ['2.2: | created_at | date-time | yes | Creation time |', '2.2: | ref_id | string | no |'],
      lenience: 'An answer may leave out optional members.',
    },
    sequence(() => creationKept(['ref_id', 'identity_id', 'account_id']), ['getFiat', 'listFiat']),
  ),
  'FA-UPDATE-KEEPS-LISTED': must(
    'A list that showed members from the creation of an account before an update still shows them afterwards',
    {
      aspect: 'state across',
      cites: ['2.2: | created_at | date-time | yes | Creation time |', '2.2: | ref_id | string | no |'],
    },
    probe(creationListed),
  ),
  'FA-UPDATE-DELETED': observe(
    'Whether a deleted account can be updated',
    {
      aspect: 'request checks',
      cites: [
        'Path: id (string, required): fiat account UUID, as returned when the account was created.',
        '4.2: include_deleted (boolean, optional): include deleted accounts.',
      ],
      lenience: 'Asked only on a loopback target.',
    },
    question(async (p) => {
      demandsLoopback(p, 'a deleted account is updated');
      const id = p.fixture('deleted_fiat_account_id');
      const body = bodies.putFiat();
      return (await p.answerTo({ operation: 'putFiat', input: () => ({ path: { id }, body }) })).words;
    }),
  ),
  'FA-UPDATE-EFFECTS': observe(
    'What an update of only metadata does to the rest of the account',
    { aspect: 'state across', cites: ['Body (all fields optional)', '3: FiatAccount transitions: not shown.'] },
    question(async (p) => {
      const { before, after } = await datedUpdate(p);
      const names = ['status', 'updated_at', 'fiat_account_owner', 'fiat_network_instructions'];
      const changed = names.filter((name) => !sameJson(member(before, name), member(after, name)));
      return `changes ${changed.length > 0 ? changed.join(', ') : 'nothing else'}; status ${shown(member(before, 'status'))} becomes ${shown(member(after, 'status'))}`;
    }),
  ),
});
