import { describe, expect, it } from 'vitest';
import { startEmbedded } from '../../../src/run/embedded/embedded.ts';
import { Run } from '../../../src/run/run.ts';
import { readAsRemote, readSettings } from '../../../src/settings/run-settings.ts';
import { optionSource, Settings } from '../../../src/settings/settings.ts';
import { type Relaying, relay } from './relay.ts';

/** A default run against the embedded service as a target on another host, through something in front of it. */
async function made(relaying: Relaying, rate: number) {
  const { url, authUrl, clientId, clientSecret, fixtures, close } = await startEmbedded({});
  const front = await relay(url, relaying);
  const options = { baseUrl: front.url, authUrl, clientId, clientSecret, seed: '1', allowWrites: true, rate };
  const run = new Run(readAsRemote(new Settings([optionSource(options)]), {}, fixtures as object));
  await run.complete();
  front.close();
  await close();
  const { verdict, requirements } = run.report();
  const musts = requirements.filter(({ level, status }) => level === 'must' && status !== 'passed');
  return { verdict, musts: musts.map(({ id }) => id), requests: run.session.sent, refused: front.refused() };
}

/** As often as 10 in a second, five times as fast. */
const TEN = { requests: 10, everyMs: 200 };
const FASTER = 50;

describe.concurrent('a run on another host is conformant, with every must requirement passed,', {
  timeout: 240_000,
}, () => {
  it('when each answer takes 200 ms', async () => {
    const { verdict, musts, requests } = await made({ delayMs: () => 200 }, 100_000);
    expect({ verdict, musts }).toEqual({ verdict: 'conformant', musts: [] });
    expect(requests).toBeLessThanOrEqual(600);
  });

  it.each([
    ['with Retry-After', { ...TEN, retryAfter: '0' }],
    ['without Retry-After', TEN],
  ])('when requests above its rate are answered 429 %s', async (_, most) => {
    // Twice as many as pass: a burst is refused, and the run slows down.
    const { verdict, musts, refused } = await made({ most }, 2 * FASTER);
    expect({ verdict, musts }).toEqual({ verdict: 'conformant', musts: [] });
    expect(refused).toBeGreaterThan(0);
  });
});

it('a run on a loopback address with budgets is conformant, with the requests of another host', {
  timeout: 60_000,
}, async () => {
  const { url, authUrl, clientId, clientSecret, fixtures, close } = await startEmbedded({});
  const options = { baseUrl: url, authUrl, clientId, clientSecret, seed: '1', maxWithdrawals: '40', maxAmount: '25' };
  const run = new Run(readSettings(new Settings([optionSource(options)]), {}, fixtures as object));
  await run.complete();
  await close();
  expect(run.report().verdict).toBe('conformant');
  expect(run.session.sent).toBeLessThanOrEqual(650);
  expect(run.session.withdrawn.withdrawals).toBeLessThanOrEqual(40);
});
