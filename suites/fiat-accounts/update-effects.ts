import { failure } from '../../src/engine/evidence.ts';
import { itemsOf } from '../../src/engine/paging.ts';
import type { Probing } from '../../src/engine/probing.ts';
import { must, probe, type Row, should, suite } from '../../src/engine/row.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import { type Failure, shown } from '../../src/model/outcome.ts';
import { sameId } from '../../src/values/id.ts';
import { type Json, type JsonObject, member } from '../../src/values/json.ts';
import { accepted, moment } from '../vocabulary/answers.ts';
import { admittedBare } from '../vocabulary/demands.ts';
import { readUpdatable } from '../vocabulary/fiat-accounts/disturbance.ts';
import { widestPage } from '../vocabulary/lists/listing.ts';
import { accountOf, asking, plain, updatable } from '../vocabulary/requests.ts';
import { NEXT_TICK_MS } from '../vocabulary/tolerances.ts';

/** The parts of an update as the account has them already. */
function asItIs(account: JsonObject): JsonObject {
  const names = ['fiat_account_owner', 'fiat_network_instructions'];
  const told = names.map((name) => [name, member(account, name)] as const).filter(([, value]) => value !== undefined);
  return { ...Object.fromEntries(told), metadata: { run: 'conformance' } };
}

/** Where only metadata is refused, tries whether the other parts are missing. */
const metadataAlone = (p: Probing): Promise<readonly Failure[]> =>
  admittedBare(p, 'an update of only metadata', plain(p, 'putFiat').ask, async () =>
    p.run.loopback
      ? { key: 'an update of all parts', ask: asking(p, 'putFiat', asItIs(await readUpdatable(p))) }
      : undefined,
  );

const updateTo = (p: Probing, metadata: JsonObject): Promise<Exchange> =>
  p.accepted(asking(p, 'putFiat', { metadata }));

/** Whether an update is told by updated_at; once more where the one before is too near for the target's clock. */
async function isDated(p: Probing): Promise<readonly Failure[]> {
  for (let update = 1; ; update += 1) {
    const before = moment(await readUpdatable(p), '/updated_at');
    const answer = await updateTo(p, { run: p.run.id, update: `number ${update}` });
    const after = moment(accepted(answer), '/updated_at');
    if (before === undefined || after === undefined || after > before) return [];
    if (after < before || update > 1)
      return [
        failure(answer, {
          where: '/updated_at',
          expected: 'later than before: the account was updated',
          actual: shown(member(accepted(answer), 'updated_at')),
        }),
      ];
    await p.pause(NEXT_TICK_MS);
  }
}

const NOTE = 'alone';

/** Whether a listed account can be read, and is not the updated one under an id that lists alone tell. */
async function isAnother(p: Probing, item: Json): Promise<boolean> {
  const id = member(item, 'id');
  if (typeof id !== 'string') return false;
  const read = accepted(await p.send('getFiat', accountOf({ id }).input()));
  return sameId(member(read, 'id'), id) && member(member(read, 'metadata'), NOTE) === p.run.id;
}

/** Looks for what this account was updated to in others: the newest, and those that withdrawals go to. */
async function touchesNoOther(p: Probing): Promise<readonly Failure[]> {
  const answer = await updateTo(p, { [NOTE]: p.run.id });
  const ids = Object.values(p.fixtures.fiat_accounts ?? {}).flat();
  const newest = await widestPage(p, 'listFiat');
  for (const query of ids.length > 0 ? [newest, { ids: ids.slice(0, 100) }] : [newest]) {
    const list = await p.accepted({ operation: 'listFiat', input: () => ({ query }) });
    const index = itemsOf(list).findIndex(
      (item) => member(member(item, 'metadata'), NOTE) === p.run.id && !sameId(member(item, 'id'), updatable(p)),
    );
    if (index >= 0 && (await isAnother(p, itemsOf(list)[index] ?? null)))
      return [
        failure(
          list,
          {
            where: `/items/${index}/metadata`,
            expected: 'its own: another account was updated',
            actual: shown(member(itemsOf(list)[index] ?? null, 'metadata')),
          },
          [answer],
        ),
      ];
  }
  return [];
}

/** What an update may leave out, and what it changes beside what it gives (4.1). */
export const updateEffects: readonly Row[] = suite('4.1', ['putFiat'], {
  'FA-UPDATE-METADATA-ALONE': must(
    'An update of metadata alone is accepted: all parts are optional',
    {
      aspect: 'request checks',
      cites: ['Body (all fields optional)', 'metadata (object).'],
      lenience: 'where it is refused, judged on loopback alone, by an update of all parts that is accepted',
    },
    probe(metadataAlone),
  ),
  'FA-UPDATE-DATED': should(
    'An update changes updated_at',
    {
      aspect: 'state across',
      cites: ['2.2: | updated_at | date-time | no | Time of most recent update |'],
      lenience: 'an account may be answered without it',
    },
    probe(isDated),
  ),
  'FA-UPDATE-TOUCHES-NO-OTHER': must(
    'An update changes the account that it names and no other',
    {
      aspect: 'state across',
      cites: ['Path: id (string, required): fiat account UUID, as returned when the account was created.'],
      lenience: 'other accounts are known by their metadata, which lists may leave out',
    },
    probe(touchesNoOther),
  ),
});
