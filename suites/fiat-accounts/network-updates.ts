import { memoLimits } from '../../src/contract/constraints/index.ts';
import { type FiatNetwork, fiatNetworks } from '../../src/contract/networks.ts';
import { probe } from '../../src/engine/check.ts';
import { Inconclusive } from '../../src/engine/inconclusive.ts';
import type { Probing } from '../../src/engine/probing.ts';
import { type Row, should, suite } from '../../src/engine/row.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import { type Failure, shown } from '../../src/model/outcome.ts';
import { at, isObject, type JsonObject, member } from '../../src/values/json.ts';
import { string } from '../vocabulary/answers.ts';
import { firstFailures } from '../vocabulary/body-variants.ts';
import { readUpdatable } from '../vocabulary/disturbance.ts';
import { demandsLoopback } from '../vocabulary/loopback-only.ts';
import { asking, bodies, updatable, WIRE } from '../vocabulary/requests.ts';
import { demandsPermission, isCut } from './bank-details.ts';
import { demandsPart, haveSameStatus, type OptionalPart } from './left-out.ts';
import { type AsUpdated, awaitingApproval, shownUpdated } from './updating.ts';

/** Bank details for each network, with the member that identifies an account on it. */
const DETAILS: Readonly<Record<FiatNetwork, readonly [name: string, details: JsonObject]>> = {
  wire: ['account_number', WIRE],
  cbit: ['wallet_address', { wallet_address: 'conformance-wallet-1' }],
  dbs_act: ['account_number', { account_number: '0712345678' }],
  cubix: ['account_id', { account_id: 'CONFORMANCE2' }],
  scb: ['account_number', { account_number: '0398765432' }],
};

const instructionsOf = (account: JsonObject): JsonObject => {
  const found = member(account, 'fiat_network_instructions');
  return isObject(found) ? found : {};
};

const networksOf = (account: JsonObject): readonly FiatNetwork[] =>
  fiatNetworks.filter((network) => isObject(member(instructionsOf(account), network)));

/**
 * Whether an account shows the network that it was updated to. Its number may be absent, or masked except for the last
 * four characters.
 */
const isOn =
  (network: FiatNetwork): AsUpdated =>
  (account) => {
    const [name, details] = DETAILS[network];
    const pointer = `/fiat_network_instructions/${network}`;
    const [due, found] = [string(details, `/${name}`) ?? '', string(account, `${pointer}/${name}`)];
    const holds =
      found === undefined ? isObject(at(account, pointer)) : found.slice(-4) === due.slice(-4) && !isCut(due, found);
    return holds
      ? undefined
      : { expected: `${pointer} with ${name} ${shown(due)} after the update`, actual: shown(instructionsOf(account)) };
  };

const numberPlace = (network: FiatNetwork): string => `/fiat_network_instructions/${network}/${DETAILS[network][0]}`;

const showsNumber = (account: JsonObject): boolean =>
  fiatNetworks.some((network) => string(account, numberPlace(network)) !== undefined);

/** What excuses an account without a number. */
interface Excuses {
  readonly awaits: (account: JsonObject) => boolean;
  /** The account as it was read before. */
  readonly before: JsonObject;
}

/**
 * Returns the number of a network. Reads may leave it out if they do so for all accounts on the network, or for those
 * with that status.
 */
function numberOn(network: FiatNetwork, { awaits, before }: Excuses): OptionalPart {
  const pointer = numberPlace(network);
  return {
    pointer,
    expected: `${shown(member(DETAILS[network][1], DETAILS[network][0]))} after the update`,
    isLeftOut: (account) => string(account, pointer) === undefined && !awaits(account),
    isShownBy: (other, account) =>
      string(other, pointer) !== undefined &&
      [other, ...(showsNumber(before) ? [before] : [])].some((each) => haveSameStatus(each, account)),
  };
}

/** An accepted update of the account to another network. */
interface Update {
  readonly network: FiatNetwork;
  readonly answer: Exchange;
}

/** Updates the account to the network. Returns nothing when that is refused. */
async function updateTo(p: Probing, network: FiatNetwork): Promise<readonly Update[]> {
  const [, details] = DETAILS[network];
  const { isAccepted, exchange } = await p.answerTo(
    asking(p, 'putFiat', { fiat_network_instructions: { [network]: details } }),
  );
  return isAccepted ? [{ network, answer: exchange }] : [];
}

/** Does something with the account on loopback only, then restores its former network. */
async function andBack<T>(p: Probing, act: (before: JsonObject) => Promise<T>): Promise<T> {
  demandsLoopback(p, 'the network of an account is changed');
  demandsPermission(p);
  // Each change is undone, so what the first one saw is what the account has before the next one.
  const before = await p.once('account before its network is changed', () => readUpdatable(p));
  try {
    return await act(before);
  } finally {
    await p.answerTo(asking(p, 'putFiat', { fiat_network_instructions: instructionsOf(before) }));
  }
}

const noneTaken = (): Inconclusive =>
  new Inconclusive('refused', 'no update to another network was accepted and shown by a read');

/**
 * Updates the account to each network that it does not have. If one update takes effect, each accepted one must, and
 * reads must show its number if they show that of another account on the network.
 */
const updatesNetworks = (p: Probing): Promise<readonly Failure[]> =>
  andBack(p, async (before) => {
    const awaits = await awaitingApproval(p);
    let taken = 0;
    const missed: (readonly Failure[])[] = [];
    for (const network of fiatNetworks.filter((each) => !networksOf(before).includes(each))) {
      for (const { answer } of await updateTo(p, network)) {
        const failures = await demandsPart(p, numberOn(network, { awaits, before }), async (read) => {
          const missing = await shownUpdated(p, answer, isOn(network), read);
          if (missing.length === 0) taken += 1;
          return missing;
        });
        if (failures.length > 0) missed.push(failures);
      }
    }
    if (taken === 0) throw noneTaken();
    return missed[0] ?? [];
  });

/** Asks for a withdrawal to the account with a memo of `length` characters. */
const withMemo = (p: Probing, length: number) =>
  asking(p, 'fiatWithdrawal', {
    ...bodies.fiatWithdrawal(p),
    fiat_account_id: updatable(p),
    memo: 'MEMO '
      .repeat(length)
      .slice(0, length - 1)
      .concat('X'),
  });

/** Demands that withdrawals to the account have the memo limit of the network. */
async function expectLimitOf(p: Probing, network: FiatNetwork): Promise<readonly Failure[]> {
  const limit = memoLimits[network];
  const key = (length: number): string => `to the account on ${network} with ${length} characters ${p.attempt}`;
  const words = `after an update to ${network}, a memo of`;
  const short = { key: key(1), ask: withMemo(p, 1) };
  return firstFailures(
    () => p.expectAccepted(`${words} ${limit} characters`, withMemo(p, limit), short),
    () => p.expectRefused(`${words} ${limit + 1} characters`, withMemo(p, limit + 1), short),
  );
}

/** Networks with different memo limits: the one with the lowest limit, and one with a higher limit. */
const LIMITED = ['cubix', 'scb'] as const;

/** Updates the account to networks with different memo limits, and withdraws to it. */
const followsNetwork = (p: Probing): Promise<readonly Failure[]> =>
  andBack(p, async () => {
    await p.adapt('fiatWithdrawal');
    let taken = 0;
    for (const network of LIMITED) {
      await updateTo(p, network);
      if (networksOf(await readUpdatable(p)).join() !== network) continue;
      taken += 1;
      const failures = await expectLimitOf(p, network);
      if (failures.length > 0) return failures;
    }
    if (taken === 0) throw noneTaken();
    return [];
  });

const UPDATE =
  'Body (all fields optional): fiat_account_owner (object, 2.2), fiat_network_instructions (object, 2.2), metadata (object).';

/** Updates to another network (4.1), and their effect on memo limits (4.4). */
export const networkUpdates: readonly Row[] = suite('4.1', ['putFiat'], {
  'FA-UPDATE-NETWORK': should(
    'An update to another network shows in the answer and in later reads, for every network',
    {
      aspect: 'state across',
      cites: [UPDATE, '2.2: fiat_network_instructions has one member per network:'],
      lenience:
        'Tried only on a loopback target. The service may refuse a change of network. It may ignore changes only if it ignores all of them. Numbers may be masked except for their last four characters. A number may be left out if no read of another account shows one on that network, if neither that account nor this one before the update had the same status and a number, or if the update sent the account back to PENDING to await approval. The former details may remain.',
    },
    probe(updatesNetworks),
  ),
  'FA-UPDATE-MEMO-LIMIT': should(
    'After an update to another network, the memo of a withdrawal has the limit of that network',
    {
      aspect: 'state across',
      cites: [
        UPDATE,
        '4.4: maximum length 500; effective limits: wire 100, CUBIX intrabank 40, DBS intrabank 100, SCB intrabank 140 characters',
      ],
      lenience:
        'Tried only on a loopback target, if reads show the account with that network only and withdrawals to it are accepted. An account that an update returns to PENDING may accept none.',
    },
    probe(followsNetwork),
  ),
});
