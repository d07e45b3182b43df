import { describe, expect, test } from 'vitest';
import { Client } from '../../../src/client/client.ts';
import type { Operation } from '../../../src/contract/operations.ts';
import { isAnswered } from '../../../src/model/exchange.ts';
import type { Environment, Flags } from '../../../src/settings/settings.ts';
import { closing } from '../../support/keep.ts';
import { configured, json, serve } from '../../support/loopback.ts';
import { type Answer, type Asked, type Front, front, type Spoiler } from './front.ts';
import { type Inspected, inspect } from './inspect.ts';

/** Targets that fail now and then, and targets that move money: what is no fault of theirs is not held against them. */

interface Seen extends Inspected {
  readonly front: Front;
}

const PATIENT: Flags = { timeout: '20', maxWait: '5' };

async function against(
  make: (front: Front) => Spoiler | Promise<Spoiler>,
  flags: Flags,
  env?: (front: Front) => Promise<Environment>,
): Promise<Seen> {
  let spoiler: Spoiler = {};
  const spoiled = await front({
    instead: (asked) => spoiler.instead?.(asked),
    spoil: (answer, asked) => spoiler.spoil?.(answer, asked) ?? answer,
  });
  spoiler = await make(spoiled);
  try {
    const own = await env?.(spoiled);
    const inspected = await inspect({ ...spoiled, flags: { ...PATIENT, ...flags }, ...(own ? { env: own } : {}) });
    return { ...inspected, front: spoiled };
  } finally {
    await spoiled.close();
  }
}

const refuse = (status: number, headers: Answer['headers'] = {}): Answer => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: '{"title":"later"}',
});

const isWithdrawal = ({ url, method }: Asked): boolean => method === 'POST' && url.endsWith('-withdrawals');

/** A bearer token of the service, as a user would have it at hand. */
async function tokenOf({ service }: Front): Promise<string> {
  const basic = Buffer.from(`${service.clientId}:${service.clientSecret}`).toString('base64');
  const answer = await fetch(service.authUrl, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  return ((await answer.json()) as { readonly access_token: string }).access_token;
}

// At the same time, since they wait between attempts most of the time.
describe.concurrent('temporary failures', () => {
  test.each<[string, () => Spoiler]>([
    [
      'answers every third request with 503',
      () => ({ instead: ({ count }) => (count % 3 === 0 ? refuse(503) : undefined) }),
    ],
    [
      'breaks every fourth connection',
      () => ({ spoil: (a, { count }) => (count % 4 === 0 ? { ...a, body: `${a.body} `, cut: true } : a) }),
    ],
    [
      'answers 429 beyond a hundred requests a second',
      () => {
        const times: number[] = [];
        return {
          instead: () => {
            const now = performance.now();
            while ((times[0] ?? now) < now - 1000) times.shift();
            if (times.length >= 100) return refuse(429, { 'retry-after': '1' });
            times.push(now);
            return undefined;
          },
        };
      },
    ],
    [
      'revokes the token once',
      () => {
        let first: string | undefined;
        return {
          instead: ({ count, headers: { authorization } }) => {
            first ??= authorization;
            return count > 60 && authorization === first ? refuse(401) : undefined;
          },
        };
      },
    ],
  ])('violate no requirement when a target %s', { timeout: 120_000 }, async (_, spoiler) => {
    const { report } = await against(spoiler, { only: 'listFiat,fiatWithdrawal' });
    expect(report.requirements.filter(({ status }) => status === 'failed').map(({ id }) => id)).toEqual([]);
    expect(report.verdict, report.verdict_reason).not.toBe('aborted');
    expect(report.summary.passed).toBeGreaterThan(20);
  });

  /** A target that accepts both amount and total in some of the requests that have them: an attempt that holds sends two. */
  const laxAt = (attempts: readonly number[]): (() => Spoiler) => {
    let attempt = 0;
    return () => ({
      spoil: (given, { body }) => {
        if (!/"amount"/.test(body) || !/"total"/.test(body)) return given;
        attempt += 1;
        return attempts.includes(attempt) ? { ...given, status: 200, body: '{"id":"accepted"}' } : given;
      },
    });
  };

  test('leave a requirement passed and flaky when they do not come back in three attempts', {
    timeout: 60_000,
  }, async () => {
    const { report, code } = await against(laxAt([1]), { only: 'FW-ONE-OF' });
    const [row] = report.requirements;
    expect(row).toMatchObject({ status: 'passed', flaky: true });
    expect(row?.reason).toMatch(/answered 200 .*accepted.*then answered 4\d\d/);
    expect([report.verdict, code]).toEqual(['conformant', 0]);
  });

  test('make a requirement fail as intermittent when they come back after an attempt that held', {
    timeout: 60_000,
  }, async () => {
    const { report, code } = await against(laxAt([1, 4]), { only: 'FW-ONE-OF' });
    const [row] = report.requirements;
    expect(row).toMatchObject({ status: 'failed' });
    expect(row?.failures[0]?.actual).toMatch(/intermittent: failed, passed once, failed again/);
    expect([report.verdict, code]).toEqual(['nonconformant', 1]);
  });

  // The client waits longer and longer before it gives a request up.
  test('an operation whose quota is used up gets no more requests, and the others still do', {
    timeout: 120_000,
  }, async () => {
    const server = closing(
      await serve(({ url }, response, count) =>
        json(response, url.startsWith('/v2/executions') && count > 1 ? 429 : 200, {}),
      ),
    );
    const exhausted: Operation[] = [];
    const client = closing(new Client(configured(server.url), { onGivenUp: (operation) => exhausted.push(operation) }));
    const answer = async (operation: Operation): Promise<number | string> => {
      const recorded = await client.send(operation, {}, { kind: 'requirement', id: 'TEST' });
      return isAnswered(recorded) ? recorded.response.status : recorded.lost;
    };
    const asked = ['listExecutions', 'listExecutions', 'listAccounts', 'listExecutions'] as const;
    const answers: (number | string)[] = [];
    for (const operation of asked) answers.push(await answer(operation));
    expect(answers).toEqual([200, 429, 200, 429]);
    expect(exhausted).toEqual(['listExecutions']);
    expect(await answer('listExecutions')).toMatch('limited listExecutions with status 429');
    expect(await answer('listAccounts')).toBe(200);
  });
});

describe.concurrent('a run is aborted', () => {
  test('with the results until then when the target stops answering', { timeout: 60_000 }, async () => {
    const { report, code } = await against(
      () => ({ spoil: (given, { count }) => (count > 150 ? { ...given, body: '{} ', cut: true } : given) }),
      {},
    );
    expect([report.verdict, code]).toEqual(['aborted', 4]);
    expect(report.verdict_reason).toMatch(/^the target stopped answering/);
    expect(report.summary.passed).toBeGreaterThan(0);
    expect(report.summary.requests).toBeLessThan(250);
  });

  test('when the token is revoked and cannot be renewed', { timeout: 60_000 }, async () => {
    const { report, code } = await against(
      () => ({ instead: ({ count }) => (count > 150 ? refuse(401) : undefined) }),
      {},
      async (spoiled) => ({ ACCESS_TOKEN: await tokenOf(spoiled) }),
    );
    expect([report.verdict, code]).toEqual(['aborted', 4]);
    expect(report.verdict_reason).toMatch(/no longer accepted.*got status 401; set a new ACCESS_TOKEN$/);
    expect(report.summary.requests).toBeLessThan(250);
  });

  test('when the target answers 429 with a Retry-After of an hour', { timeout: 60_000 }, async () => {
    const { report, code } = await against(() => ({ instead: () => refuse(429, { 'retry-after': '3600' }) }), {});
    expect([report.verdict, code]).toEqual(['aborted', 4]);
    expect(report.verdict_reason).toContain('--max-wait');
  });
});

test('a redirect is not followed, and its location is in the notes', { timeout: 60_000 }, async () => {
  const elsewhere = await serve((_, response) => json(response, 200, {}));
  const { report, code } = await against(
    () => ({
      instead: (asked) => (isWithdrawal(asked) ? refuse(307, { location: `${elsewhere.url}/v2/moved` }) : undefined),
    }),
    { only: 'fiatWithdrawal' },
  );
  await elsewhere.close();
  expect(elsewhere.seen).toEqual([]);
  expect(report.notes.join()).toContain(`a redirect to "${elsewhere.url}/v2/moved"`);
  expect(code).toBeGreaterThan(0);
});

describe('a list whose pages do not end is read within --max-pages and --max-items', () => {
  test.each<[string, string, (page: number) => readonly unknown[]]>([
    ['without items', 'listExecutions', () => []],
    ['with ever new items', 'listExecutions', (page) => [{ execution_id: `e${page}` }]],
    ['that are all the same', 'listExecutions', () => [{ execution_id: 'e' }]],
  ])('when pages come %s', { timeout: 60_000 }, async (_, only, items) => {
    const {
      report,
      code,
      front: { asked },
    } = await against(
      () => ({
        instead: ({ url, count }) =>
          url.includes('/executions?') || url.endsWith('/executions')
            ? { ...refuse(200), body: JSON.stringify({ items: items(count), next_page_cursor: `c${count}` }) }
            : undefined,
      }),
      { only, maxPages: '20', maxItems: '50' },
    );
    expect(code).toBeGreaterThan(0);
    expect(report.verdict).not.toBe('conformant');
    expect(asked.length).toBeLessThan(3000);
  });
});

describe.concurrent('--max-withdrawals 5', () => {
  test.each<[string, Flags]>([
    ['by itself', {}],
    ['with a large amount, many cases and high concurrency', { maxAmount: '1000000', runs: '40', concurrency: '64' }],
    ['with amounts for single assets', { maxAmount: 'USD=50,ETH=1' }],
  ])(
    'is not exceeded %s, even if answers hide that withdrawals were executed',
    { timeout: 120_000 },
    async (_, flags) => {
      let executed = 0;
      const { report } = await against(
        () => ({
          instead: (asked) =>
            isWithdrawal(asked) && asked.count % 5 === 0 ? refuse(429, { 'retry-after': '0' }) : undefined,
          spoil: (given, asked) => {
            if (!isWithdrawal(asked) || given.status !== 200) return given;
            executed += 1;
            return executed % 2 === 0 ? refuse(504) : given;
          },
        }),
        { only: 'fiatWithdrawal,cryptoWithdrawal', maxWithdrawals: '5', ...flags },
      );
      expect(executed).toBeGreaterThan(0);
      expect(executed).toBeLessThanOrEqual(5);
      expect(report.withdrawn?.withdrawals).toBe(executed);
      expect(report.requirements.some(({ provide }) => /^--max-withdrawals \d+$/.test(provide ?? ''))).toBe(true);
    },
  );
});

test('a write that may have been executed is not sent again, and another one is used instead', {
  timeout: 120_000,
}, async () => {
  const hidden = new Set<string>();
  const again: string[] = [];
  let writes = 0;
  const { report, code } = await against(
    () => ({
      spoil: (given, asked) => {
        if (asked.method === 'GET' || given.status !== 200) return given;
        const sent = `${asked.method} ${asked.url} ${asked.body}`;
        // An update is idempotent: sent again, it shows whether an error of the server comes back. A deposit is simulated:
        // another check may send the same one.
        const isHarmless = asked.method === 'PUT' || asked.url.endsWith('/sandbox/fiat-deposits');
        if (hidden.has(sent) && !isHarmless) again.push(sent);
        writes += 1;
        if (writes % 3 > 0) return given;
        hidden.add(sent);
        return refuse(503);
      },
    }),
    {
      only: 'FW-ONE-OF,CW-ONE-OF,DA-CRYPTO-NETWORK-REQUIRED,DA-REF-ID-ECHO,SD-WRONG-TYPES,FA-ID',
    },
  );
  expect(hidden.size).toBeGreaterThan(3);
  expect(again).toEqual([]);
  const passed = report.requirements.filter(({ status }) => status === 'passed').map(({ id }) => id);
  expect(passed).toEqual(expect.arrayContaining(['FW-ONE-OF', 'CW-ONE-OF', 'DA-CRYPTO-NETWORK-REQUIRED']));
  expect(code).not.toBe(1);
});

test('created objects are listed in the report, and their requests contain the id of the run', {
  timeout: 60_000,
}, async () => {
  const { report, front: seen } = await against(() => ({}), { only: 'createAddress,fiatWithdrawal' });
  expect(report.created.length).toBeGreaterThan(0);
  const taggable = report.created.filter(({ operation }) => /^create|Withdrawal$/.test(operation));
  expect(taggable.map(({ operation }) => operation)).toEqual(
    expect.arrayContaining(['createAddress', 'fiatWithdrawal']),
  );
  const untagged = taggable.filter(({ ref_id }) => !ref_id?.startsWith(`${report.run_id}-`));
  const noted = seen.asked.filter(({ body }) => body.includes(`"metadata":{"run":"tc-${report.run_id}`));
  // Requests without ref_id, of which two are two creations and one is by total, carry the run's id in their metadata, and
  // so does the one with a ref_id of digits. On loopback one of each operation has nothing but the required members.
  const [digits, without] = [true, false].map((has) =>
    untagged
      .filter(({ ref_id }) => (ref_id !== undefined) === has)
      .map(({ operation }) => operation)
      .toSorted(),
  );
  expect(digits).toEqual(['createAddress', 'fiatWithdrawal']);
  const bare = ['createAddress', 'fiatWithdrawal'];
  const marked = ['createAddress', 'createAddress', 'fiatWithdrawal', 'fiatWithdrawal', 'fiatWithdrawal'];
  expect(without).toEqual([...bare, ...marked].toSorted());
  expect(noted).toHaveLength(untagged.length - bare.length);
});
