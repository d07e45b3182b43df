import { metadataLimits } from '../../src/contract/constraints/index.ts';
import { operations } from '../../src/contract/operations.ts';
import { closing, probe } from '../../src/engine/check.ts';
import { failure } from '../../src/engine/failure.ts';
import { itemsOf } from '../../src/engine/paging.ts';
import type { Probing } from '../../src/engine/probing.ts';
import { must, type Row, should, suite } from '../../src/engine/row.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import { type Failure, shown } from '../../src/model/outcome.ts';
import { sameId } from '../../src/values/id.ts';
import { isObject, type Json, type JsonObject, member } from '../../src/values/json.ts';
import { acceptedBody, string } from '../vocabulary/answers.ts';
import { expectBareAccepted } from '../vocabulary/body-variants.ts';
import { readUpdatable } from '../vocabulary/disturbance.ts';
import { leavingNothing } from '../vocabulary/leaves-nothing.ts';
import { widestPage } from '../vocabulary/lists/listing.ts';
import { accountOf, asking, bodies, listBy, NOTE, plain, updatable } from '../vocabulary/requests.ts';
import { demandsPermission } from './bank-details.ts';
import { namedAfterRun } from './updating.ts';

/** Returns the body of an update that sends the account's present parts, together with the usual metadata. */
function asItIs(account: JsonObject): JsonObject {
  const names = ['fiat_account_owner', 'fiat_network_instructions'];
  const known = names.map((name) => [name, member(account, name)] as const).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(known), ...bodies.putFiat() };
}

/**
 * Demands that an update with only metadata is accepted. If it is refused, an update with all parts serves as its twin.
 */
async function takesOnlyMetadata(p: Probing): Promise<readonly Failure[]> {
  const own = plain(p, 'putFiat');
  if (await p.isAccepted(own)) return [];
  return expectBareAccepted(p, 'an update of only metadata', own.ask, async () =>
    p.run.changesBankDetails
      ? { key: 'an update of all parts', ask: asking(p, 'putFiat', asItIs(await readUpdatable(p))) }
      : undefined,
  );
}

const updateTo = (p: Probing, metadata: JsonObject): Promise<Exchange> =>
  p.sendValid(asking(p, 'putFiat', { metadata }));

/**
 * Whether a listed account can be read and has the update too. Excludes the updated account itself under an id that
 * only the list shows.
 */
async function isAnother(p: Probing, item: Json): Promise<boolean> {
  const id = member(item, 'id');
  if (typeof id !== 'string') return false;
  const read = acceptedBody(await p.send('getFiat', accountOf({ id }).input()));
  return sameId(member(read, 'id'), id) && member(member(read, 'metadata'), NOTE) === p.run.id;
}

/**
 * Demands that no other account has the metadata of the update: neither the newest ones nor those that withdrawals go
 * to.
 */
async function touchesNoOther(p: Probing): Promise<readonly Failure[]> {
  const answer = await updateTo(p, { [NOTE]: p.run.id });
  const ids = Object.values(p.fixtures.fiat_accounts ?? {}).flat();
  const newest = await widestPage(p, 'listFiat');
  for (const query of ids.length > 0 ? [newest, { ids: ids.slice(0, operations.listFiat.query.ids.most) }] : [newest]) {
    const list = await p.sendValid(listBy('listFiat', query));
    const index = itemsOf(list).findIndex(
      (item) => member(member(item, 'metadata'), NOTE) === p.run.id && !sameId(member(item, 'id'), updatable(p)),
    );
    if (index >= 0 && (await isAnother(p, itemsOf(list)[index] ?? null)))
      return [
        failure(
          list,
          {
            where: `/items/${index}/metadata`,
            expected: 'its own metadata: the update was for another account',
            actual: shown(member(itemsOf(list)[index] ?? null, 'metadata')),
          },
          [answer],
        ),
      ];
  }
  return [];
}

/** Parts of an account in which updates of the run write its id. */
const MARKED_PARTS = ['metadata', 'fiat_account_owner'] as const;

/** Returns the part of another account than the updated one that has the run's id. Names may be stored in upper case. */
function markedPart(p: Probing, account: Json | undefined): (typeof MARKED_PARTS)[number] | undefined {
  if (sameId(member(account, 'id'), updatable(p))) return undefined;
  return MARKED_PARTS.find((part) =>
    JSON.stringify(member(account, part) ?? null)
      .toLowerCase()
      .includes(p.run.id),
  );
}

/**
 * Demands at the end of a run on loopback that no other account has the run's id in its metadata or owner: an update may
 * touch others only while the account has, for example, a certain owner.
 */
export async function touchedNoOther(p: Probing): Promise<readonly Failure[]> {
  if (!p.run.spendsFreely) return [];
  await namedAfterRun(p);
  const query = await widestPage(p, 'listFiat');
  const list = await p.sendValid(listBy('listFiat', query));
  const index = itemsOf(list).findIndex((item) => markedPart(p, item) !== undefined);
  const id = string(itemsOf(list)[index] ?? {}, '/id');
  if (id === undefined) return [];
  const read = await p.answerTo(accountOf({ id }));
  const account = read.isAccepted ? acceptedBody(read.exchange) : undefined;
  const part = markedPart(p, account);
  if (part === undefined) return [];
  const expected = `${part} without the id of this run (${p.run.id}): the run updated another account`;
  const actual = shown(member(account, part));
  return [failure(list, { where: `/items/${index}/${part}`, expected, actual }, [read.exchange])];
}

/** Demands that an update of one part is accepted, if it is accepted together with metadata. */
async function acceptedWithoutMetadata(
  p: Probing,
  part: string,
  value: () => Promise<Json | undefined>,
): Promise<readonly Failure[]> {
  const given = { [part]: (await value()) ?? {} };
  // A service may lock an account for a moment after an update.
  const update = (body: JsonObject) => p.answerTo({ ...asking(p, 'putFiat', body), retriesConflicts: true });
  const bare = await update(given);
  if (bare.isAccepted) return [];
  const together = await update({ ...given, ...bodies.putFiat() });
  if (!together.isAccepted) return [];
  return p.expectOutcome('accepted', `an update of ${part} only`, bare.exchange, {
    before: [together.exchange],
  });
}

/** Returns the same update with an owner name and one metadata pair too many, which must be refused. */
function withTooManyPairs({ metadata }: JsonObject): JsonObject {
  const own = isObject(metadata) ? metadata : {};
  const more = Array.from({ length: metadataLimits.pairs }, (_, index) => [`pair_${index}`, 'x'] as const);
  const [name = 'x'] = Object.values(own);
  return {
    fiat_account_owner: { institution_details: { name } },
    metadata: { ...own, ...Object.fromEntries(more) },
  };
}

const STATUSES = ['REJECTED', 'PENDING', 'APPROVED'] as const;

const answerToStatus = async (p: Probing, status: string): Promise<Exchange> =>
  (await p.answerTo(asking(p, 'putFiat', { ...bodies.putFiat(), status }))).exchange;

const shows = (answer: Exchange, status: string): boolean => string(acceptedBody(answer), '/status') === status;

/** Updates the account with each of these statuses in turn. Returns whether each answer shows the status that was sent. */
async function followsAll(p: Probing, statuses: readonly string[]): Promise<boolean> {
  for (const status of statuses) if (!shows(await answerToStatus(p, status), status)) return false;
  return true;
}

/**
 * Updates the account with each status other than the one that a plain update results in, and demands that it has no
 * effect. The service may change the status by itself at any time, so only a status that follows the updates back and
 * forth was set by them.
 */
export async function setsNoStatus(p: Probing): Promise<readonly Failure[]> {
  demandsPermission(p);
  const plainly = await updateTo(p, bodies.putFiat().metadata);
  const usual = string(acceptedBody(plainly), '/status');
  if (usual === undefined) return [];
  for (const status of STATUSES.filter((each) => each !== usual)) {
    const answer = await answerToStatus(p, status);
    // The last of these restores the status that a plain update results in.
    if (!shows(answer, status) || !(await followsAll(p, [usual, status, usual]))) continue;
    const expected = `${shown(usual)}, as after an update without status`;
    return [failure(answer, { where: '/status', expected, actual: shown(status) }, [plainly])];
  }
  return [];
}

/** What an update may leave out, and what it must not change beyond the parts that it sends (4.1). */
export const updateEffects: readonly Row[] = suite('4.1', ['putFiat'], {
  'FA-UPDATE-METADATA-ALONE': must(
    'An update of only metadata is accepted: all parts are optional',
    {
      aspect: 'request checks',
      cites: ['Body (all fields optional)', 'metadata (object).'],
      lenience:
        'A refusal counts only if an update of all parts is accepted. That update is tried only on a loopback target, or on an account that the fixtures file names.',
    },
    probe(takesOnlyMetadata),
  ),
  'FA-UPDATE-OWNER-ALONE': must(
    'An update of fiat_account_owner that is accepted with metadata is also accepted without it: all parts are optional',
    {
      aspect: 'request checks',
      cites: [
        'Body (all fields optional): fiat_account_owner (object, 2.2), fiat_network_instructions (object, 2.2), metadata (object).',
      ],
      lenience: 'Nothing is demanded if the owner cannot be changed at all.',
    },
    probe((p) =>
      acceptedWithoutMetadata(p, 'fiat_account_owner', async () => ({
        institution_details: { name: 'Conformance Example Inc' },
      })),
    ),
  ),
  'FA-UPDATE-INSTRUCTIONS-ALONE': should(
    'An update of fiat_network_instructions that is accepted with metadata is also accepted without it: all parts are optional',
    {
      aspect: 'request checks',
      cites: [
        'Body (all fields optional): fiat_account_owner (object, 2.2), fiat_network_instructions (object, 2.2), metadata (object).',
      ],
      lenience:
        'Tried only on a loopback target, or on an account that the fixtures file names. Nothing is demanded if the bank details cannot be changed at all.',
    },
    probe(async (p) => {
      demandsPermission(p);
      return acceptedWithoutMetadata(p, 'fiat_network_instructions', async () =>
        member(await readUpdatable(p), 'fiat_network_instructions'),
      );
    }),
  ),
  'FA-UPDATE-TOUCHES-NO-OTHER': must(
    'An update changes only the account that it names',
    {
      aspect: 'state across',
      cites: [
        'Path: id (string, required): fiat account UUID, as returned when the account was created.',
        '2.2: | metadata | object | no | Client metadata |',
      ],
      lenience: 'Changes to other accounts are detected by their metadata and owners, which lists may leave out.',
    },
    probe(touchesNoOther),
    closing(touchedNoOther),
  ),
  'FA-UPDATE-REFUSED-LEAVES-NOTHING': should(
    'A refused update does not change the account',
    {
      aspect: 'state across',
      cites: [
        '4: Success is reported as a successful (200) response',
        '8: | Metadata pairs | at most 6 | all metadata |',
      ],
      lenience: 'Changes are detected by metadata and owner, which answers may leave out.',
    },
    leavingNothing({ body: withTooManyPairs, blockedBy: 'METADATA-PAIRS-OVER-LIMIT' }),
  ),
  'FA-STATUS-ASSIGNED': should(
    'A client cannot set the status of its account',
    {
      aspect: 'semantics',
      cites: [
        'Body (all fields optional): fiat_account_owner (object, 2.2), fiat_network_instructions (object, 2.2), metadata (object).',
        '2.2: | status | enum | yes | PENDING, APPROVED, REJECTED |',
      ],
      lenience:
        'Tried only on a loopback target, or on an account that the fixtures file names. The body has no member status, so the service may refuse or ignore it. The service may set any status after a plain update.',
    },
    probe(setsNoStatus),
  ),
});
