import { CannotTell } from '../engine/cannot-tell.ts';
import { evidence, failure, refusal } from '../engine/evidence.ts';
import type { Probing } from '../engine/probing.ts';
import {
  type Judgement,
  must,
  observe,
  probe,
  question,
  type Row,
  rule,
  sequence,
  should,
  suite,
  survey,
} from '../engine/row.ts';
import { answered, type Exchange, isAccepted } from '../model/exchange.ts';
import { fiatNetworks } from '../model/fixtures.ts';
import { at, isObject, type JsonObject, member } from '../model/json.ts';
import { type Failure, shown } from '../model/outcome.ts';
import { accepted, all, each, inOrder, sameId, string } from './answers.ts';
import { disagreements, itemWith } from './comparisons.ts';
import { tallied } from './conventions.ts';
import { anyFiatAccount, asking, plain, unknownId, updatable } from './requests.ts';

const READS = ['putFiat', 'getFiat'] as const;
const ALL = ['putFiat', 'getFiat', 'listFiat'] as const;
const NULLABLE = [
  '/fiat_account_owner/person_details',
  '/fiat_network_instructions/wire/fiat_account_owner_address',
  '/fiat_network_instructions/wire/routing_details/bank_address',
  '/fiat_network_instructions/wire/intermediary_routing_details/bank_address',
];
const NUMBERS = ['wire', 'dbs_act', 'scb'].map((network) => `/fiat_network_instructions/${network}/account_number`);
const MASKED = /^[Xx*•·#.\-\s]+(?=.{0,4}$)/;

/** The account numbers of an account by their pointers. */
const numbers = (account: JsonObject): readonly (readonly [string, string])[] =>
  NUMBERS.flatMap((pointer) => {
    const found = at(account, pointer);
    return typeof found === 'string' ? [[pointer, found] as const] : [];
  });

/** Compares what a list shows of an account number with what a read of that account showed. */
function maskedNumbers() {
  const known = new Map<string, string>();
  return (exchange: Exchange): Judgement => {
    if (exchange.operation !== 'listFiat') {
      const account = accepted(exchange);
      const id = string(account, '/id');
      for (const [pointer, number] of account && id ? numbers(account) : [])
        if (!MASKED.test(number) && known.size < 10_000) known.set(`${id} ${pointer}`, number);
      return undefined;
    }
    return each((item, root) =>
      all(
        numbers(item).map(([pointer, found]) => {
          const real = known.get(`${string(item, '/id')} ${pointer}`);
          if (real === undefined) return undefined;
          const right = found === real || (found.slice(-4) === real.slice(-4) && !real.startsWith(found.slice(0, -4)));
          return right
            ? []
            : [
                {
                  where: `${root}${pointer}`,
                  expected: `the number as read, or masked but for the real last four ("${real.slice(-4)}")`,
                  actual: `one that ends in ${shown(found.slice(-4))}`,
                },
              ];
        }),
      ),
    )(exchange);
  };
}

/** Updates the account that a run may change, then reads it. */
async function updated(
  p: Probing,
  change: JsonObject,
  holds: (account: JsonObject) => { expected: string; actual: string } | undefined,
): Promise<readonly Failure[]> {
  return p.exclusively('fiat account', async () => {
    const { ask } = { ask: asking(p, 'putFiat', change) };
    const answer = await p.accepted(ask);
    const wrong = holds(accepted(answer) ?? {});
    if (wrong) return [failure(answer, { ...wrong })];
    return p.eventually(async () => {
      const read = await p.accepted({ operation: 'getFiat', input: () => ({ path: { id: updatable(p) } }) });
      const found = holds(accepted(read) ?? {});
      return found ? [failure(read, found, [answer])] : [];
    });
  });
}

const holdsMetadata = (sent: JsonObject) => (account: JsonObject) => {
  const found = member(account, 'metadata');
  if (found === undefined) return undefined;
  const wrong = Object.keys(sent).find((key) => member(found, key) !== sent[key]);
  return wrong === undefined
    ? undefined
    : { expected: `metadata ${shown(sent)} after the update`, actual: shown(found) };
};

const accountOf = (input: { readonly id: string; readonly deleted?: boolean }) => ({
  operation: 'getFiat' as const,
  input: () => ({
    path: { id: input.id },
    ...(input.deleted === undefined ? {} : { query: { include_deleted: input.deleted } }),
  }),
});

const deleted = (p: Probing): string =>
  p.fixture('deleted_fiat_account_id', ({ deleted_fiat_account_id }) => deleted_fiat_account_id);

async function listedDeleted(
  p: Probing,
  include: boolean,
): Promise<{ readonly found: boolean; readonly exchange: Exchange }> {
  const exchange = await p.accepted({
    operation: 'listFiat',
    input: () => ({ query: { ids: [deleted(p)], ...(include ? { include_deleted: true } : {}) } }),
  });
  return { found: itemWith(exchange, deleted(p)) !== undefined, exchange };
}

const DELETED = ['include_deleted (boolean, optional): include deleted accounts.'] as const;
const LIST_DELETED = [
  'include_deleted (boolean).',
  '4.2: include_deleted (boolean, optional): include deleted accounts.',
] as const;

/** Sections 2.2, 4.1, 4.2 and 4.3 as far as they speak of accounts and not of lists. */
export const fiatAccounts: readonly Row[] = [
  ...suite('2.2', ALL, {
    'FA-READ-NOT-NULL': must(
      'person_details, fiat_account_owner_address and bank_address are null in list output alone',
      {
        aspect: 'response shape',
        on: READS,
        cites: ['In list output person_details, fiat_account_owner_address and bank_address may be null.'],
      },
      rule((exchange) => {
        const account = accepted(exchange);
        return (
          account &&
          NULLABLE.filter((pointer) => at(account, pointer) === null).map((where) => ({
            where,
            expected: 'an object, or absent: it is null in list output alone',
            actual: 'null',
          }))
        );
      }),
    ),
    'FA-LIST-MASKED-LAST-FOUR': must(
      'An account number that a list masks still ends in the real last four characters',
      {
        aspect: 'semantics',
        on: ALL,
        cites: ['In list output the account_number may be masked so that only the last four characters are visible.'],
      },
      sequence(maskedNumbers),
      probe(async (p) => {
        if (p.operation !== 'listFiat') return [];
        for (const network of ['wire', 'dbs_act', 'scb'] as const) {
          const id = p.fixtures.fiat_accounts?.[network]?.[0];
          if (id === undefined) continue;
          await p.accepted(accountOf({ id }));
          await p.accepted({ operation: 'listFiat', input: () => ({ query: { ids: [id] } }) });
        }
        return [];
      }),
    ),
    'FA-NETWORK': should(
      'fiat_network_instructions has a member for a network',
      { aspect: 'semantics', cites: ['fiat_network_instructions has one member per network:'] },
      rule(
        each((item, root) => {
          const instructions = member(item, 'fiat_network_instructions');
          if (!isObject(instructions)) return undefined;
          return fiatNetworks.some((network) => isObject(member(instructions, network)))
            ? []
            : [
                {
                  where: `${root}/fiat_network_instructions`,
                  expected: `one of ${fiatNetworks.join(', ')}`,
                  actual: shown(Object.keys(instructions)),
                },
              ];
        }),
      ),
    ),
    'FA-UPDATED-AFTER-CREATED': should(
      'updated_at is not before created_at',
      { aspect: 'semantics', cites: ['| updated_at | date-time | no | Time of most recent update |'] },
      rule(each((item, root) => inOrder(item, root, 'created_at', 'updated_at'))),
    ),
    'FA-ROUTING-NUMBER-TYPES': observe(
      'Which values routing_number_type has',
      {
        aspect: 'response shape',
        on: ['listFiat', 'getFiat'],
        cites: ['Other routing_number_type values: not shown.'],
      },
      survey(tallied((exchange) => (isAccepted(exchange) ? routingTypes(exchange) : undefined))),
    ),
    'FA-EXAMPLE-MEMBERS': observe(
      'Whether status and metadata stand inside fiat_network_instructions as well',
      {
        aspect: 'response shape',
        cites: [
          'Examples place status and metadata inside fiat_network_instructions as well; the required status of the account is the top-level field.',
        ],
      },
      survey(tallied((exchange) => (isAccepted(exchange) ? innerNames(exchange) : undefined))),
    ),
    'FA-STATUS-TRANSITIONS': observe(
      'Which statuses accounts have',
      {
        aspect: 'state across',
        cites: ['3: FiatAccount transitions: not shown. The account is returned as PENDING in examples.'],
      },
      survey(
        tallied((exchange) =>
          isAccepted(exchange) ? (string(answered(exchange), '/status') ?? 'in lists') : undefined,
        ),
      ),
    ),
  }),
  ...suite('4.1', ['putFiat'], {
    'FA-ID': must(
      'The account that is answered is the one that was asked for',
      {
        aspect: 'semantics',
        on: READS,
        cites: [
          'Path: id (string, required): fiat account UUID, as returned when the account was created.',
          '4.2: Path: id (string, required).',
        ],
      },
      rule((exchange) => {
        const found = string(accepted(exchange), '/id');
        const asked = exchange.request.path['id'];
        return found === undefined || asked === undefined
          ? undefined
          : sameId(found, asked)
            ? []
            : [{ where: '/id', expected: `${shown(asked)}, as asked for`, actual: shown(found) }];
      }),
    ),
    'FA-UNKNOWN': should(
      'An account that does not exist is not answered',
      {
        aspect: 'request checks',
        on: READS,
        cites: [
          'Path: id (string, required): fiat account UUID, as returned when the account was created.',
          '1: registration, update and lookup of fiat (bank) accounts',
        ],
      },
      probe((p) => {
        const body = p.operation === 'putFiat' ? { body: { metadata: { run: 'conformance' } } } : {};
        const twin =
          p.operation === 'putFiat' ? plain(p, 'putFiat') : { key: 'plain', ask: accountOf({ id: anyFiatAccount(p) }) };
        return p.refused(
          'an unknown id',
          { operation: p.operation, input: () => ({ path: { id: unknownId(p) }, ...body }) },
          twin,
        );
      }),
    ),
    'FA-UPDATE-METADATA': must(
      'An update of metadata is answered and read back',
      {
        aspect: 'state across',
        cites: ['metadata (object).', 'Response: FiatAccount (2.2).'],
        lenience: 'reading back is repeated for some seconds: nothing says that it shows at once',
      },
      probe((p) => {
        const metadata = { run: p.run.id };
        return updated(p, { metadata }, holdsMetadata(metadata));
      }),
    ),
    'FA-UPDATE-OWNER': should(
      'An update of fiat_account_owner is answered and read back',
      { aspect: 'state across', cites: ['Body (all fields optional): fiat_account_owner (object, 2.2)'] },
      probe((p) => {
        const institution_details = { name: 'Conformance Example Inc' };
        return updated(p, { fiat_account_owner: { institution_details } }, (account) => {
          const found = at(account, '/fiat_account_owner/institution_details/name');
          return found === undefined || found === institution_details.name
            ? undefined
            : {
                expected: `the owner's name ${shown(institution_details.name)} after the update`,
                actual: shown(found),
              };
        });
      }),
    ),
    'FA-UPDATE-NOTHING': must(
      'An update without any member is accepted: all are optional',
      { aspect: 'request checks', cites: ['Body (all fields optional)'] },
      probe((p) =>
        p.exclusively('fiat account', () =>
          p.admitted('an update without members', asking(p, 'putFiat', {}), plain(p, 'putFiat')),
        ),
      ),
    ),
    'FA-UPDATE-KEEPS-CREATION': should(
      'An update leaves id, created_at and ref_id as they were',
      { aspect: 'state across', cites: ['2.2: | created_at | date-time | yes | Creation time |'] },
      probe((p) =>
        p.exclusively('fiat account', async () => {
          const before = await p.accepted(accountOf({ id: updatable(p) }));
          const after = await p.accepted(asking(p, 'putFiat', { metadata: { run: p.run.id } }));
          return disagreements(
            after,
            accepted(before) ?? {},
            accepted(after) ?? {},
            ['id', 'created_at', 'ref_id'],
            [before],
          );
        }),
      ),
    ),
    'FA-UPDATE-EFFECTS': observe(
      'What an update of metadata alone does to the rest of the account',
      { aspect: 'state across', cites: ['Body (all fields optional)', '3: FiatAccount transitions: not shown.'] },
      question((p) =>
        p.exclusively('fiat account', async () => {
          const before = accepted(await p.accepted(accountOf({ id: updatable(p) }))) ?? {};
          const after = accepted(await p.accepted(asking(p, 'putFiat', { metadata: { run: p.run.id } }))) ?? {};
          const names = ['status', 'updated_at', 'fiat_account_owner', 'fiat_network_instructions'];
          const changed = names.filter((name) => shown(member(before, name)) !== shown(member(after, name)));
          return `changes ${changed.length > 0 ? changed.join(', ') : 'nothing else'}; status ${shown(member(before, 'status'))} becomes ${shown(member(after, 'status'))}`;
        }),
      ),
    ),
  }),
  ...suite('4.2', ['getFiat'], {
    'FA-GET-DELETED-HIDDEN': must(
      'A deleted account is not answered without include_deleted',
      { aspect: 'filters', cites: DELETED },
      probe((p) =>
        p.refused('a deleted account without include_deleted', accountOf({ id: deleted(p) }), {
          key: 'deleted',
          ask: accountOf({ id: deleted(p), deleted: true }),
        }),
      ),
    ),
    'FA-GET-DELETED-SHOWN': must(
      'A deleted account is answered with include_deleted',
      { aspect: 'filters', cites: DELETED },
      probe((p) =>
        p.admitted('a deleted account with include_deleted', accountOf({ id: deleted(p), deleted: true }), {
          key: 'plain',
          ask: accountOf({ id: anyFiatAccount(p) }),
        }),
      ),
    ),
    'FA-GET-MALFORMED-ID': observe(
      'How an id that is no UUID is answered',
      { aspect: 'request checks', cites: ['Path: id (string, required).'] },
      question(async (p) => {
        const answer = await p.send('getFiat', { path: { id: 'not-a-uuid' } });
        return evidence(answer) === 'accepted' ? 'accepted' : `refused with ${refusal(answer)}`;
      }),
    ),
    'FA-GET-AGREES-WITH-LIST': must(
      'A read and a list tell the same of an account',
      {
        aspect: 'state across',
        on: ['getFiat'],
        cites: ['Response: FiatAccount.', '4.3: Response: items (FiatAccount[])'],
        lenience:
          'compares id, status, created_at, ref_id, identity_id, account_id and metadata, which list output does not mask',
      },
      probe(async (p) => {
        const id = anyFiatAccount(p);
        const list = await p.accepted({ operation: 'listFiat', input: () => ({ query: { ids: [id] } }) });
        const item = itemWith(list, id);
        if (!item) throw new CannotTell(`the list filtered by ids did not hold ${id}`);
        const read = await p.accepted(accountOf({ id }));
        return disagreements(
          read,
          item,
          accepted(read) ?? {},
          ['id', 'status', 'created_at', 'ref_id', 'identity_id', 'account_id', 'metadata'],
          [list],
        );
      }),
    ),
  }),
  ...suite('4.3', ['listFiat'], {
    'LIST-DELETED-HIDDEN': must(
      'A list leaves deleted accounts out without include_deleted',
      { aspect: 'filters', cites: LIST_DELETED },
      probe(async (p) => {
        const { found, exchange } = await listedDeleted(p, false);
        return found ? [failure(exchange, { expected: 'the deleted account left out', actual: 'listed' })] : [];
      }),
    ),
    'LIST-DELETED-SHOWN': must(
      'A list holds deleted accounts with include_deleted',
      { aspect: 'filters', cites: LIST_DELETED },
      probe(async (p) => {
        const { found, exchange } = await listedDeleted(p, true);
        return found ? [] : [failure(exchange, { expected: 'the deleted account listed', actual: 'left out' })];
      }),
    ),
    'LIST-FILTERS-WRONG-TYPES': observe(
      'How malformed query parameters are answered',
      {
        aspect: 'request checks',
        cites: ['7: Error body shape, error codes and HTTP status codes for failures: not shown.'],
      },
      question(async (p) => {
        const queries = {
          'limit=abc': { limit: 'abc' },
          'limit=0': { limit: 0 },
          'limit=-1': { limit: -1 },
          'include_deleted=maybe': { include_deleted: 'maybe' },
          'created_at.lt=yesterday': { 'created_at.lt': 'yesterday' },
          'page_cursor=unknown': { page_cursor: 'unknown' },
          'an unknown parameter': { conformance_probe: 'x' },
        };
        const said: string[] = [];
        for (const [name, query] of Object.entries(queries)) {
          const answer = await p.send('listFiat', { query });
          said.push(
            `${name}: ${evidence(answer) === 'accepted' ? 'accepted' : `refused with ${answer.response.status}`}`,
          );
        }
        return said.join('; ');
      }),
    ),
  }),
];

function routingTypes(exchange: Exchange): string {
  const body = answered(exchange);
  const items = member(body, 'items');
  const accounts = Array.isArray(items) ? items : [body ?? null];
  const found = accounts.map((account) =>
    at(account, '/fiat_network_instructions/wire/routing_details/routing_number_type'),
  );
  return [...new Set(found.filter((value) => typeof value === 'string'))].sort().join(' + ') || 'none';
}

function innerNames(exchange: Exchange): string {
  const items = member(answered(exchange), 'items');
  const accounts = Array.isArray(items) ? items : [answered(exchange) ?? null];
  const names = ['status', 'metadata'].filter((name) =>
    accounts.some((account) => member(member(account, 'fiat_network_instructions'), name) !== undefined),
  );
  return names.join(' + ') || 'neither';
}
