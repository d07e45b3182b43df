import { describe, expect, test } from 'vitest';
import type { Verdict } from '../../../src/model/reported.ts';
import type { Environment, Flags } from '../../../src/settings/settings.ts';
import { type Answer, type Asked, eachText, eachValue, type Front, front, type Spoiler } from './front.ts';
import { ACCOUNT, CANARY, type Inspected, inspect } from './inspect.ts';

/** Services that speak HTTP and misbehave in what they say: a good one, spoiled on its way. */

interface Seen extends Inspected {
  readonly front: Front;
}

async function against(spoiler: Spoiler, flags: Flags = {}, env: Environment = {}): Promise<Seen> {
  const spoiled = await front(spoiler);
  try {
    return { ...(await inspect({ ...spoiled, flags, env: { ...spoiled.env, ...env } })), front: spoiled };
  } finally {
    await spoiled.close();
  }
}

const answer = (status: number, body: string, headers: Answer['headers'] = {}): Answer => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body,
});

const isWrite = ({ method }: Asked): boolean => method !== 'GET';

const ESCAPES = '\u001b[2J\u001b]8;;https://evil.example\u0007\u009b31m\u202e\u0000\u0008\r';
const MARKUP = `</script><img src=x onerror=alert(1)>"' ]]> --> | \`x\` ::error::x $(id) \${jndi:x} '; rm -rf ~ #`;

// Most of their time is pauses before requests are sent again.
describe.concurrent('answers of a hostile target', () => {
  test.each<[string, Spoiler]>([
    ['puts terminal escapes into every text', { spoil: (a) => eachText(a, (text) => text + ESCAPES) }],
    ['puts markup into every text', { spoil: (a) => eachText(a, (text) => text + MARKUP) }],
    [
      'adds members such as __proto__ and constructor',
      {
        spoil: (a) => ({
          ...a,
          body: a.body.replaceAll('{', '{"__proto__":{"id":1},"constructor":null,"toString":[],'),
        }),
      },
    ],
    ['answers numbers instead of strings', { spoil: (a) => eachValue(a, (v) => (typeof v === 'string' ? 7 : v)) }],
    ['answers null instead of every string', { spoil: (a) => eachValue(a, (v) => (typeof v === 'string' ? null : v)) }],
    ['wraps every array in another', { spoil: (a) => eachValue(a, (v) => (Array.isArray(v) ? [v] : v)) }],
    ['makes every text 20,000 characters long', { spoil: (a) => eachText(a, (text) => text.padEnd(20_000, 'x')) }],
    [
      'answers numbers that are too large',
      { spoil: (a) => ({ ...a, body: a.body.replace(/:"\d+\.\d+"/g, ':1e999') }) },
    ],
    [
      'answers HTML to every write',
      { instead: (a) => (isWrite(a) ? answer(200, `<h1>${MARKUP}`, { 'content-type': 'text/html' }) : undefined) },
    ],
    [
      'answers timestamps of the year 275760',
      { spoil: (a) => eachText(a, (text, name) => (name.endsWith('_at') ? '+275760-09-13T00:00:00.001Z' : text)) },
    ],
  ])('make it nonconformant when it %s', { timeout: 120_000 }, async (_, spoiler) => {
    const { report, code } = await against(spoiler, {
      only: 'listFiat,getFiat,fiatWithdrawal,createAddress',
      timeout: '20',
    });
    expect([report.verdict, code], report.verdict_reason).toEqual(['nonconformant', 1]);
    expect(({} as { id?: number }).id).toBeUndefined();
  });

  test('lead to no secret or account number in any output even if they echo these everywhere', {
    timeout: 120_000,
  }, async () => {
    const {
      report,
      front: { secrets },
    } = await against({
      spoil: (given, { headers: { authorization = '' } }) => {
        const echoed = {
          ...given,
          headers: { ...given.headers, 'x-echo': authorization, 'set-cookie': authorization, 'x-id': CANARY },
        };
        const said = `${authorization} ${ACCOUNT} ${encodeURIComponent(CANARY)} ${Buffer.from(`embedded:${CANARY}`).toString('base64')}`;
        return eachText(echoed, (text, name) => {
          if (name === 'account_number') return ACCOUNT;
          return /memo|status|name|cursor|detail|title/.test(name) ? `${text} ${said}` : text;
        });
      },
    });
    expect(report.verdict).toBe('nonconformant');
    expect(secrets.size).toBe(1);
  });
});

describe('a target that gives every request the same answer is not conformant', () => {
  test.each<[number, string, Verdict]>([
    [200, '', 'nonconformant'],
    [200, '{}', 'nonconformant'],
    [200, 'null', 'nonconformant'],
    [200, 'true', 'nonconformant'],
    [200, '"\u001b[31m"', 'nonconformant'],
    [200, '[]', 'nonconformant'],
    [200, '\ufeff{"items":[]}', 'nonconformant'],
    [200, `{"items":[${'null,'.repeat(200)}null]}`, 'nonconformant'],
    [200, '{"items":[],"next_page_cursor":"x"}', 'nonconformant'],
    [204, '', 'nonconformant'],
    [206, '{"items":[]}', 'nonconformant'],
    [301, '{}', 'nonconformant'],
    [400, '{}', 'nonconformant'],
    [401, '{}', 'aborted'],
    [403, '{}', 'nonconformant'],
    [418, MARKUP, 'nonconformant'],
    [500, `<pre>Error: x\n    at f (/srv/x.js:1:1)</pre>`, 'nonconformant'],
    [599, '{}', 'nonconformant'],
  ])('%i %j', { timeout: 120_000 }, async (status, body, verdict) => {
    const { report, code } = await against({ instead: () => answer(status, status === 204 ? '' : body) });
    expect(report.verdict).toBe(verdict);
    expect(code).toBeGreaterThan(0);
  });
});
