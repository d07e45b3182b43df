import { type AtMost, memoLimits } from '../../src/contract/constraints/index.ts';
import { type FiatNetwork, fiatNetworks } from '../../src/contract/networks.ts';
import { probe } from '../../src/engine/check.ts';
import { Inconclusive } from '../../src/engine/inconclusive.ts';
import { patched } from '../../src/engine/packing.ts';
import type { Probing } from '../../src/engine/probing.ts';
import { must, observe, type Row, should, suite } from '../../src/engine/row.ts';
import type { Failure } from '../../src/model/outcome.ts';
import { isObject, type JsonObject, member } from '../../src/values/json.ts';
import { acceptedBody } from '../vocabulary/answers.ts';
import { carrierOf } from '../vocabulary/body-variants.ts';
import { acceptsBeyond } from '../vocabulary/constraints/judging.ts';
import { limitRows, outsideAscii } from '../vocabulary/constraints/limits.ts';
import { acceptsAtLimit } from '../vocabulary/constraints/probes.ts';
import { derived, type Sources, stated, upper } from '../vocabulary/constraints/sources.ts';
import { answering } from '../vocabulary/questions.ts';
import { accountOf, asking, fiatAccount, twinOf, withdrawalTo } from '../vocabulary/requests.ts';

const limitOn = (network: FiatNetwork | undefined): Sources<AtMost> =>
  stated('at-most', (each) => each.member === 'memo' && each.network === network);

const MAXIMUM = limitOn(undefined);

/**
 * Makes a function that returns the limits of all networks of the account that a withdrawal goes to, if it has several:
 * no sentence says which of them applies. Throws Inconclusive if the account is shown with other networks only than the
 * one that the fixtures name it for.
 */
const limitsBeside =
  (named: FiatNetwork) =>
  async (p: Probing, { fiat_account_id: id }: JsonObject): Promise<readonly Sources<AtMost>[]> => {
    const account = typeof id === 'string' ? acceptedBody(await p.sendValid(accountOf({ id }))) : undefined;
    const details = member(account, 'fiat_network_instructions');
    const networks = fiatNetworks.filter((network) => isObject(member(details, network)));
    if (networks.length > 0 && !networks.includes(named)) {
      const reason = `the account in fiat_accounts.${named} is shown with ${networks.join(', ')}`;
      throw new Inconclusive('fixture', reason, { need: { fixture: `fiat_accounts.${named}` } });
    }
    if (networks.length < 2) return [];
    return networks
      .map((network) => limitOn(memoLimits[network] === MAXIMUM[0].limit ? undefined : network))
      .sort(([one], [other]) => one.limit - other.limit);
  };

/**
 * Returns the networks on which a memo over the maximum is tried: on loopback all of these, on another host those
 * without a lower limit, or the first one if each has a lower limit.
 */
function triedOn(p: Probing, networks: readonly FiatNetwork[]): readonly FiatNetwork[] {
  if (p.run.spendsFreely) return networks;
  const open = networks.filter((network) => memoLimits[network] === MAXIMUM[0].limit);
  return open.length > 0 ? open : networks.slice(0, 1);
}

/** Demands that a memo over the maximum is refused on a network. */
async function refusesOver(p: Probing, network: FiatNetwork): Promise<readonly Failure[]> {
  // Only CBIT accepts a memo of the maximum length, so the twin has no memo or a shorter one.
  for (const { what, variant } of MAXIMUM[0].cases) {
    const carrier = await carrierOf(p, { fiat_account_id: fiatAccount(p, network) });
    const body = carrier ? patched(withdrawalTo(p, network), carrier.change) : withdrawalTo(p, network);
    const twin = carrier?.twin ?? twinOf(p, 'fiatWithdrawal', body);
    const failures = await p.expectRefused(`${what} on ${network}`, asking(p, 'fiatWithdrawal', variant(body)), twin);
    if (failures.length > 0) return failures;
  }
  return [];
}

/** The maximum length of a memo on any network (4.4). */
const anyNetwork: readonly Row[] = suite('4.4', ['fiatWithdrawal'], {
  'FW-MEMO-OVER-MAXIMUM': must(
    `A memo of ${MAXIMUM[0].limit + 1} characters is refused on every network`,
    {
      aspect: 'limits',
      ...derived(MAXIMUM, '4.4'),
      traffic: [acceptsBeyond(MAXIMUM)],
      lenience:
        'If the target is not on loopback, a network with a lower limit is tried only in the row of that limit.',
    },
    probe(async (p) => {
      const networks = fiatNetworks.filter((network) => p.fixtures.fiat_accounts?.[network]?.[0] !== undefined);
      let refused: unknown;
      let isDecided = false;
      for (const network of triedOn(p, networks)) {
        try {
          const failures = await refusesOver(p, network);
          if (failures.length > 0) return failures;
          isDecided = true;
        } catch (error) {
          // The service may refuse every withdrawal over a network.
          if (!(error instanceof Inconclusive) || error.cause !== 'refused') throw error;
          refused ??= error;
        }
      }
      if (refused && !isDecided) throw refused;
      fiatAccount(p, networks[0] ?? 'wire');
      return [];
    }),
  ),
  'FW-MEMO-AT-MAXIMUM': should(
    `A memo of ${MAXIMUM[0].limit} characters is accepted on a network without a lower limit`,
    {
      aspect: 'limits',
      cites: ['maximum length 500'],
      lenience: 'CBIT is the only network for which the document states no lower limit.',
    },
    acceptsAtLimit(MAXIMUM, { base: (p) => withdrawalTo(p, 'cbit'), candidates: limitsBeside('cbit') }),
  ),
  'FW-MEMO-LENGTH-UNIT': observe(
    'How non-ASCII characters count towards the memo limit on wire',
    { aspect: 'limits', cites: derived(limitOn('wire'), '4.4').cites },
    answering((p) => {
      const texts = Object.entries(outsideAscii(limitOn('wire')[0].limit));
      return Object.fromEntries(texts.map(([name, memo]) => [name, { ...withdrawalTo(p, 'wire'), memo }]));
    }),
  ),
});

/** The memo limits of networks that have a lower one. */
const networkRows: readonly Row[] = stated('at-most', ({ network }) => network !== undefined).flatMap((limit) => {
  const { network } = limit;
  if (network === undefined) return [];
  return limitRows(`FW-MEMO-${upper(network)}`, [limit], '4.4', {
    base: (p) => withdrawalTo(p, network),
    candidates: limitsBeside(network),
    lenience: 'If the account has several networks, the limit of any of them may apply.',
  });
});

/** Limits of memos (4.4, 8). */
export const memos: readonly Row[] = [...anyNetwork, ...networkRows];
