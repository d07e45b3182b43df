import { fiatNetworks } from '../../src/contract/networks.ts';
import { isCreation, isList, isRead, type ListOperation, type Operation } from '../../src/contract/operations.ts';
import type { Ask } from '../../src/engine/ask.ts';
import { failure } from '../../src/engine/failure.ts';
import { unlessInconclusive } from '../../src/engine/inconclusive.ts';
import type { Probing, RouteTest } from '../../src/engine/probing.ts';
import { type Evidence, type Grounds, isConflict } from '../../src/engine/proof.ts';
import type { RequestInput } from '../../src/model/exchange.ts';
import type { Failure } from '../../src/model/outcome.ts';
import { sameId } from '../../src/values/id.ts';
import { at, type JsonObject, member } from '../../src/values/json.ts';
import { affirmation, affirmedAnswer, affirmsOne, affirmsWithoutBody } from '../vocabulary/affirmation.ts';
import { lastIdentities } from '../vocabulary/identities.ts';
import {
  accountOf,
  affirmationOf,
  asking,
  type BodyOperation,
  bodies,
  cut,
  listBy,
  minimal,
  NEEDED,
  plain,
  plainAnswer,
  quoteOf,
  takesBody,
  unknownId,
  updatable,
} from '../vocabulary/requests.ts';
import { AGAIN_AFTER_MS } from '../vocabulary/tolerances.ts';
import { answerWithoutRefId, marked, markedOfItsOwn, withoutRefId } from '../vocabulary/without-ref-id.ts';

/** What a refusal proves, in the order in which it is found out. */
export const LAWFUL_LENIENCE = [
  'A 4xx counts only if nothing but the operation can be its cause.',
  '(a) On lists, every 4xx counts, because a list needs only a token.',
  '(b) "Not found" counts if the target\'s own lists show what the request names.',
  '(c) To a read of something that these lists show, every 4xx counts except those for rights and locks.',
  '(d) 405 counts, and so do 406 and 415, because the request asks for JSON and sends JSON.',
  '(e) 404 counts if unknown paths are answered so, and unknown ids, a missing token or a body that is not JSON are not.',
  '(f) To a request with a ref_id, a 4xx counts if the same request without a ref_id is accepted.',
  '(g) To an affirmation, a 4xx counts if the same request with an empty body is accepted.',
  '(h) 400, 404, 415 and 422 count if every operation that takes a body answers so.',
  'Any other 4xx may come from the fixtures, from funds or from rules of a sandbox, unless --strict says that the fixtures are valid and funded.',
  'A 5xx or a missing answer counts if several requests meet it while another operation answers.',
].join(' ');

/** Valid requests of an operation, and what shows that they can be answered. */
interface Candidates {
  readonly asks: readonly Ask[];
  readonly grounds: Grounds;
}

const MOST_CANDIDATES = 3;

/** What is expected of the operation that only sandboxes have. */
const OF_SANDBOXES = 'success (if the target is no sandbox, leave the operation out with --not-a-sandbox)';

/** Demands that the operation answers a valid request with success. */
export async function expectAnswered(p: Probing): Promise<readonly Failure[]> {
  const { operation } = p;
  if (await isAccepted(p)) {
    await p.once(hasWorked(operation), async () => true);
    return operation === 'affirm' ? affirmsWithoutBody(p) : [];
  }
  const found = operation === 'affirm' ? await affirmsOne(p) : await refusesReference(p);
  if (found.length > 0) return found;
  const { asks, grounds } = await candidates(p);
  return p.expectOneAnswered(asks.slice(0, MOST_CANDIDATES), {
    grounds: p.run.strict && !(await isUsedUp(p)) ? 'vouched' : grounds,
    routes: routes(p),
    control: listBy(otherList(operation)),
    need: NEEDED[operation],
    expected: operation === 'sandboxDeposit' ? OF_SANDBOXES : 'success',
  });
}

/** Whether affirmations meet conflicts: earlier runs may have affirmed all transactions that the fixtures name. */
async function isUsedUp(p: Probing): Promise<boolean> {
  if (p.operation !== 'affirm') return false;
  const made = await unlessInconclusive(undefined, () => affirmation(p));
  return made !== undefined && isConflict(made.answer.exchange.response.status);
}

const hasWorked = (operation: Operation): string => `${operation} was answered with success`;

/**
 * Demands of a read that has been answered with success and with server errors that it still is answered with success
 * after all other checks. An error counts if it comes twice. Writes may be refused by then, for example for a quota.
 */
export async function stillAnswered(p: Probing): Promise<readonly Failure[]> {
  const { operation } = p;
  const isDoubtful = p.hasErred && isRead(operation);
  if (!isDoubtful || p.remembered(hasWorked(operation)) === undefined) return [];
  const send = () => p.answerTo({ operation, input: () => minimal(p, operation) });
  const first = await send();
  if (first.evidence !== 'error') return [];
  await p.pause(AGAIN_AFTER_MS);
  const again = await send();
  if (again.evidence !== 'error') return [];
  const expected = 'success, as for the same request before';
  return [failure(again.exchange, { expected, actual: again.words }, [first.exchange])];
}

/**
 * Demands that a request with a ref_id is accepted if one without is: every other creation of a run has one. The ref_id
 * is new, so a conflict is a failure too.
 */
async function refusesReference(p: Probing): Promise<readonly Failure[]> {
  const { operation } = p;
  if (!isCreation(operation) || !takesBody(operation)) return [];
  const without = await unlessInconclusive(undefined, () => answerWithoutRefId(p, operation));
  if (!without?.isAccepted) return [];
  const { exchange } = await p.answerTo({ ...asking(p, operation, marked(p, operation)), retriesConflicts: true });
  const control = withoutRefId(p, operation, markedOfItsOwn(p, operation, 'another'));
  const what = 'the same request with a ref_id';
  return p.expectOutcome('known', what, exchange, { control: () => p.sendValid(control), before: [without.exchange] });
}

/**
 * Returns tests that distinguish a missing operation from one that refuses: an unknown id, no token, and a body that is
 * not JSON. Only code that serves the path refuses these in a way of its own.
 */
function routes(p: Probing): readonly RouteTest[] {
  const { operation } = p;
  const unknown = accountOf({ id: unknownId(p, 'fiat account') });
  const withoutToken = (input: RequestInput): RequestInput => ({ ...input, credentials: 'none' });
  const withBody: BodyOperation = operation === 'createAddress' ? 'fiatWithdrawal' : 'createAddress';
  return [
    { other: unknown },
    { alter: withoutToken, other: { operation: otherList(operation), input: () => withoutToken({}) } },
    ...(takesBody(operation) ? [{ alter: cut, other: { operation: withBody, input: () => cut({ body: {} }) } }] : []),
  ];
}

const otherList = (operation: Operation): ListOperation => (operation === 'listFiat' ? 'listAccounts' : 'listFiat');

/** Whether a request that other requirements also send is accepted. If it is, no further request is needed. */
const isAccepted = (p: Probing): Promise<boolean> =>
  unlessInconclusive(false, () => isSharedAccepted(p), ['refused', 'transport']);

async function isSharedAccepted(p: Probing): Promise<boolean> {
  const { operation } = p;
  if (isRead(operation))
    return (await p.answerTo({ operation, input: () => minimal(p, operation), isShared: true })).isAccepted;
  if (operation === 'affirm') await affirmedAnswer(p);
  else if (takesBody(operation)) await plainAnswer(p, operation);
  return true;
}

async function candidates(p: Probing): Promise<Candidates> {
  const { operation } = p;
  if (isList(operation)) return { asks: [listBy(operation)], grounds: 'nothing' };
  if (operation === 'getFiat') return readable(p);
  if (operation === 'getQuote') return { asks: quotes(p), grounds: 'named' };
  if (operation === 'affirm') return { asks: [await affirmedBefore(p)], grounds: 'named' };
  return { asks: await writes(p, operation), grounds: await groundsOfWrite(p, operation) };
}

/** Returns why the smallest request with a body should succeed. */
async function groundsOfWrite(p: Probing, operation: BodyOperation): Promise<Grounds> {
  if (await refusesEveryBody(p)) return 'nothing';
  return (await isShown(p, operation)) ? 'shown' : 'named';
}

/** Returns reads of fiat accounts that the list shows, or else of those in the fixtures. */
async function readable(p: Probing): Promise<Candidates> {
  const { items } = await p.known('listFiat');
  const shown = items.flatMap(({ text }) => text ?? []);
  const named = fiatNetworks.flatMap((network) => p.fixtures.fiat_accounts?.[network] ?? []);
  const ids = shown.length > 0 ? shown : named;
  return {
    asks: ids.map((id) => accountOf({ id })),
    grounds: shown.length > 0 ? 'read' : 'named',
  };
}

/** The operations that take a body. The update comes first, because it needs no funds and changes an account that a list shows. */
const WITH_BODY: readonly BodyOperation[] = [
  'putFiat',
  'createAddress',
  'addMembers',
  'sandboxDeposit',
  'fiatWithdrawal',
  'cryptoWithdrawal',
];
/** The least number of refusing operations that counts: fewer may each have a reason of their own. */
const LEAST_REFUSING = 4;

/**
 * Returns whether every operation that takes a body, and for which the fixtures suffice, rejects its smallest request as
 * invalid. Missing funds, missing rights and conflicts have other statuses, and none of them concerns every operation.
 */
const refusesEveryBody = (p: Probing): Promise<boolean> =>
  p.once('every body is refused', async () => {
    let refused = 0;
    for (const operation of WITH_BODY) {
      const evidence = await unlessInconclusive(undefined, () => evidenceOfPlain(p, operation));
      if (evidence === 'refused') refused += 1;
      else if (evidence !== undefined || operation === 'putFiat') return false;
    }
    return refused >= LEAST_REFUSING;
  });

async function evidenceOfPlain(p: Probing, operation: BodyOperation): Promise<Evidence> {
  const twin = plain(p, operation);
  return (await p.isAccepted(twin)) ? 'accepted' : (await p.answerTo(twin.ask)).evidence;
}

/** The lists that show what the smallest request of an operation names: list, member of its items, place in the request body. */
const SHOWN_BY: Readonly<Partial<Record<BodyOperation, readonly (readonly [ListOperation, string, string])[]>>> = {
  createAddress: [['listAddresses', 'profile_id', '/profile_id']],
  sandboxDeposit: [['listInstructions', 'memo_id', '/memo_id']],
  addMembers: [
    ['listAccounts', 'id', '/account_id'],
    ['listAccounts', 'identity_id', '/members/0/identity_id'],
  ],
};

/**
 * Returns whether the target's own lists show everything that the smallest request of an operation names. Withdrawals are
 * left out: a destination that a list shows may still be closed to the profile.
 */
async function isShown(p: Probing, operation: BodyOperation): Promise<boolean> {
  if (operation === 'putFiat') {
    const { items } = await p.list('listFiat', { ids: [updatable(p)] });
    return items.some((item) => sameId(item.text, updatable(p)));
  }
  const named = SHOWN_BY[operation];
  if (!named) return false;
  const body = bodies[operation](p);
  for (const [list, name, place] of named) {
    const { items } = await p.known(list);
    if (!items.some(({ item }) => sameId(member(item, name), at(body, place)))) return false;
  }
  return true;
}

const quotes = (p: Probing): readonly Ask[] => p.fixture('quote_executions').map(quoteOf);

/** Repeats the affirmation that was refused before, since there may be no other transaction. */
async function affirmedBefore(p: Probing): Promise<Ask> {
  return affirmationOf((await affirmation(p)).id);
}

/**
 * Returns different valid requests, since one may be refused for a business reason: with another account, destination,
 * network, end user or member, and finally the usual one.
 */
async function writes(p: Probing, operation: BodyOperation): Promise<readonly Ask[]> {
  const base: JsonObject = bodies[operation](p);
  const changes = operation === 'addMembers' ? await otherMembers(p) : variants(p, operation);
  return [...changes.map((change) => ({ ...base, ...change })), base].map((body) => asking(p, operation, body));
}

/** Returns the members of the smallest request with other identities: a request that failed may have added the usual one. */
async function otherMembers(p: Probing): Promise<readonly JsonObject[]> {
  const { members } = bodies.addMembers(p);
  const identities = await lastIdentities(p, MOST_CANDIDATES - 1);
  return identities.map((identity_id) => ({ members: members.map((each) => ({ ...each, identity_id })) }));
}

function variants(p: Probing, operation: BodyOperation): readonly JsonObject[] {
  const { fixtures } = p;
  const { identity_id, account_id } = fixtures;
  const user = identity_id === undefined || account_id === undefined ? [] : [{ identity_id, account_id }];
  switch (operation) {
    case 'putFiat':
      return [{ fiat_account_owner: { institution_details: { name: 'Conformance' } } }];
    case 'fiatWithdrawal':
      return [
        ...fiatNetworks
          .flatMap((network) => fixtures.fiat_accounts?.[network]?.[1] ?? [])
          .map((id) => ({ fiat_account_id: id })),
        ...user,
      ];
    case 'cryptoWithdrawal':
      return [...(fixtures.crypto_destinations ?? []).slice(1, 2).map((destination) => ({ ...destination })), ...user];
    case 'createAddress':
      return [{ crypto_network: 'BITCOIN' }, ...user];
    default:
      return [];
  }
}
