import { counted, duration, grouped, neededText } from '../../reporters/view/wording.ts';
import type { Created } from '../model/report.ts';
import { type Plan, planOf } from '../run/rehearsal.ts';
import type { Standing } from '../run/run.ts';
import type { RunSettings } from '../run/settings.ts';
import { EXIT } from './exit-codes.ts';
import { Progress } from './progress.ts';

/** A target takes a little longer than its rate would allow. */
const MARGIN = 1.2;

/** Milliseconds after which a rehearsal shows how far it has come, and between two looks at what it lacks. */
const SHOWN_AFTER_MS = 1_000;
const LOOK_MS = 100;

/** Rehearses a run: the same requests, with the same seed, selection and budgets, go to the embedded implementation, in this process. */
export async function rehearsed(settings: RunSettings, quiet = false): Promise<Plan> {
  const progress = new Progress(process.stderr, quiet, SHOWN_AFTER_MS / 1000);
  let standing: (() => Standing) | undefined;
  let [lacking, looks]: [string | undefined, number] = [undefined, 0];
  const ticking = setInterval(() => {
    looks += 1;
    if (!standing) return;
    const latest = standing();
    if (looks * LOOK_MS >= SHOWN_AFTER_MS) progress.note(`rehearsing: ${counted(latest.requests, 'request')}`);
    if (lacking === undefined && latest.lacking !== undefined)
      progress.say(`leave out   what ${latest.lacking} is too small for: how much that is, is being counted`);
    lacking ??= latest.lacking;
  }, LOOK_MS);
  try {
    return await planOf(settings, (latest) => {
      standing = latest;
    });
  } finally {
    clearInterval(ticking);
    progress.end();
  }
}

/** Prints the plan of a run; nothing is sent to its target. */
export async function showPlan(settings: RunSettings, asJson: boolean): Promise<number> {
  const plan = await rehearsed(settings);
  print(asJson ? planData(plan, settings) : planLines(plan, settings));
  return EXIT.conformant;
}

/** Prints lines, or one JSON document. */
export const print = (content: readonly string[] | object): unknown =>
  process.stdout.write(`${Array.isArray(content) ? content.join('\n') : JSON.stringify(content, null, 2)}\n`);

/** The plan of a run as data. */
export const planData = (plan: Plan, { target, seed, runs }: RunSettings) => ({
  target: { base_url: target.baseUrl },
  seed,
  runs,
  requests: plan.requests,
  seconds: target.rate === null ? null : Math.ceil(plan.requests / target.rate),
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

/** What a run would send and move, a line for each thing. */
export function planLines(plan: Plan, settings: RunSettings): readonly string[] {
  const { target, seed } = settings;
  return [
    `plan        for ${target.baseUrl}, seed ${seed}, as a rehearsal with the embedded implementation shows:`,
    ...plan.traffic.map(
      ({ operation, requests, accepted }) =>
        `send        ${operation.padEnd(28)}${requests}, ${accepted} of them accepted`,
    ),
    `send        ${'in all'.padEnd(28)}${sent(plan, settings)}`,
    `move        ${moved(plan)}`,
    `at most     ${bounds(settings)}`,
    ...left(plan.created),
    ...leftOut(plan, settings),
  ];
}

/** The same in three lines, before a run begins. */
export const planHead = (plan: Plan, settings: RunSettings): readonly string[] => [
  `plan: ${sent(plan, settings)}; ${moved(plan)}`,
  ...leftOut(plan, settings),
];

function sent({ requests }: Plan, { target: { rate } }: RunSettings): string {
  const time = rate === null ? '' : `, about ${duration((requests / rate) * 1000)} at ${rate} a second (--rate)`;
  return `${counted(requests, 'request')}${time}`;
}

function moved({ withdrawn: { withdrawals, amounts } }: Plan): string {
  if (withdrawals === 0) return 'nothing';
  const accepted = Object.entries(amounts).filter(([, amount]) => amount !== '0');
  return `${counted(withdrawals, 'withdrawal')}: ${accepted.map(([asset, amount]) => `${amount} ${asset}`).join(', ')}`;
}

/** The bounds of a run, in words. */
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
    ...(rate === null ? [] : [`${rate} a second (--rate)`]),
  ].join(', ');
}

const WORDS: Readonly<Partial<Record<Created['operation'], readonly [one: string, more: string]>>> = {
  putFiat: ['update of a fiat account', 'updates of a fiat account'],
  createAddress: ['deposit address', 'deposit addresses'],
  addMembers: ['member of an account', 'members of an account'],
  sandboxDeposit: ['sandbox deposit', 'sandbox deposits'],
  affirm: ['affirmed transaction', 'affirmed transactions'],
};

/** What stays on the target. */
function left(created: readonly Created[]): readonly string[] {
  return Object.entries(WORDS).flatMap(([operation, [one, more]]) => {
    const count = created.filter((each) => each.operation === operation).length;
    return count === 0 ? [] : [`leave       ${count} ${count === 1 ? one : more}`];
  });
}

/** What the given leave and budgets keep from being exercised. */
const leftOut = (plan: Plan, settings: RunSettings): readonly string[] => [
  ...plan.leftOut.map(
    ({ provide, requirements }) => `leave out   ${counted(requirements, 'requirement')}: ${neededText(provide)}`,
  ),
  ...tooLate(plan, settings),
];

/** What the time of the run keeps from being exercised at its rate. */
function tooLate({ requests }: Plan, { target: { rate, maxDurationMs } }: RunSettings): readonly string[] {
  if (rate === null || maxDurationMs === null) return [];
  const minutes = Math.ceil((requests / rate / 60) * MARGIN);
  if ((requests / rate) * 1000 < maxDurationMs) return [];
  return [
    `leave out   what ${duration(maxDurationMs)} are too short for at this rate: raise --max-duration to ${minutes}m`,
  ];
}
