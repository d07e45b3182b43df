import { describe, expect, it } from 'vitest';
import { Judge } from '../../../src/engine/judge.ts';
import { isAnswered } from '../../../src/model/exchange.ts';
import type { Capture } from '../../../src/recordings/capture.ts';
import { decodeCapture, secretsIn } from '../../../src/recordings/decode.ts';
import { recognise } from '../../../src/recordings/recognise.ts';
import { curl } from '../../../src/run/report/curl.ts';
import type { Headers } from '../../../src/values/headers.ts';
import { requestsMade } from '../../../suites/requests-made.ts';
import { configured } from '../../support/loopback.ts';

const LIST = 'http://x.test/v2/transfer/fiat-accounts';

async function decoded(url: string, headers: Headers = {}) {
  const recognised = recognise('GET', url);
  if (!recognised) throw new Error(`${url} is not recognised`);
  const bytes = Buffer.from('{"items":[]}');
  const capture: Capture = {
    id: 1,
    method: 'GET',
    url,
    startedAt: 1,
    durationMs: 1,
    purpose: { kind: 'traffic', what: 'recorded traffic' },
    headers,
    body: { kind: 'bytes', bytes: Buffer.alloc(0) },
    answer: { kind: 'answered', status: 200, headers: {}, body: { kind: 'bytes', bytes } },
  };
  const { recorded } = await decodeCapture(capture, recognised, configured('http://127.0.0.1:1').bounds);
  if (!isAnswered(recorded)) throw new Error('the answer is lost');
  return recorded;
}

const broken = async (url: string): Promise<readonly string[]> =>
  new Judge(requestsMade).take(await decoded(url, { authorization: 'Bearer abc' })).map(({ row }) => row.id);

describe('a captured request', () => {
  it('shows an Authorization header as shell text only if its scheme is a word', async () => {
    const { request } = await decoded(LIST, { authorization: '$(touch${IFS}made) x' });
    expect(request.headers['authorization']).toBe('(left out)');
    expect(curl(request)).not.toContain('touch');
    const usual = await decoded(LIST, { authorization: 'Basic dXNlcjpwYXNz' });
    expect(usual.request.headers['authorization']).toBe('Basic $ACCESS_TOKEN');
  });

  it('shows neither values of headers and parameters with secret names, nor those values elsewhere', async () => {
    const headers = { 'ocp-apim-subscription-key': 'subscription-1', 'x-amz-security-token': 'session-12' };
    const url = `${LIST}?access_token=in-the-query&limit=1`;
    const { request } = await decoded(url, headers);
    expect(JSON.stringify(request)).not.toMatch(/subscription-1|session-12|in-the-query/);
    expect(request.query['limit']).toEqual(['1']);
    expect(secretsIn({ headers, url })).toEqual(['subscription-1', 'session-12', 'in-the-query']);
  });

  it.each([
    ['Bearer token-of-the-client', ['token-of-the-client']],
    ['token-without-a-scheme', ['token-without-a-scheme']],
    ['Bearer', []],
    ['', []],
  ])('with the credentials "%s" has the secrets %j', (authorization, secrets) => {
    expect(secretsIn({ headers: { authorization }, url: LIST })).toEqual(secrets);
  });

  it('has a secret in the password of its URL', () => {
    expect(secretsIn({ headers: {}, url: 'http://me:my-password@x.test/v2' })).toEqual(['my-password']);
  });

  it.each(['%7C', '%20', ',', '&ids='])('may have 100 ids and not 101 with %s between them', async (separator) => {
    const ids = (count: number) => Array.from({ length: count }, (_, i) => `id-${i}`).join(separator);
    expect(await broken(`${LIST}?ids=${ids(100)}`)).toEqual([]);
    expect(await broken(`${LIST}?ids=${ids(101)}`)).toEqual(['REQUEST-IDS-SIZE']);
  });
});
