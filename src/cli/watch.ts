import { createConnection } from 'node:net';
import { commandSettings } from '../settings/run-settings.ts';
import type { Flags } from '../settings/settings.ts';
import type { BaseUrl } from '../settings/target/address.ts';
import { UsageError } from '../settings/usage-error.ts';
import { pause } from '../values/clock.ts';
import { EXIT } from './exit-codes.ts';
import { say } from './output.ts';
import { run } from './run.ts';

/** Milliseconds between two checks whether the target is up. */
const LOOK_EVERY_MS = 250;
/** Milliseconds after which an address that does not respond counts as down. */
const AWAY_AFTER_MS = 1_000;

const CTRL_C = '\u0003';

/**
 * Runs again whenever the target responds after a restart or a key is pressed: first what failed, then everything once
 * that passes. Ends with Ctrl-C. Returns the exit code.
 */
export async function watch(flags: Flags): Promise<number> {
  const { url } = await targetOf(flags);
  for (let code = await run(flags); ; code = await again(flags, code)) {
    if (code === EXIT.interrupted || code === EXIT.terminated) return code;
    say(
      `watching ${url}: runs again after the target restarts${process.stdin.isTTY ? ' or a key is pressed' : ''}; stop with Ctrl-C`,
    );
    if (!(await somethingHappens(new URL(url)))) {
      say('interrupted: no longer watching');
      return EXIT.interrupted;
    }
  }
}

async function targetOf(flags: Flags): Promise<BaseUrl> {
  const base = (await commandSettings(flags)).get('baseUrl');
  if (base) return base;
  throw new UsageError('--watch needs your own target: give its address with --base-url or BASE_URL');
}

/** Runs what failed or was not reached, and everything if that passes now or nothing failed. */
async function again(flags: Flags, before: number): Promise<number> {
  const isUnsettled = before === EXIT.nonconformant || before === EXIT.aborted;
  const code = isUnsettled ? await run({ ...flags, lastFailed: true }) : EXIT.conformant;
  return code === EXIT.conformant ? run(flags) : code;
}

/** Waits for a restart of the target or a key press. Returns false if the user ends it. */
async function somethingHappens(url: URL): Promise<boolean> {
  const over = new AbortController();
  try {
    return await Promise.race([restarted(url, over.signal), pressed(over.signal), interrupted(over.signal)]);
  } finally {
    over.abort();
  }
}

/** Resolves when the target is up again after it was down. */
async function restarted(url: URL, signal: AbortSignal): Promise<boolean> {
  let wasAway = false;
  while (!signal.aborted) {
    const isThere = await answers(url);
    if (isThere && wasAway) return true;
    wasAway ||= !isThere;
    await pause(LOOK_EVERY_MS, signal);
  }
  return false;
}

/** Returns whether something listens at an address. */
function answers({ hostname, port, protocol }: URL): Promise<boolean> {
  const host = hostname.replace(/^\[|\]$/g, '');
  const socket = createConnection({ host, port: Number(port || (protocol === 'https:' ? 443 : 80)) });
  return new Promise((resolve) => {
    const end = (isThere: boolean): void => {
      socket.destroy();
      resolve(isThere);
    };
    socket
      .setTimeout(AWAY_AFTER_MS, () => end(false))
      .once('connect', () => end(true))
      .once('error', () => end(false));
  });
}

/** Resolves when a key is pressed, with false for Ctrl-C. In raw mode Ctrl-C is a key and sends no signal. */
function pressed(signal: AbortSignal): Promise<boolean> {
  const { stdin } = process;
  if (!stdin.isTTY) return new Promise(() => undefined);
  stdin.setRawMode(true).resume();
  const end = new Promise<boolean>((resolve) => {
    const see = (key: Buffer): void => resolve(String(key) !== CTRL_C);
    stdin.once('data', see);
    signal.addEventListener('abort', () => stdin.off('data', see).setRawMode(false).pause());
  });
  return end;
}

/** Resolves with false at SIGINT or SIGTERM. */
function interrupted(signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (): void => resolve(false);
    process.once('SIGINT', end).once('SIGTERM', end);
    signal.addEventListener('abort', () => process.off('SIGINT', end).off('SIGTERM', end));
  });
}
