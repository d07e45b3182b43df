import { describe, expect, it } from 'vitest';
import { type ExchangeToVerify, Verifier, verifyExchange } from '../../../src/library/index.ts';
import { type Listening, listen, type ServiceOptions } from '../../../src/reference/service.ts';
import { transfer, withdrawal } from '../traffic/recordings.ts';

const WITHDRAWALS = 'https://api.example.com/v2/transfer/fiat-withdrawals';
const type = { 'Content-Type': 'application/json' };

const withdrawing = (answer: unknown, sent: unknown = withdrawal, status = 200): ExchangeToVerify => ({
  request: { method: 'POST', url: WITHDRAWALS, headers: type, body: sent },
  response: { status, headers: type, body: answer },
});

const broken = (exchange: ExchangeToVerify): readonly string[] => {
  const found = verifyExchange(exchange);
  return found.kind === 'broken' ? found.breaches.map(({ id }) => id) : [];
};

describe('a page that was requested without a limit', () => {
  const page = (query: string): ExchangeToVerify => ({
    request: { method: 'GET', url: `https://api.example.com/v2/transfer/fiat-deposit-instructions${query}` },
    response: { status: 200, headers: type, body: { items: Array.from({ length: 150 }, (_, i) => ({ id: `i${i}` })) } },
  });

  it('may be longer than the default when it was requested by a cursor', () => {
    expect(broken(page(''))).toContain('LIST-DEFAULT-LIMIT');
    expect(broken(page('?page_cursor=x'))).not.toContain('LIST-DEFAULT-LIMIT');
  });
});

describe('verifyExchange', () => {
  it('returns holds and the operation for a lawful exchange', () => {
    expect(verifyExchange(withdrawing(transfer))).toEqual({ kind: 'holds', operation: 'fiatWithdrawal' });
  });

  it('returns the requirement that an answer violates, with its place, values and party', () => {
    expect(verifyExchange(withdrawing({ ...transfer, total: '5.00' }))).toEqual({
      kind: 'broken',
      operation: 'fiatWithdrawal',
      breaches: [
        {
          id: 'FW-TOTAL',
          title: expect.any(String),
          section: '4.4',
          level: 'must',
          party: 'target',
          where: '/total',
          expected: '5.25: amount + fee',
          actual: '5',
          message: expect.stringMatching(/^FW-TOTAL: .*total/),
        },
      ],
    });
  });

  it.each([
    ['METADATA-VALUE-LENGTH', { k: 'v'.repeat(101) }, /^101 characters: "vvv/],
    ['METADATA-KEY-LENGTH', { ['k'.repeat(102)]: 'v' }, /^a key of 102 characters$/],
    ['METADATA-PAIRS', Object.fromEntries([...'abcdefg'].map((key) => [key, 'v'])), /^7 pairs: \{/],
  ])('returns the actual count for %s', (id, metadata, actual) => {
    const found = verifyExchange(withdrawing({ ...transfer, metadata }));
    const breaches = found.kind === 'broken' ? found.breaches : [];
    expect(breaches.find((each) => each.id === id)?.actual).toMatch(actual);
  });

  it.each([
    ['a member is missing', { ...transfer, fee: undefined }, withdrawal, 200, ['TRANSFER-FEE-PRESENT']],
    ['the client gives both amounts', { message: 'no' }, { ...withdrawal, total: '1' }, 400, ['REQUEST-FW-ONE-OF']],
    ['a refusal is lawful', { message: 'no' }, withdrawal, 400, []],
  ])('returns the expected violations when %s', (_, answer, sent, status, expected) => {
    expect(broken(withdrawing(answer, sent, status))).toEqual(expected);
  });

  it.each([
    ['text', JSON.stringify({ ...transfer, fee: undefined })],
    ['an object', { ...transfer, fee: undefined }],
  ])('reads a body given as %s', (_, body) => {
    expect(broken(withdrawing(body))).toEqual(['TRANSFER-FEE-PRESENT']);
  });

  it.each([
    ['an object', { 'content-type': 'text/html' }],
    ["fetch's Headers", new Headers({ 'Content-Type': 'text/html' })],
    ['pairs', [['CONTENT-TYPE', 'text/html'] as const]],
    ['lists of values', { 'Content-Type': ['text/html'], 'x-nothing': undefined }],
  ])('reads headers given as %s', (_, headers) => {
    const exchange = withdrawing(transfer);
    expect(broken({ ...exchange, response: { ...exchange.response, headers } })).toEqual(['SUCCESS-CONTENT-TYPE']);
  });

  it('reports no violation about headers that it is not given', () => {
    const request = { method: 'POST', url: WITHDRAWALS, body: withdrawal };
    expect(verifyExchange({ request, response: { status: 200, body: transfer } }).kind).toBe('holds');
  });

  it.each([
    ['a path', '/v2/transfer/fiat-withdrawals'],
    ['a URL object', new URL(WITHDRAWALS)],
    ['a base URL with a path', 'http://localhost:1/sandbox/v2/transfer/fiat-withdrawals'],
  ])('recognises the operation by %s', (_, url) => {
    const exchange = withdrawing(transfer);
    expect(verifyExchange({ ...exchange, request: { ...exchange.request, url } }).kind).toBe('holds');
  });

  it('reads a body given as bytes like its text', () => {
    const bytes = Buffer.from(JSON.stringify({ ...transfer, total: '5.00' }));
    expect(broken(withdrawing(bytes))).toEqual(['FW-TOTAL']);
    expect(broken(withdrawing(new Uint8Array(bytes)))).toEqual(['FW-TOTAL']);
  });

  it('says that a body is nested too deeply to be judged', () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    expect(() => verifyExchange(withdrawing(deep))).toThrow('the body of the response is nested deeper than 64 levels');
  });

  it.each<[string, () => unknown]>([
    [
      'is cyclic',
      () => {
        const cyclic: Record<string, unknown> = {};
        cyclic['self'] = cyclic;
        return cyclic;
      },
    ],
    ['has a BigInt', () => ({ amount: 1n })],
    [
      'is nested more deeply than JSON.stringify can write',
      () => JSON.parse(`${'['.repeat(200_000)}${']'.repeat(200_000)}`),
    ],
  ])('says in one sentence what is wrong with a body that %s', (_, make) => {
    expect(() => verifyExchange(withdrawing(make()))).toThrow(
      new TypeError('the body of the response cannot be written as JSON: give its text instead'),
    );
  });

  it('says in one sentence that a url is none', () => {
    const { request, response } = withdrawing(transfer);
    expect(() => verifyExchange({ request: { ...request, url: 'http://' }, response })).toThrow(
      'the url of the request is no URL',
    );
  });

  it('returns other for a request of no operation', () => {
    const exchange = withdrawing(transfer);
    expect(verifyExchange({ ...exchange, request: { method: 'GET', url: 'https://x.example/' } })).toEqual({
      kind: 'other',
    });
  });
});

describe('a Verifier', () => {
  const page = (query: string, ids: readonly string[], next_page_cursor: string): ExchangeToVerify => ({
    request: { method: 'GET', url: `/v2/executions?${query}` },
    response: {
      status: 200,
      headers: type,
      body: { items: ids.map((execution_id) => ({ execution_id })), next_page_cursor },
    },
  });

  it('finds a violation that only two exchanges together show, at the later one', () => {
    const verifier = new Verifier();
    expect(verifier.verify(page('limit=2', ['a', 'b'], 'n1')).kind).toBe('holds');
    const found = verifier.verify(page('limit=2&page_cursor=n1', ['c', 'a'], ''));
    expect(found.kind === 'broken' && found.breaches.map(({ id }) => id)).toEqual(['LIST-PAGE-NO-REPEAT']);
  });

  it('shares no state with another Verifier', () => {
    new Verifier().verify(page('limit=2', ['a', 'b'], 'n1'));
    expect(new Verifier().verify(page('limit=2&page_cursor=n1', ['c', 'a'], '')).kind).toBe('holds');
  });
});

describe('an exchange that was made with fetch', () => {
  let bearer: string;
  async function started(options: ServiceOptions): Promise<Listening> {
    const service = await listen({ accounts: 20, ...options });
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: service.clientId,
      client_secret: service.clientSecret,
    });
    const token = (await (await fetch(service.authUrl, { method: 'POST', body: form })).json()) as {
      readonly access_token: string;
    };
    bearer = `Bearer ${token.access_token}`;
    return service;
  }
  async function listed(service: Listening): Promise<ExchangeToVerify> {
    const url = `${service.url}/v2/transfer/fiat-accounts?limit=3`;
    const answer = await fetch(url, { headers: { authorization: bearer } });
    return {
      request: { method: 'GET', url, headers: { authorization: bearer } },
      response: { status: answer.status, headers: answer.headers, body: await answer.text() },
    };
  }

  it.each([
    ['holds', []],
    ['broken', ['FIAT-ACCOUNT-CREATED-AT-PRESENT/left-out-in-lists']],
  ])('is judged as "%s" by its answer', async (kind, faults) => {
    const service = await started({ faults });
    try {
      expect(verifyExchange(await listed(service)).kind).toBe(kind);
    } finally {
      await service.close();
    }
  });
});
