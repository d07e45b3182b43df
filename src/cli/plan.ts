import { adviceIn, adviceText } from '../model/need.ts';
import type { Created } from '../model/reported.ts';
import { expectedMs } from '../run/budget/needs.ts';
import { type Plan, planOf } from '../run/budget/rehearsal.ts';
import type { RunProgress } from '../run/run.ts';
import type { RunSettings } from '../settings/run-settings.ts';
import { counted, grouped } from '../values/counted.ts';
import { duration } from '../values/duration.ts';
import { EXIT } from './exit-codes.ts';
import { printJson, printLines } from './output.ts';
import { Progress, whileTicking } from './progress.ts';

/** Milliseconds after which a rehearsal shows its progress, and between two checks of what it lacks. */
const SHOWN_AFTER_MS = 1_000;
const LOOK_MS = 100;

/**
 * Rehearses a run: sends the same requests, with the same seed, selection and budgets, to the embedded implementation
 * in this process.
 */
export function rehearse(settings: RunSettings, quiet = false): Promise<Plan> {
  const progress = new Progress(process.stderr, quiet, SHOWN_AFTER_MS / 1000);
  let progressNow: (() => RunProgress) | undefined;
  let [lacking, looks]: [string | undefined, number] = [undefined, 0];
  const look = (): void => {
    looks += 1;
    if (!progressNow) return;
    const latest = progressNow();
    if (looks * LOOK_MS >= SHOWN_AFTER_MS) progress.note(`rehearsing: ${counted(latest.requests, 'request')}`);
    if (lacking === undefined && latest.lacking !== undefined)
      progress.say(`leave out   requirements that exceed ${latest.lacking} (counting them now)`);
    lacking ??= latest.lacking;
  };
  return whileTicking(progress, { everyMs: LOOK_MS, look }, () =>
    planOf(settings, (latest) => {
      progressNow = latest;
    }),
  );
}

/** Prints the plan of a run. Sends nothing to its target. */
export async function showPlan(settings: RunSettings, asJson: boolean): Promise<number> {
  const plan = await rehearse(settings);
  if (asJson) printJson(planData(plan, settings));
  else printLines(planLines(plan, settings));
  return EXIT.conformant;
}

export const planData = (plan: Plan, { target, seed, runs }: RunSettings) => ({
  target: { base_url: target.baseUrl },
  seed,
  runs,
  requests: plan.requests,
  seconds: target.rate === null ? null : Math.ceil(expectedMs(plan.requests, target.rate) / 1000),
  withdrawn: plan.withdrawn,
  bounds: {
    max_withdrawals: target.maxWithdrawals,
    max_amount: target.maxAmount,
    max_requests: target.maxRequests,
    max_duration_ms: target.maxDurationMs,
    rate: target.rate,
  },
  traffic: plan.traffic.map(({ operation, requests, accepted }) => ({ operation, requests, accepted })),
  created: plan.created,
  left_out: plan.leftOut,
});

/** Describes what a run would send and withdraw, one line for each item. */
export function planLines(plan: Plan, settings: RunSettings): readonly string[] {
  const { target, seed } = settings;
  return [
    `plan        for ${target.baseUrl}, seed ${seed}, from a rehearsal with the embedded implementation:`,
    ...plan.traffic.map(
      ({ operation, requests, accepted }) =>
        `send        ${operation.padEnd(28)}${requests}, ${accepted} of them accepted`,
    ),
    `send        ${'in total'.padEnd(28)}${sent(plan, settings)}`,
    `move        ${moved(plan)}`,
    `at most     ${bounds(settings)}`,
    ...left(plan.created),
    ...leftOut(plan, settings),
  ];
}

/** Summarises the plan before a run starts. */
export const planHead = (plan: Plan, settings: RunSettings): readonly string[] => [
  `plan: ${sent(plan, settings)}; ${moved(plan)}`,
  ...leftOut(plan, settings),
];

function sent({ requests }: Plan, { target: { rate } }: RunSettings): string {
  const time = rate === null ? '' : `, about ${duration(expectedMs(requests, rate))} at ${rate} per second (--rate)`;
  return `${counted(requests, 'request')}${time}`;
}

function moved({ withdrawn: { withdrawals, amounts } }: Plan): string {
  if (withdrawals === 0) return 'no withdrawals';
  const accepted = Object.entries(amounts).filter(([, amount]) => amount !== '0');
  return `${counted(withdrawals, 'withdrawal')}: ${accepted.map(([asset, amount]) => `${amount} ${asset}`).join(', ')}`;
}

/** Describes the bounds of a run. */
export function bounds({ target }: RunSettings): string {
  const { maxWithdrawals, maxAmount, maxRequests, maxDurationMs, rate } = target;
  const named = Object.entries(maxAmount.single).map(([asset, most]) => `${most} ${asset}`);
  const all =
    maxAmount.each === null
      ? 'any amount of each asset'
      : `${maxAmount.each} of each fiat asset, crypto assets in proportion`;
  return [
    `${maxWithdrawals ?? 'any number of'} withdrawals (--max-withdrawals)`,
    `${[...named, all].join(', ')} (--max-amount)`,
    `${grouped(maxRequests)} requests (--max-requests)`,
    ...(maxDurationMs === null ? [] : [`${duration(maxDurationMs)} (--max-duration)`]),
    ...(rate === null ? [] : [`${rate} per second (--rate)`]),
  ].join(', ');
}

const WORDS: Readonly<Partial<Record<Created['operation'], readonly [one: string, more: string]>>> = {
  putFiat: ['update of a fiat account', 'updates of a fiat account'],
  createAddress: ['deposit address', 'deposit addresses'],
  addMembers: ['member of an account', 'members of an account'],
  sandboxDeposit: ['sandbox deposit', 'sandbox deposits'],
  affirm: ['affirmed transaction', 'affirmed transactions'],
};

/** Lists what the run would leave on the target. */
function left(created: readonly Created[]): readonly string[] {
  return Object.entries(WORDS).flatMap(([operation, [one, more]]) => {
    const count = created.filter((each) => each.operation === operation).length;
    return count === 0 ? [] : [`leave       ${counted(count, one, more)}`];
  });
}

/** Lists what the permission to write and the budgets would keep from being exercised. */
const leftOut = (plan: Plan, settings: RunSettings): readonly string[] => [
  ...plan.leftOut.map(
    ({ provide, requirements }) =>
      `leave out   ${counted(requirements, 'requirement')}: ${adviceText(adviceIn(provide))}`,
  ),
  ...tooLate(plan, settings),
];

/** Says what the time limit would leave unexercised at the run's rate. */
function tooLate({ requests }: Plan, { target: { rate, maxDurationMs } }: RunSettings): readonly string[] {
  if (rate === null || maxDurationMs === null) return [];
  const milliseconds = expectedMs(requests, rate);
  if (milliseconds < maxDurationMs) return [];
  return [
    `leave out   requirements that do not fit in ${duration(maxDurationMs)} at this rate: raise --max-duration to ${Math.ceil(milliseconds / 60_000)}m`,
  ];
}
