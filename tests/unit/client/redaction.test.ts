import { describe, expect, test } from 'vitest';
import { Redaction } from '../../../src/client/redaction.ts';
import { secretsOf } from '../../../src/client/secrets.ts';
import { parsed } from '../../../src/values/parsed.ts';
import { configured } from '../../support/loopback.ts';

const TOKEN = 'eyJhbGciOi.JIUzI1NiIsInR5cCI6/IkpXVCJ9+c2lnbmF0dXJl==';
const redaction = () => new Redaction([{ name: 'ACCESS_TOKEN', value: TOKEN }]);

describe('secrets', () => {
  test.each([
    ['unencoded', TOKEN],
    ['percent-encoded', encodeURIComponent(TOKEN)],
    ['percent-encoded in lower case', encodeURIComponent(TOKEN).replace(/%../g, (code) => code.toLowerCase())],
    ['form-encoded', new URLSearchParams({ t: TOKEN }).toString().slice(2)],
    ['with escaped slashes', TOKEN.replaceAll('/', '\\/')],
    ['in base64', Buffer.from(TOKEN).toString('base64')],
    ['with upper and lower case exchanged', 'eYjHbgcIoI.jiuZi1nIiSiNr5cCi6/iKPxvCj9+c2LNbMF0dxjL=='],
    ['in base64url', Buffer.from(TOKEN).toString('base64url')],
  ])('are replaced inside longer text: %s', (_, spelling) => {
    const shown = redaction().text(`before${spelling}after ${spelling}`);
    expect(shown).toMatch(/^before\$ACCESS_TOKEN=*after \$ACCESS_TOKEN=*$/);
  });

  test.each(['', 'B', 'Be', 'Bearer '])('are replaced inside the base64 of a longer text, after %j', (before) => {
    const token = 'a/short>token?';
    const short = new Redaction([{ name: 'ACCESS_TOKEN', value: token }]);
    for (const encoding of ['base64', 'base64url'] as const) {
      const around = Buffer.from(`${before}${token}\n`).toString(encoding);
      const [head = '', tail] = short.text(around).split('$ACCESS_TOKEN');
      expect(Buffer.from(head, 'base64').toString()).toBe(before);
      expect(tail?.length).toBeLessThanOrEqual(4);
    }
  });

  test('are replaced when the text was truncated inside them', () => {
    expect(redaction().text(`"${TOKEN.slice(0, 20)}… (60 characters)`)).toBe('"$ACCESS_TOKEN… (60 characters)');
    expect(redaction().text(`…${TOKEN.slice(-30)}"`)).toBe('…$ACCESS_TOKEN"');
    expect(redaction().text(TOKEN.slice(-12))).toBe('$ACCESS_TOKEN');
  });

  test('are replaced in values and names of JSON, whose structure is kept', () => {
    const value = JSON.parse(`{"a":[1,null,true,"x ${TOKEN}"],"${TOKEN}":{"__proto__":"${TOKEN}"}}`);
    const shown = JSON.stringify(redaction().json(value));
    expect(shown).toBe('{"a":[1,null,true,"x $ACCESS_TOKEN"],"$ACCESS_TOKEN":{"__proto__":"$ACCESS_TOKEN"}}');
  });

  test('include tokens that are obtained later, and many of those do not displace the given ones', () => {
    const learning = redaction();
    for (let i = 0; i < 500; i += 1) learning.learn(`obtained-token-${i}-0123456789`);
    expect(learning.text(`obtained-token-499-0123456789 ${TOKEN}`)).toBe('$ACCESS_TOKEN $ACCESS_TOKEN');
  });

  test('include one that is learnt again and again, however many come between', () => {
    const learning = redaction();
    const again = 'token-of-each-request-0123456789';
    for (let i = 0; i < 500; i += 1) {
      learning.learn(again);
      learning.learn(`key-of-one-request-${i}-0123456789`);
      expect(learning.text(again)).toBe('$ACCESS_TOKEN');
    }
  });

  test('are replaced only as whole words when they are short', () => {
    const short = new Redaction([
      { name: 'CLIENT_SECRET', value: 'test' },
      { name: 'CLIENT_SECRET', value: 'abc' },
    ]);
    expect(short.text('latest test, abc')).toBe('latest $CLIENT_SECRET, abc');
  });

  test('are taken from the whole configuration, including the Basic credentials and the proxy', () => {
    const env = {
      AUTH_URL: 'http://127.0.0.1/token',
      CLIENT_ID: 'me',
      CLIENT_SECRET: 'hush hush/hush',
      HTTPS_PROXY: 'http://u:proxy-pass@p',
    };
    const client = new Redaction(secretsOf(configured('http://127.0.0.1', {}, env)));
    const pair = Buffer.from('me:hush+hush%2Fhush').toString('base64');
    expect(client.text(`Basic ${pair}; hush hush/hush; proxy-pass`)).toMatch(
      /^Basic \$CLIENT_SECRET=*; \$CLIENT_SECRET; \$PROXY_PASSWORD$/,
    );
  });
});

describe('account numbers', () => {
  test('keep their last four characters in strings, numbers and lists', () => {
    const value = {
      account_number: '74600021314512',
      items: [{ ACCOUNT_NUMBER: 12345678 }, { account_number: ['1234'] }],
    };
    expect(redaction().json(value)).toEqual({
      account_number: '**********4512',
      items: [{ ACCOUNT_NUMBER: 10005678 }, { account_number: ['****'] }],
    });
  });

  test.each([
    [12_345_678, 10_005_678],
    [12_340_032, 10_000_032],
    [-12_345_678, -10_005_678],
    [1234.5678, 1000.5678],
    [1234, 1000],
    [7, 1],
    [0, 1],
    [10_005_678, 10_005_678],
  ])('stay numbers, and nothing but the last four digits is shown: %d', (account_number, shown) => {
    const learning = redaction();
    const body = { account_number: [account_number] };
    learning.notice(body);
    expect(learning.json(body)).toEqual({ account_number: [shown] });
    expect(learning.text(`--data-raw '${JSON.stringify(body)}'`)).toBe(`--data-raw '{"account_number":[${shown}]}'`);
    expect(learning.text(`{"account_number":${account_number},"x":1}`)).toBe(`{"account_number":${shown},"x":1}`);
    expect(learning.text(`{"account_number":${shown}}`)).toBe(`{"account_number":${shown}}`);
  });

  test('stay numbers where their masked form is known as a text', () => {
    const learning = redaction();
    learning.notice({ account_number: '10005678' });
    expect(learning.text('{"account_number":12345678}')).toBe('{"account_number":10005678}');
  });

  test('are masked in a list in their place, in JSON and in text', () => {
    const learning = redaction();
    const body = { account_number: ['74600021314512', 'DE89, 3704 0044'] };
    const shown = { account_number: ['**********4512', '***********0044'] };
    expect(learning.json(body)).toEqual(shown);
    expect(learning.text(JSON.stringify(body))).toBe(JSON.stringify(shown));
    learning.notice(body);
    expect(learning.text('no account 74600021314512')).toBe('no account **********4512');
  });

  test('are left as they are when the target masked them', () => {
    expect(redaction().json({ account_number: 'XXXXXXXXXX4512' })).toEqual({ account_number: 'XXXXXXXXXX4512' });
  });

  test('are masked in text that looks like JSON', () => {
    expect(redaction().text('{"account_number": "74600021314512"')).toBe('{"account_number": "**********4512"');
    expect(redaction().text('"{\\"account_number\\":\\"74600021314512\\"}"')).toBe(
      '"{\\"account_number\\":\\"**********4512\\"}"',
    );
  });

  test('masks account numbers with escapes in JSON that is quoted up to three times', () => {
    const escaped = '{"account_number":"12\\u003456789"}';
    for (let text = escaped, times = 0; times <= 3; times += 1, text = JSON.stringify(text)) {
      const shown = redaction().text(text);
      expect(shown).toContain('6789');
      expect(shown).not.toContain('56789');
    }
  });

  test('are not words of a sentence about the member', () => {
    const said = 'answered 400 "account_number": check the fixtures in the request';
    expect(redaction().text(said)).toBe(said);
    expect(redaction().text('"account_number": 12345678')).toBe('"account_number": 10005678');
  });

  test('are masked whole in such text if they have blanks or commas', () => {
    expect(redaction().text('{"account_number":"GB29 NWBK, 6016 1331 9268 19","x":1')).toMatch(
      /^\{"account_number":"\*+8 19","x":1$/,
    );
  });

  test('are masked at any other place once they are known', () => {
    const learning = redaction();
    learning.notice({
      wire: { account_number: '74600021314512' },
      scb: { account_number: 'DE89 3704 0044' },
    });
    expect(learning.text('no account 74600021314512 (acc74600021314512) DE89 3704 0044')).toBe(
      'no account **********4512 (acc**********4512) **********0044',
    );
    expect(learning.text('?memo=to%2074600021314512%20')).toBe('?memo=to%20**********4512%20');
    expect(learning.json({ detail: '74600021314512' })).toEqual({ detail: '**********4512' });
  });

  test('are masked in earlier bodies when they become known later', () => {
    const learning = redaction();
    const page = parsed('{"items":[{"memo":"to 74600021314512"},{"memo":"DE89 3704 0044"},{"memo":"74600021314513"}]}');
    const shown = (): unknown => [learning.json(page), learning.text('to 74600021314512')];
    expect(shown()).toEqual([page, 'to 74600021314512']);
    learning.notice(parsed('{"items":[{"account_number":"74600021314512"}]}'));
    const [first, second, third] = [
      { memo: 'to **********4512' },
      { memo: 'DE89 3704 0044' },
      { memo: '74600021314513' },
    ];
    expect(shown()).toEqual([{ items: [first, second, third] }, 'to **********4512']);
    learning.notice({ account_number: 'DE89 3704 0044' });
    const spaced = { memo: '**********0044' };
    expect(shown()).toEqual([{ items: [first, spaced, third] }, 'to **********4512']);
    for (let i = 0; i < 500; i += 1) learning.notice({ account_number: String(90_000_000 + i) });
    learning.notice({ account_number: '74600021314513' });
    for (let i = 0; i < 50; i += 1) learning.notice({ account_number: String(80_000_000 + i) });
    expect(shown()).toEqual([{ items: [first, spaced, { memo: '**********4513' }] }, 'to **********4512']);
  });

  test('are not remembered when they are words or too short', () => {
    const learning = redaction();
    learning.notice([{ account_number: 'authorization' }, { account_number: '12' }]);
    expect(learning.text('authorization 12')).toBe('authorization 12');
  });
});

test('the values of cookies are left out', () => {
  expect(redaction().json({ 'set-cookie': 'session=1', etag: TOKEN })).toEqual({
    'set-cookie': '(left out)',
    etag: '$ACCESS_TOKEN',
  });
});

test('hostile text is redacted in reasonable time', () => {
  const learning = redaction();
  learning.notice({ account_number: '74600021314512' });
  const texts = [
    'a'.repeat(300_000),
    '1'.repeat(300_000),
    '"account_number":"'.repeat(20_000),
    TOKEN.slice(0, 12).repeat(20_000),
  ];
  for (const text of texts) expect(learning.text(text)).toEqual(expect.any(String));
});
