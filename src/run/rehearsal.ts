import type { Carriage, Delivery, WireRequest } from '../client/transport.ts';
import type { Body } from '../model/exchange.ts';
import type { Fixtures, SettlementState } from '../model/fixtures.ts';
import type { Created, OperationTraffic } from '../model/report.ts';
import { type Called, called } from '../reference/service.ts';
import { isBudgetFlag, type Needs, needsFrom, type Spent } from './needs.ts';
import { Run, type Standing } from './run.ts';
import type { RunSettings } from './settings.ts';

/** What a run would send to a target and move there, in the budgets that it has. */
export interface Plan {
  readonly traffic: readonly OperationTraffic[];
  readonly requests: number;
  readonly withdrawn: { readonly withdrawals: number; readonly amounts: Readonly<Record<string, string>> };
  readonly created: readonly Created[];
  /** Flags that would let something be exercised, each with how many requirements. */
  readonly leftOut: readonly { readonly provide: string; readonly requirements: number }[];
}

/** How far a rehearsal has come, while it goes on. */
export type Watch = (standing: () => Standing) => void;

/** Fiat accounts: fewer than a service has that shows pages of a thousand, and as many pages of every other size. */
const ACCOUNTS = 240;
/** A quote execution settles at once, so that nothing is waited for: a pause lets it settle. */
const SETTLE_AFTER_MS = 1;
const MOST_PAUSE_MS = 5;

/** The embedded implementation, called in this process. */
class InProcess implements Carriage {
  readonly #service: Called;
  #ended = false;

  constructor(service: Called) {
    this.#service = service;
  }

  async deliver({ path, method, headers, body }: WireRequest): Promise<Delivery> {
    if (this.#ended) return { kind: 'lost', loss: { cause: 'interrupted', reason: 'the rehearsal was ended' } };
    const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
    const answer = await this.#service.answer({ path, method, body, headers: Object.fromEntries(named) });
    const text = answer.body.toString();
    const read: Body = text === '' ? { kind: 'empty' } : { kind: 'json', value: JSON.parse(text), text };
    return {
      kind: 'answered',
      response: { status: answer.status, headers: answer.headers, body: read, bytes: text.length },
    };
  }

  interrupt(): void {
    this.#ended = true;
  }

  async close(): Promise<void> {
    this.interrupt();
  }
}

/** What no list shows: a run has only what the fixtures file names. */
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

/** What the embedded implementation holds, as far as the user's target is known to hold the like. */
const likeThose = (given: Fixtures, { new_member_identity_ids = [], ...held }: Fixtures): Fixtures => ({
  ...held,
  new_member_identity_ids: new_member_identity_ids.slice(0, given.new_member_identity_ids?.length ?? 0),
  ...(given.third_party === undefined ? {} : { third_party: given.third_party }),
  ...(given.fiat_amount === undefined ? {} : { fiat_amount: given.fiat_amount }),
  ...(given.crypto_destinations === undefined ? {} : { crypto_destinations: given.crypto_destinations }),
  ...unlisted(given, held),
});

/** Makes the requests of a run to the embedded implementation, in this process, at no pace; answers are counted and not judged. */
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
    { rehearsal: true, carriage: new InProcess(service), mostPauseMs: MOST_PAUSE_MS },
  );
  watch?.(() => run.standing);
  await run.complete();
  return run;
}

/** What a run of these settings would come to, as far as the embedded implementation shows it. */
export async function planOf(settings: RunSettings, watch?: Watch): Promise<Plan> {
  const run = await rehearsed(settings, watch);
  const { traffic, ledger, withdrawn, sent } = run.session;
  const provided = run
    .results()
    .flatMap(({ status, operations }) =>
      status === 'not_exercised' ? operations.flatMap(({ provide }) => provide ?? []).slice(0, 1) : [],
    )
    .filter((provide) => provide.startsWith('--'));
  const needs = provided.some(isBudgetFlag) ? await needsOf(settings, undefined, watch) : {};
  const leftOut = [...new Set(provided)].map((provide) => ({
    provide: needs[provide] === undefined ? provide : `${provide} ${needs[provide]}`,
    requirements: provided.filter((each) => each === provide).length,
  }));
  return { traffic: traffic.table(), requests: sent, withdrawn, created: ledger.entries, leftOut };
}

/** The budgets with which a run leaves nothing out; `spent` is what one that did came to. */
export async function needsOf(settings: RunSettings, spent?: Spent, watch?: Watch): Promise<Needs> {
  const { target } = settings;
  const unbounded = {
    ...target,
    maxWithdrawals: null,
    maxAmount: { each: null, single: {} },
    maxRequests: Number.MAX_SAFE_INTEGER,
  };
  // Budgets let generated cases take what is left, one of each at least.
  const runs = target.maxWithdrawals === null ? settings.runs : 1;
  const run = await rehearsed({ ...settings, runs, fillsUp: false, target: unbounded }, watch);
  const { session, cost } = run;
  return needsFrom({ cost, amounts: session.needed, created: session.ledger.entries }, target, spent);
}
