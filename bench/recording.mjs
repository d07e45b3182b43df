// Shows that memory does not grow when a recording of a gigabyte is read: `node bench/recording.mjs [megabytes]`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { MAIN } from '../scripts/command.mjs';
import { summary } from './figures.mjs';

const MEGABYTE = 1024 * 1024;

const execution = (number) => ({
  execution_id: `e-${number}`,
  order_id: `o-${number}`,
  executed_at: new Date(Date.UTC(2026, 0, 1) + number * 1000).toISOString(),
  market: 'BTCUSD',
  side: 'BUY',
  amount: '0.1',
  price: '60000',
});

/** Returns an entry like those of browsers: a page of a hundred executions. */
function entry(number) {
  const items = Array.from({ length: 100 }, (_, index) => execution(number * 100 + index));
  const text = JSON.stringify({ items, next_page_cursor: '' });
  const headers = [{ name: 'content-type', value: 'application/json' }];
  return JSON.stringify({
    startedDateTime: new Date(Date.UTC(2026, 0, 1) + number * 1000).toISOString(),
    time: 5,
    request: { method: 'GET', url: `https://api.example.com/v2/executions?limit=100`, headers, bodySize: 0 },
    response: { status: 200, headers, content: { size: text.length, mimeType: 'application/json', text } },
  });
}

/** Writes a HAR of about this many bytes. Resolves to the number of its entries. */
async function write(path, bytes) {
  const file = createWriteStream(path);
  file.write('{"log":{"version":"1.2","creator":{"name":"bench","version":"1"},"entries":[');
  let [count, written] = [0, 0];
  for (; written < bytes; count += 1) {
    const text = `${count === 0 ? '' : ',\n'}${entry(count)}`;
    written += text.length;
    if (!file.write(text)) await once(file, 'drain');
  }
  file.end(']}}');
  await once(file, 'close');
  return count;
}

/** Runs the command. Resolves to its peak memory, as counted by the kernel, and its seconds. */
async function verify(path, out) {
  const began = performance.now();
  const child = spawn(process.execPath, [MAIN, 'verify', path, '--out', out, '--quiet'], { stdio: 'ignore' });
  let most = 0;
  const watching = setInterval(async () => {
    for await (const text of createReadStream(`/proc/${child.pid}/status`).on('error', () => undefined))
      most = Math.max(most, Number(/VmHWM:\s*(\d+)/.exec(text)?.[1] ?? 0));
  }, 50);
  const [code] = await once(child, 'close');
  clearInterval(watching);
  return { code, most: most / 1024, seconds: (performance.now() - began) / 1000 };
}

/**
 * Measures a recording of this many megabytes. Linux only, because it reads the memory from /proc.
 * @param {{ megabytes?: number }} [options]
 * @returns {Promise<import('./figures.mjs').Figure[]>}
 */
export async function measureRecording({ megabytes = 1024 } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'bench-recording-'));
  const path = join(folder, 'calls.har');
  try {
    const entries = await write(path, megabytes * MEGABYTE);
    const { size } = statSync(path);
    const { code, most, seconds } = await verify(path, join(folder, 'out'));
    if (code !== 0) throw new Error(`verify ended with ${code}`);
    const name = `verify of ${Math.round(size / MEGABYTE)} MB of HAR`;
    console.log(`${entries} entries`);
    return [
      { name, aim: 'at most 25', unit: 's', ...summary([seconds]) },
      { name: `most memory of ${name}`, aim: 'at most 300', unit: 'MB', ...summary([most]) },
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  for (const megabytes of process.argv[2] ? [Number(process.argv[2])] : [64, 256, 1024])
    console.table(await measureRecording({ megabytes }));
