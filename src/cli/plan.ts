import type { Created, Report } from '../model/report.ts';
import { embeddedSettings, startEmbedded } from '../run/embedded.ts';
import { Run } from '../run/run.ts';
import type { RunSettings } from '../run/settings.ts';
import { EXIT } from './exit-codes.ts';

/**
 * Rehearses a run: the same requests, with the same seed, budget and leave to write, go to the embedded reference
 * implementation in place of the target. A target that answers otherwise is asked somewhat otherwise.
 */
export async function rehearse(settings: RunSettings): Promise<Report> {
  const service = await startEmbedded();
  try {
    const embedded = embeddedSettings({}, service);
    const { baseUrl, credentials, concurrency, rate } = embedded.target;
    const target = { ...settings.target, baseUrl, credentials, concurrency, rate };
    const run = new Run({ ...settings, target, fixtures: embedded.fixtures });
    await run.complete();
    return run.report();
  } finally {
    await service.close();
  }
}

/** Prints the plan of a run; nothing is sent to its target. */
export async function showPlan(settings: RunSettings): Promise<number> {
  process.stdout.write(`${planOf(await rehearse(settings), settings).join('\n')}\n`);
  return EXIT.conformant;
}

/** What a run would send and move, a line for each thing. */
export function planOf(report: Report, { target }: RunSettings): readonly string[] {
  return [
    `plan        for ${target.baseUrl}, seed ${report.seed}, as the embedded implementation was sent it:`,
    ...report.traffic.map(
      ({ operation, requests, accepted }) =>
        `send        ${operation.padEnd(28)}${requests}, ${accepted} of them accepted`,
    ),
    ...moved(report),
    `at most ${limits(target)}`,
    ...left(report.created),
    ...withheld(report),
  ];
}

function moved({ withdrawn }: Report): readonly string[] {
  if (!withdrawn || withdrawn.withdrawals === 0) return ['move        nothing'];
  const accepted = Object.entries(withdrawn.amounts).filter(([, amount]) => amount !== '0');
  const amounts = accepted.map(([asset, amount]) => `${amount} ${asset}`);
  return [`move        ${withdrawn.withdrawals} withdrawals: ${amounts.join(', ')}`];
}

/** The budget of withdrawals, in words. */
export function limits({ maxWithdrawals, maxAmount: { each, single } }: RunSettings['target']): string {
  const named = Object.entries(single).map(([asset, most]) => `${most} ${asset}`);
  const all = each === null ? 'any amount of each asset' : `${each} of each fiat asset, crypto assets in proportion`;
  return `${maxWithdrawals ?? 'any number of'} withdrawals (--max-withdrawals), ${[...named, all].join(', ')} (--max-amount)`;
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

/** What the given leave and budget keep from being exercised. */
function withheld({ requirements }: Report): readonly string[] {
  const flags = requirements.flatMap(({ status, provide }) =>
    status === 'not_exercised' && provide?.startsWith('--') ? [provide] : [],
  );
  return [...new Set(flags)].map((flag) => {
    const count = flags.filter((each) => each === flag).length;
    return `leave out   ${count} requirements: ${flag} is missing`;
  });
}
