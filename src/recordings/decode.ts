import type { Body, Credentials, Exchange, Recorded, SentRequest } from '../model/exchange.ts';
import { readBody } from '../model/read-body.ts';
import type { Bounds } from '../settings/target/bounds.ts';
import type { Headers } from '../values/headers.ts';
import { PRODUCT } from '../values/product.ts';
import { isSecretName, LEFT_OUT } from '../values/secret-name.ts';
import type { Capture, CapturedBody } from './capture.ts';
import type { Recognised } from './recognise.ts';

/** An exchange of the interface, and which parts of it can be judged. */
export interface DecodedExchange {
  readonly recorded: Recorded;
  /** Whether the complete request is known. */
  readonly hasRequest: boolean;
  /** Whether the complete answer is known. */
  readonly hasAnswer: boolean;
  /** Whether a probe of this tool sent it; probes break rules on purpose. */
  readonly isProbe: boolean;
}

/** What the User-Agent header of this tool's own requests begins with. */
const PROBES = new RegExp(`^${PRODUCT}\\b`);

/** Minimum length of a value that counts as a secret elsewhere too; shorter ones are settings, and occur in other texts. */
const SHORTEST = 8;

/**
 * Returns the secrets in the headers and the URL of a request: credentials, after their scheme if they have one, keys,
 * values of cookies, and the password.
 */
export function secretsIn({ headers, url }: Pick<Capture, 'headers' | 'url'>): readonly string[] {
  const authorization = headers['authorization'] ?? '';
  const [, token] = /^\S+ +(\S.*)$/.exec(authorization) ?? [];
  const keys = Object.entries(headers).flatMap(([name, value]) =>
    isSecretName(name) && name !== 'authorization' && name !== 'cookie' ? [value] : [],
  );
  const cookies = (headers['cookie'] ?? '').split(/; */).map((each) => each.slice(each.indexOf('=') + 1));
  const { password, searchParams } = new URL(url);
  const inUrl = [...searchParams].flatMap(([name, value]) => (isSecretName(name) ? [value] : []));
  const others = [...(token === undefined ? [authorization] : []), ...keys, ...cookies, password, ...inUrl];
  return [...(token === undefined ? [] : [token]), ...others.filter((each) => each.length >= SHORTEST)];
}

/** Returns the headers with their secrets removed; the scheme of credentials stays. */
function shownHeaders(headers: Headers): Headers {
  const entries = Object.entries(headers).map(([name, value]) => {
    if (name === 'authorization') return [name, masked(value)];
    return [name, isSecretName(name) ? LEFT_OUT : value];
  });
  return Object.fromEntries(entries);
}

/** A scheme of credentials. Anything else may be a secret, or shell code that a pasted command would run. */
const SCHEME = /^([A-Za-z][A-Za-z0-9-]{0,30}) +\S/;

const masked = (value: string): string => {
  const scheme = SCHEME.exec(value)?.[1];
  return scheme === undefined ? (value.trim() === 'Bearer' ? value : LEFT_OUT) : `${scheme} $ACCESS_TOKEN`;
};

/** Returns the URL without user name, password and secrets in its query. */
function shownUrl(url: string): string {
  const plain = new URL(url);
  plain.username = '';
  plain.password = '';
  return plain.href.replace(/([?&]([^=&#]*)=)[^&#]*/g, (whole, before: string, name: string) =>
    isSecretName(name) ? `${before}(left-out)` : whole,
  );
}

/**
 * Returns the credentials as far as headers show them. A recording may lack the header although it was sent: it counts as
 * token.
 */
function credentialsOf({ headers, recorded }: Capture): Credentials {
  const found = headers['authorization'];
  if (found === undefined) return recorded ? 'token' : 'none';
  return /^bearer +\S/i.test(found) ? 'token' : { header: masked(found) };
}

const JSON_START = /^[\s\uFEFF]*[[{"]/;

/** Most recordings contain decoded bodies, and some contain bodies with their content coding. */
async function bodyOf(body: CapturedBody, headers: Headers, bounds: Bounds): Promise<Body | undefined> {
  if (body.kind === 'unrecorded') return undefined;
  const { bytes } = body;
  const coding = headers['content-encoding'];
  if (coding === undefined || JSON_START.test(bytes.toString('latin1', 0, 64)))
    return readBody({ bytes, whole: true }, undefined, bounds);
  return readBody({ bytes, whole: true }, coding, bounds);
}

async function requestOf(capture: Capture, { path, query }: Recognised, bounds: Bounds): Promise<SentRequest> {
  const body = await bodyOf(capture.body, capture.headers, bounds);
  return {
    method: capture.method.toUpperCase(),
    url: shownUrl(capture.url),
    headers: shownHeaders(capture.headers),
    path,
    query,
    body: body?.kind === 'json' ? body.value : undefined,
    ...(body?.kind === 'unreadable' ? { unread: body.reason } : {}),
    credentials: credentialsOf(capture),
  };
}

/** Converts a captured exchange into the form that rules judge: decodes bodies and removes secrets from headers. */
export async function decodeCapture(
  capture: Capture,
  recognised: Recognised,
  bounds: Bounds,
): Promise<DecodedExchange> {
  const { id, recorded, startedAt, durationMs, purpose, answer } = capture;
  const request = await requestOf(capture, recognised, bounds);
  const common = {
    id,
    operation: recognised.operation,
    request,
    startedAt,
    durationMs,
    purpose,
    ...(recorded ? { recorded } : {}),
  };
  const facts = {
    hasRequest: capture.body.kind === 'bytes',
    isProbe: PROBES.test(capture.headers['user-agent'] ?? ''),
  };
  if (answer.kind !== 'answered') {
    const { reason, kind } = answer;
    return { ...facts, hasAnswer: false, recorded: { ...common, lost: reason, isUnsent: kind === 'unsent' } };
  }
  const body = await bodyOf(answer.body, answer.headers, bounds);
  const { status, headers } = answer;
  const bytes = answer.body.kind === 'bytes' ? answer.body.bytes.length : 0;
  const response: Exchange['response'] = {
    status,
    headers: shownHeaders(headers),
    body: body ?? { kind: 'empty' },
    bytes,
  };
  return { ...facts, hasAnswer: body !== undefined, recorded: { ...common, response } };
}
