import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Fixtures } from '../../../src/model/fixtures.ts';
import { type Listening, listen, type ServiceOptions } from '../../../src/reference/service.ts';
import { isObject, type Json } from '../../../src/values/json.ts';
import { type Aim, CANARY } from './inspect.ts';

/** A request on its way to the embedded service. */
export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  /** From 1. */
  readonly count: number;
}

/** An answer on its way back; `cut` sends only the beginning of the body, and resets. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly cut?: boolean;
}

/** What is in front of a good service: it spoils answers, or gives its own without asking. */
export interface Spoiler {
  readonly instead?: (asked: Asked) => Answer | undefined;
  readonly spoil?: (answer: Answer, asked: Asked) => Answer;
}

export interface Front extends Aim {
  readonly service: Listening;
  /** The access token of the run. */
  readonly secrets: Set<string>;
  readonly asked: readonly Asked[];
  close(): Promise<void>;
}

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}

async function forward(service: Listening, { method, url, headers, body }: Asked): Promise<Answer> {
  const { authorization, 'content-type': type } = headers;
  const answer = await fetch(service.url + url, {
    method,
    headers: { ...(authorization ? { authorization } : {}), ...(type ? { 'content-type': type } : {}) },
    ...(method === 'GET' || body === '' ? {} : { body }),
  });
  const kind = answer.headers.get('content-type') ?? 'application/json';
  return { status: answer.status, headers: { 'content-type': kind }, body: await answer.text() };
}

/** A good service behind a front that spoils what it answers. */
export async function front(spoiler: Spoiler, options: ServiceOptions = {}): Promise<Front> {
  const service = await listen({ clientSecret: CANARY, accounts: 130, ...options });
  const secrets = new Set<string>();
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const each = { method, url, headers, body: await read(request), count: asked.length + 1 };
    asked.push(each);
    const good = spoiler.instead?.(each) ?? (await forward(service, each));
    const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1];
    if (token && each.count === 1) secrets.add(token);
    const { status, headers: sent, body, cut } = spoiler.spoil?.(good, each) ?? good;
    if (!cut) return response.writeHead(status, sent).end(Buffer.from(body));
    response.writeHead(status, { ...sent, 'content-length': String(Buffer.byteLength(body)) });
    response.write(body.slice(0, body.length / 2), () => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { authUrl, clientId } = service;
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    env: { AUTH_URL: authUrl, CLIENT_ID: clientId, CLIENT_SECRET: CANARY },
    fixtures: service.fixtures as Fixtures,
    service,
    secrets,
    asked,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await service.close();
    },
  };
}

/** The answer with every value of its JSON changed; others stay. */
export function eachValue(answer: Answer, change: (value: Json, name: string) => Json): Answer {
  const walk = (value: Json, name: string): Json => {
    if (Array.isArray(value))
      return change(
        value.map((each: Json) => walk(each, name)),
        name,
      );
    if (!isObject(value)) return change(value, name);
    const members = Object.entries(value).map(([key, inner]) => [key, walk(inner ?? null, key)] as const);
    return change(Object.fromEntries(members), name);
  };
  if (answer.body === '') return answer;
  return { ...answer, body: JSON.stringify(walk(JSON.parse(answer.body), '')) };
}

/** The answer with every string of its JSON changed. */
export const eachText = (answer: Answer, change: (text: string, name: string) => string): Answer =>
  eachValue(answer, (value, name) => (typeof value === 'string' ? change(value, name) : value));
