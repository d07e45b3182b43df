import type { Ask } from '../../src/engine/ask.ts';
import { closing, probe, question, waiting } from '../../src/engine/check.ts';
import { failure } from '../../src/engine/failure.ts';
import { Inconclusive, unlessInconclusive } from '../../src/engine/inconclusive.ts';
import type { Probing } from '../../src/engine/probing.ts';
import { must, observe, type Row, should, suite } from '../../src/engine/row.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import { type Failure, shown } from '../../src/model/outcome.ts';
import { at } from '../../src/values/json.ts';
import { acceptedBody, moment } from '../vocabulary/answers.ts';
import { firstFailures } from '../vocabulary/body-variants.ts';
import { millisecondsBefore } from '../vocabulary/clock.ts';
import { disagreements } from '../vocabulary/comparisons.ts';
import { answersToEach } from '../vocabulary/questions.ts';
import { accountOf, anyFiatAccount, listBy, plainAccount } from '../vocabulary/requests.ts';
import { CLOCK_MS, FARTHEST_ZONE_MS, LEFT_BEHIND_MS, ONE_TICK_MS } from '../vocabulary/tolerances.ts';
import {
  deleted,
  existed,
  leftOutBetweenTimes,
  leftOutByRef,
  leftOutOfAll,
  listedDeleted,
  listedPlainly,
  listsLive,
  namesOne,
  shownAfterRefusal,
  shownAmongAll,
  shownByRef,
} from './deleted-accounts.ts';
import {
  agreesWithList,
  oneOfEachNetwork,
  readsListed,
  shownAccounts,
  updatedAsListed,
  updatedIsRead,
} from './reads-as-listed.ts';
import { foundAfterUpdate } from './updated-look-ups.ts';

/** Members that must be the same in two reads; a change of status counts as an update. */
const STEADY = ['status', 'ref_id', 'identity_id', 'account_id', 'metadata'];

/** Number of reads, so that an update by someone else between each pair is unlikely. */
const READS = 3;

/**
 * Milliseconds to wait after a read until the next one would show a different updated_at if reading changed it. Waits
 * longer if the updated_at that is shown may be the time of a read, given any clock offset and time zone.
 */
function untilNextRead(read: Exchange): number {
  const ageMs = millisecondsBefore(read, moment(acceptedBody(read), '/updated_at')) ?? 0;
  return ageMs > FARTHEST_ZONE_MS + CLOCK_MS ? LEFT_BEHIND_MS : ONE_TICK_MS;
}

/**
 * Demands that updated_at is not the time of the last read. Fails only if it grows with each read while nothing else
 * changes.
 */
async function readsChangeNothing(p: Probing): Promise<readonly Failure[]> {
  const { ask: shared } = plainAccount(p);
  const ask = { ...shared, isShared: false };
  const first = await p.sendValid(shared);
  const reads: Exchange[] = [];
  let before = first;
  while (reads.length < READS - 1) {
    await p.pauseSince(before, untilNextRead(before));
    const read = await p.sendValid(ask);
    const [old, now] = [acceptedBody(before) ?? {}, acceptedBody(read) ?? {}];
    const [from, to] = [moment(old, '/updated_at'), moment(now, '/updated_at')];
    const isSteady = disagreements(read, { first: old, second: now, names: STEADY, before: [] }).length === 0;
    if (from === undefined || to === undefined || from >= to || !isSteady) return [];
    reads.push(read);
    before = read;
  }
  const flaw = {
    where: '/updated_at',
    expected: `${shown(at(acceptedBody(first), '/updated_at'))}, as read before: a read is not an update`,
    actual: shown(at(acceptedBody(before), '/updated_at')),
  };
  return [failure(before, flaw, [first, ...reads.slice(0, -1)])];
}

const DELETED = ['include_deleted (boolean, optional): include deleted accounts.'] as const;

const LIST_DELETED = [
  'include_deleted (boolean).',
  '4.2: include_deleted (boolean, optional): include deleted accounts.',
] as const;

const OTHERS_SHOWN =
  'The fixtures may name an account that never existed: not judged if include_deleted shows other accounts, but not this one, neither in a list nor when it is read, unless the run is strict.';

/** Reads of one account (4.2). */
export const accountReads: readonly Row[] = suite('4.2', ['getFiat'], {
  'FA-GET-DELETED-HIDDEN': must(
    'A deleted account is not returned without include_deleted',
    { aspect: 'filters', cites: DELETED },
    probe(async (p) => {
      const shown = { key: 'deleted', ask: { ...accountOf({ id: deleted(p), deleted: true }), isShared: true } };
      const without = await p.expectRefused(
        'a deleted account without include_deleted',
        accountOf({ id: deleted(p) }),
        shown,
      );
      if (without.length > 0) return without;
      const said = accountOf({ id: deleted(p), deleted: false });
      return p.expectRefused('a deleted account with include_deleted=false', said, shown);
    }),
  ),
  'FA-GET-DELETED-SHOWN': must(
    'A deleted account is returned with include_deleted',
    { aspect: 'filters', cites: DELETED, lenience: OTHERS_SHOWN },
    probe(async (p) => {
      const asked = { ...accountOf({ id: deleted(p), deleted: true }), isShared: true };
      const failures = await p.expectAccepted('a deleted account with include_deleted', asked, plainAccount(p));
      if (failures.length > 0) await existed(p);
      return failures.length > 0 ? failures : shownAfterRefusal(p);
    }),
  ),
  'FA-GET-DELETED-ADDS': must(
    'An account that is not deleted is returned with include_deleted=true and with include_deleted=false',
    { aspect: 'filters', cites: DELETED },
    probe(async (p) => {
      for (const deleted of [true, false]) {
        const asked = accountOf({ id: anyFiatAccount(p), deleted });
        const what = `an account that is not deleted, with include_deleted=${deleted}`;
        const failures = await p.expectAccepted(what, asked, plainAccount(p));
        if (failures.length > 0) return failures;
      }
      return [];
    }),
  ),
  'FA-GET-LISTED': must(
    'An account that the list shows can be read',
    {
      aspect: 'state across',
      cites: [
        'Path: id (string, required).',
        '4.3: Response: items (FiatAccount[])',
        '1: registration, update and lookup of fiat (bank) accounts',
      ],
      lenience:
        'Reads one account of each network and of each status. A refusal counts only if the list still shows the account. Reads the updated account after all other checks; it may be deleted by then.',
    },
    probe(readsListed),
    closing(updatedIsRead),
  ),
  'FA-GET-MALFORMED-ID': observe(
    'How an id that is not a UUID is answered',
    { aspect: 'request checks', cites: ['Path: id (string, required).'] },
    question(async (p) => (await p.answerTo(accountOf({ id: 'not-a-uuid' }))).words),
  ),
  'FA-READ-NO-UPDATE': should(
    'Reading an account does not update it',
    {
      aspect: 'state across',
      cites: ['2.2: | updated_at | date-time | no | Time of most recent update |'],
      lenience:
        'Another client may update the account between two of the three reads. Another status counts as an update.',
    },
    waiting(probe(readsChangeNothing)),
  ),
  'FA-GET-AGREES-WITH-LIST': should(
    'A read and a list show the same values of an account',
    {
      aspect: 'state across',
      on: ['getFiat'],
      cites: ['Response: FiatAccount.', '4.3: Response: items (FiatAccount[])'],
      lenience:
        'Compares only values that list output neither masks nor shows as null, for an account of each network and of each status, and for the updated account. The comparison is repeated for some seconds, because a list may lag behind.',
    },
    probe(async (p) => {
      const named = oneOfEachNetwork(p);
      const ids = [...new Set([...named, ...(await unlessInconclusive([], () => shownAccounts(p)))])];
      const list = await p.sendValid(listBy('listFiat', { ids }));
      for (const id of ids) {
        const failures = named.includes(id)
          ? await agreesWithList(p, id, list)
          : await unlessInconclusive([], () => agreesWithList(p, id, list), ['refused']);
        if (failures.length > 0) return failures;
      }
      return [];
    }),
    closing(updatedAsListed),
  ),
});

/** Lists of accounts (4.3): the updated and the deleted ones, and malformed parameters. */
export const accountLists: readonly Row[] = suite('4.3', ['listFiat'], {
  'FA-UPDATE-LISTED': must(
    'Filters by id, by ref_id and by creation time select an account that was updated',
    {
      aspect: 'state across',
      cites: [
        'ids (string[], limit 100), ref_ids (string[], limit 100), created_at.lt / .lte / .eq / .gte / .gt (date-time)',
        '1: registration, update and lookup of fiat (bank) accounts',
      ],
      lenience:
        'Tried after all other checks, and only on loopback, if the account was listed before and can be read. The account must be found by the minutes around its creation, since a service may keep more of a time than it shows.',
    },
    closing(foundAfterUpdate),
  ),
  'LIST-DELETED-HIDDEN': must(
    'A list without include_deleted does not contain deleted accounts',
    { aspect: 'filters', cites: LIST_DELETED },
    probe(async (p) => {
      if (!(await listedDeleted(p, true)).found)
        throw new Inconclusive('fixture', 'the deleted account is not listed with include_deleted either');
      for (const include of [undefined, false] as const) {
        const left = await listedPlainly(p, include);
        if (left) return [failure(left, { expected: 'a list without the deleted account', actual: 'a list with it' })];
      }
      return firstFailures(
        () => leftOutByRef(p),
        () => leftOutBetweenTimes(p),
        () => leftOutOfAll(p),
      );
    }),
  ),
  'LIST-DELETED-SHOWN': must(
    'A list with include_deleted contains deleted accounts',
    { aspect: 'filters', cites: LIST_DELETED, lenience: OTHERS_SHOWN },
    probe(async (p) => {
      const { found, exchange } = await listedDeleted(p, true);
      if (!found) {
        await namesOne(p);
        await existed(p);
      }
      return found
        ? firstFailures(
            () => shownAmongAll(p, exchange),
            () => shownByRef(p, exchange),
          )
        : [failure(exchange, { expected: 'a list with the deleted account', actual: 'a list without it' })];
    }),
  ),
  'LIST-DELETED-ADDS': must(
    'A list with include_deleted=true or include_deleted=false contains the accounts that are not deleted',
    { aspect: 'filters', cites: LIST_DELETED },
    probe(async (p) => {
      const ids = (await p.known('listFiat')).items.flatMap(({ text }) => text ?? []).slice(0, 3);
      if (ids.length === 0)
        throw new Inconclusive('fixture', 'the list of accounts is empty', { need: { words: 'items in listFiat' } });
      for (const include_deleted of [true, false]) {
        const failures = await listsLive(p, ids, include_deleted);
        if (failures.length > 0) return failures;
      }
      return [];
    }),
  ),
  'LIST-FILTERS-WRONG-TYPES': observe(
    'How malformed query parameters are answered',
    {
      aspect: 'request checks',
      cites: ['7: Error body shape, error codes and HTTP status codes for failures: not shown.'],
    },
    question((p) => {
      const queries = {
        'limit=abc': { limit: 'abc' },
        'limit=0': { limit: 0 },
        'include_deleted=maybe': { include_deleted: 'maybe' },
        'created_at.lt=yesterday': { 'created_at.lt': 'yesterday' },
        'an unknown parameter': { conformance_probe: 'x' },
      };
      const asks = Object.entries(queries).map(([name, query]): [string, Ask] => [name, listBy('listFiat', query)]);
      return answersToEach(p, Object.fromEntries(asks));
    }),
  ),
});
