import { isWithdrawal, type Operation } from '../../contract/operations.ts';
import type { Unavailable } from '../../model/facts.ts';
import type { Fixtures } from '../../model/fixtures.ts';
import type { InconclusiveOutcome } from '../../model/outcome.ts';

/** A member of the fixtures file that may help a refused withdrawal to be accepted. */
interface Remedy {
  readonly member: string;
  /** What to provide if the fixtures have the member already. */
  readonly instead: string;
  /** What the member does, as words that follow its name. */
  readonly meaning: string;
  /** Matches the target's words in refusals that the member may fix. */
  readonly mentions: RegExp;
  /** Returns whether the fixtures have the member. */
  readonly isGiven: (fixtures: Fixtures) => boolean;
}

const AMOUNT = /amount|minim|small|at least|below|greater|threshold/i;

const THIRD_PARTY: Remedy = {
  member: 'third_party',
  instead: 'another identity_id or account_id',
  meaning: '(true, if requests must have identity_id and account_id of the end user)',
  mentions: /identity|account_id|account id|third|end.?user|on behalf|originator/i,
  isGiven: ({ third_party }) => third_party === true,
};

const PROFILE: Remedy = {
  member: 'profile_id',
  instead: 'another profile_id',
  meaning: '(a profile that has funds)',
  mentions: /fund|balance|insufficient|profile/i,
  isGiven: ({ profile_id }) => profile_id !== undefined,
};

/** Remedies by operation, likeliest first for a refusal that gives no hint. */
const REMEDIES: Readonly<Partial<Record<Operation, readonly Remedy[]>>> = {
  fiatWithdrawal: [
    {
      member: 'fiat_amount',
      instead: 'a larger fiat_amount',
      meaning: '(an amount of USD that is large enough)',
      mentions: AMOUNT,
      isGiven: ({ fiat_amount }) => fiat_amount !== undefined,
    },
    THIRD_PARTY,
    {
      member: 'fiat_accounts',
      instead: 'other fiat_accounts',
      meaning: '(accounts that withdrawals may go to)',
      mentions: /fiat.?account|destination|approved|beneficiary/i,
      isGiven: ({ fiat_accounts }) => fiat_accounts !== undefined,
    },
    PROFILE,
  ],
  cryptoWithdrawal: [
    {
      member: 'crypto_destinations[].amount',
      instead: 'a larger crypto_destinations[].amount',
      meaning: '(an amount that is large enough)',
      mentions: AMOUNT,
      isGiven: ({ crypto_destinations = [] }) => crypto_destinations.some(({ amount }) => amount !== undefined),
    },
    THIRD_PARTY,
    {
      member: 'crypto_destinations',
      instead: 'other crypto_destinations',
      meaning: '(addresses that withdrawals may go to)',
      mentions: /address|destination|network|whitelist|allow/i,
      isGiven: ({ crypto_destinations }) => crypto_destinations !== undefined,
    },
    PROFILE,
  ],
};

/** The rank of a remedy that the fixtures already have and the refusal does not mention. */
const GIVEN = 2;

/** Ranks remedies: those that the refusal mentions first, then those that the fixtures lack. */
function rank({ mentions, isGiven }: Remedy, words: string, fixtures: Fixtures): number {
  if (mentions.test(words)) return 0;
  return isGiven(fixtures) ? GIVEN : 1;
}

/** Why an operation is unavailable, and how the target refused the request, if it did. */
export type Refused = Unavailable & Pick<InconclusiveOutcome, 'refusal'>;

/** Adds the fixture members that may help a refused withdrawal, likeliest first. */
export function withRemedies(operation: Operation, refused: Refused, fixtures: Fixtures): Unavailable {
  const { refusal, ...unavailable } = refused;
  if (unavailable.cause !== 'refused' || !isWithdrawal(operation)) return unavailable;
  const ranked = (REMEDIES[operation] ?? [])
    .map((remedy) => ({ ...remedy, rank: rank(remedy, refusal?.words ?? '', fixtures) }))
    .sort((a, b) => a.rank - b.rank);
  const missing = ranked.filter((each) => each.rank < GIVEN);
  const likely = missing.length > 0 ? missing : ranked;
  const names = likely.map(({ member, instead, isGiven }) => (isGiven(fixtures) ? instead : member));
  const help = likely.map(({ meaning }, index) => `${names[index]} ${meaning}`).join(', ');
  return {
    ...unavailable,
    reason: `${unavailable.reason}; fixtures that may help, the most likely first: ${help}`,
    provide: names.join(' or '),
  };
}
