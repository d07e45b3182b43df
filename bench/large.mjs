// A service that contains only fiat accounts, as many as requested, and creates each page on request. The embedded
// service sorts all its accounts for each page, so its own cost would dominate the measurement.
import { createServer } from 'node:http';
import { addressOf } from '../scripts/address.mjs';

const count = Number(process.argv[2]);
const NEWEST = Date.parse('2026-01-01T00:00:00Z');
const MOST = 1000;

const account = (i) => ({
  id: `00000000-0000-4000-8000-${String(i).padStart(12, '0')}`,
  fiat_network_instructions: { wire: { account_number: `0000${String(i).padStart(8, '0')}` } },
  status: 'APPROVED',
  created_at: new Date(NEWEST - i * 1000).toISOString(),
});

function page(query) {
  const limit = Math.min(Number(query.get('limit') ?? 100), MOST);
  const ascending = query.get('order') === 'ASC';
  const start = Number(query.get('page_cursor') ?? 0);
  const length = Math.max(0, Math.min(limit, count - start));
  const items = Array.from({ length }, (_, i) => account(ascending ? count - 1 - start - i : start + i));
  return { items, ...(start + length < count ? { next_page_cursor: String(start + length) } : {}) };
}

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://127.0.0.1');
  const found = pathname.endsWith('/transfer/fiat-accounts') ? page(searchParams) : { items: [] };
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(found));
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ url: addressOf(server), fixtures: {} })}\n`);
});
process.stdin.resume().on('end', () => process.exit(0));
