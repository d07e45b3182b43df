// The embedded service in which something never ends: pages, cursors, bodies, or the waiting that it asks for.
// `node endless.mjs NAME` serves one of these targets until its standard input ends.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { called } from '../dist/src/reference/service.js';
import { addressOf } from '../scripts/address.mjs';

const LIST =
  /^\/v2\/(transfer\/(?:fiat-accounts|deposit-addresses|fiat-deposit-instructions)|identity\/accounts|executions)(?:\?|$)/;
const JSON_TYPE = { 'content-type': 'application/json' };
const PAGE = 100;
const SECOND = 1000;
const NEWEST = Date.parse('2026-01-01T00:00:00Z');

const answered = (status, body, headers = {}) => ({ status, headers: { ...JSON_TYPE, ...headers }, body });
const parameter = (path, name) => new URLSearchParams(path.split('?')[1]).get(name);
/** Returns the number in one of our cursors, or zero for any other cursor. */
const cursorIn = (path) => Math.trunc(Number(parameter(path, 'page_cursor'))) || 0;
const newId = (number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** Returns a copy of the item with a new ID, one second older than the previous one. */
function another(item, number) {
  const at = new Date(NEWEST - number * SECOND).toISOString();
  const times = Object.fromEntries(
    ['created_at', 'updated_at', 'executed_at'].flatMap((name) => (name in item ? [[name, at]] : [])),
  );
  return { ...item, ...times, ['execution_id' in item ? 'execution_id' : 'id']: newId(number) };
}

/** The first page of each list, by its path. */
const firstPages = new Map();

async function itemsOf(request, service) {
  const [path] = request.path.split('?');
  const known = firstPages.get(path) ?? JSON.parse((await service.answer({ ...request, path })).body).items;
  firstPages.set(path, known);
  return known;
}

/** Returns a page that repeats the items of a list under new IDs, with a cursor to the next page. */
async function pageWithoutEnd(request, service, change = (item) => item) {
  const [first, from] = [await itemsOf(request, service), cursorIn(request.path)];
  const asked = Number(parameter(request.path, 'limit') ?? PAGE);
  const length = Math.min(asked, PAGE);
  const items = Array.from({ length }, (_, i) => change(another(first[(from + i) % first.length], from + i)));
  return answered(200, JSON.stringify({ items, next_page_cursor: String(from + length) }));
}

const emptyPage = ({ path }) =>
  answered(200, JSON.stringify({ items: [], next_page_cursor: String(cursorIn(path) + 1) }));

const HUGE = 'x'.repeat(50_000);
const BLANKS = Buffer.alloc(64 * 1024, 0x20);

/** Returns an answer that asks the client to wait longer than it may. */
const later = (status, after) => answered(status, '{}', { 'retry-after': after });

/**
 * What is written in place of an answer: `endless` again and again, or `body` once.
 * @typedef {{ status: number, headers: Readonly<Record<string, string>>, body?: string | Buffer, endless?: Buffer }} Written
 */

/** @typedef {import('../dist/src/reference/service.js').Called} Called */

/** @typedef {Parameters<Called['answer']>[0]} Asked */

/**
 * What lists, or all operations, answer instead of the embedded service, by the name of the target.
 * @type {Readonly<Record<string, (request: Asked, service: Called) => Promise<Written> | Written>>}
 */
export const ENDLESS = {
  'pages without end': (request, service) => pageWithoutEnd(request, service),
  'empty pages without end': emptyPage,
  'pages of huge items without end': (request, service) =>
    pageWithoutEnd(request, service, (item) => ({ ...item, extension: HUGE })),
  'bodies without end': () => ({ status: 200, headers: JSON_TYPE, endless: BLANKS }),
  'waiting that overflows': () => later(429, '9'.repeat(30)),
  'waiting until a far date': () => later(429, 'Fri, 31 Dec 9999 23:59:59 GMT'),
  'waiting again and again': () => later(429, '1'),
  'services unavailable until a far date': () => later(503, 'Fri, 31 Dec 9999 23:59:59 GMT'),
};

/** Writes the same piece again and again until the other side closes the connection. */
function pour(response, piece) {
  const more = () => {
    while (!response.destroyed && response.write(piece));
  };
  response.on('error', () => undefined).on('drain', more);
  more();
}

/**
 * Starts the embedded service with one of these targets in front of it. `asked` are the paths with queries of the
 * received requests.
 * @param {string} name
 */
export async function listenEndless(name) {
  const target = ENDLESS[name];
  if (target === undefined) throw new Error(`no target is called ${name}`);
  const service = called({ accounts: 240 });
  /** @type {string[]} */
  const asked = [];
  const server = createServer(async (incoming, response) => {
    const { method = '', url: path = '', headers } = incoming;
    asked.push(path);
    const request = { method, path, headers, body: await textOf(incoming) };
    const admitted = headers.authorization === `Bearer ${service.token}`;
    const of = admitted && method === 'GET' && LIST.test(path) ? target : service.answer;
    /** @type {Written | undefined} */
    const written = await of(request, service);
    if (written === undefined) return response.destroy();
    const { status, headers: sent, body, endless } = written;
    response.writeHead(status, sent);
    if (endless) pour(response, endless);
    else response.end(body);
    return undefined;
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return {
    url: addressOf(server),
    token: service.token,
    fixtures: service.fixtures,
    asked,
    close,
  };
}

if (process.argv[1] === import.meta.filename) {
  const { url, token, fixtures } = await listenEndless(process.argv[2] ?? '');
  process.stdout.write(`${JSON.stringify({ url, token, fixtures })}\n`);
  process.stdin.resume().on('end', () => process.exit(0));
}
