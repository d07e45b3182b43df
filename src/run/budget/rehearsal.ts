import type { Fixtures, SettlementState } from '../../model/fixtures.ts';
import type { Needs } from '../../model/need.ts';
import type { Created, OperationTraffic, Withdrawn } from '../../model/reported.ts';
import { called } from '../../reference/service.ts';
import type { RunSettings } from '../../settings/run-settings.ts';
import { isUnbounded } from '../../settings/target/allowance.ts';
import { definite } from '../../values/definite.ts';
import { InProcess } from '../embedded/in-process.ts';
import { Run, type RunProgress } from '../run.ts';
import { type ActualCost, needsFrom } from './needs.ts';

/** What a run would send to a target and withdraw there within its budgets. */
export interface Plan {
  readonly traffic: readonly OperationTraffic[];
  readonly requests: number;
  readonly withdrawn: Withdrawn;
  readonly created: readonly Created[];
  /** Flags and fixtures that would allow more to be exercised, each with the number of requirements. */
  readonly leftOut: readonly { readonly provide: string; readonly requirements: number }[];
}

/** Receives a function that returns the progress of a rehearsal. */
export type Watch = (progressNow: () => RunProgress) => void;

/**
 * Number of fiat accounts: less than one page of the maximum size (1000), and several pages of the default size (100).
 */
const ACCOUNTS = 240;
/** A quote execution settles at once, so that the rehearsal need not wait; any pause is long enough. */
const SETTLE_AFTER_MS = 1;
const MOST_PAUSE_MS = 5;

/** Takes from `held` as many objects that no list shows as the fixtures file names. */
function unlisted({ quote_executions = [], settlement_transactions = {} }: Fixtures, held: Fixtures): Fixtures {
  const states = Object.entries(held.settlement_transactions ?? {}).map(([state, ids]) => [
    state,
    ids.slice(0, settlement_transactions[state as SettlementState]?.length ?? 0),
  ]);
  return {
    quote_executions: (held.quote_executions ?? []).slice(0, quote_executions.length),
    settlement_transactions: Object.fromEntries(states),
  };
}

/**
 * Returns the fixtures of the embedded implementation, reduced to the kinds that the user's target is known to have.
 */
const likeThose = (
  given: Fixtures,
  { new_member_identity_ids = [], updatable_fiat_account_id: updatable, ...held }: Fixtures,
): Fixtures => ({
  ...held,
  ...(given.updatable_fiat_account_id === undefined || updatable === undefined
    ? {}
    : { updatable_fiat_account_id: updatable }),
  new_member_identity_ids: new_member_identity_ids.slice(0, given.new_member_identity_ids?.length ?? 0),
  ...definite({
    third_party: given.third_party,
    fiat_amount: given.fiat_amount,
    crypto_destinations: given.crypto_destinations,
  }),
  ...unlisted(given, held),
});

/**
 * Sends the requests of a run to the embedded implementation, in this process and without pacing. Responses are counted
 * and not judged.
 */
async function rehearsed(settings: RunSettings, watch?: Watch): Promise<Run> {
  const service = called({ accounts: ACCOUNTS, settleAfterMs: SETTLE_AFTER_MS });
  const held = service.fixtures as Fixtures;
  const fixtures = settings.embedded ? held : likeThose(settings.fixtures, held);
  const target = {
    ...settings.target,
    credentials: { kind: 'token', token: service.token } as const,
    rate: null,
    maxDurationMs: null,
  };
  const run = new Run(
    { ...settings, target, fixtures, fixturesCommand: undefined },
    { rehearsal: true, carriage: new InProcess(service, target.bounds), mostPauseMs: MOST_PAUSE_MS },
  );
  watch?.(() => run.progress);
  await run.complete();
  return run;
}

/** The asset of fiat withdrawals (4.4). */
const FIAT = 'USD';

/** A limit that no run reaches. A run with any limit withdraws less than a run without one. */
const AMPLE = '1000000000000';

/** Plans a run with these settings, as far as the embedded implementation can show it. */
export async function planOf(settings: RunSettings, watch?: Watch): Promise<Plan> {
  const run = await rehearsed(settings, watch);
  const { record, withdrawn, sent } = run.session;
  if (run.progress.lacking !== undefined) run.learnNeeds(await needsOf(settings, undefined, watch));
  const provided = run
    .results()
    .flatMap(({ status, operations }) =>
      status === 'not_exercised' ? operations.flatMap(({ provide }) => provide ?? []).slice(0, 1) : [],
    );
  const leftOut = [...new Set(provided)].map((provide) => ({
    provide,
    requirements: provided.filter((each) => each === provide).length,
  }));
  return { traffic: record.traffic.table(), requests: sent, withdrawn, created: record.ledger.entries, leftOut };
}

/**
 * Computes the budgets with which a run leaves nothing out. `spent` is the cost of a run that did leave something out.
 */
export async function needsOf(settings: RunSettings, spent?: ActualCost, watch?: Watch): Promise<Needs> {
  const { target } = settings;
  const unbounded = {
    ...target,
    maxWithdrawals: null,
    maxAmount: { each: isUnbounded(target) ? null : AMPLE, single: {} },
    maxRequests: Number.MAX_SAFE_INTEGER,
  };
  // With a budget of withdrawals, generated cases take only what is left, so at least one of each is planned. Without
  // one, all of them count for a budget of amounts; the numbers of requests need only one of each.
  const { each, single } = target.maxAmount;
  const isAmountLimited = each !== null || Object.keys(single).length > 0;
  const runs = target.maxWithdrawals === null && isAmountLimited ? settings.runs : 1;
  const run = await rehearsed({ ...settings, runs, fillsUp: false, target: unbounded }, watch);
  const { session, cost } = run;
  const destinations = session.fixtures.crypto_destinations ?? [];
  const assets = new Set([FIAT, ...destinations.map(({ asset }) => asset)]);
  return needsFrom({ cost, amounts: session.needed, assets, created: session.record.ledger.entries }, target, spent);
}
