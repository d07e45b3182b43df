import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { MAIN } from '../../support/command.ts';
import { serve, serveSocket } from '../../support/loopback.ts';

/** The most memory of a run, whatever the target sends. */
const MOST_MIB = 300;

/** The exit code of the built command, and the most memory that it ever had, in MiB. */
async function peak(url: string): Promise<{ readonly code: number | null; readonly mib: number }> {
  const folder = mkdtempSync(join(tmpdir(), 'memory-'));
  const script = join(folder, 'peak.mjs');
  const file = join(folder, 'peak');
  writeFileSync(
    script,
    `import { writeFileSync } from 'node:fs';
     process.on('exit', () => writeFileSync(${JSON.stringify(file)}, String(process.resourceUsage().maxRSS / 1024)));`,
  );
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(
    process.execPath,
    ['--import', pathToFileURL(script).href, MAIN, '--runs', '2', '--only', '4.3,4.4,4.12'],
    {
      cwd: folder,
      env: { PATH, HOME, BASE_URL: url, ACCESS_TOKEN: 'canary-token-0123456789' },
      stdio: 'ignore',
    },
  );
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { code, mib: Number(readFileSync(file, 'utf8')) };
}

/** Holds the memory of a run against a server, and ends the server. */
async function holdMemory(server: { readonly url: string; readonly close: () => Promise<void> }): Promise<void> {
  const { code, mib } = await peak(server.url);
  await server.close();
  expect(code).toBeGreaterThan(0);
  expect(mib).toBeLessThan(MOST_MIB);
}

/** Sends a piece again and again until the other side has enough, or `times` times. */
function pour(response: ServerResponse, piece: Buffer, times: number): void {
  let left = times;
  const more = (): void => {
    while (left > 0) {
      left -= 1;
      if (!response.write(piece)) return;
    }
    response.end();
  };
  response.on('error', () => undefined).on('drain', more);
  more();
}

const MIB = 1024 * 1024;
/** A gigabyte of blanks: sixteen gzip members of 64 MiB, compressed once, so that the server's own work is not what is measured. */
const BOMB = Buffer.concat(Array<Buffer>(16).fill(gzipSync(Buffer.alloc(64 * MIB, 0x20))));
const item = JSON.stringify({ id: 'x', created_at: '2024-01-01T00:00:00Z', status: 'PENDING', memo: 'y'.repeat(400) });

test.each<[string, (response: ServerResponse) => void]>([
  ['bodies of gigabytes', (response) => pour(response, Buffer.alloc(MIB, 0x20), 4096)],
  [
    'bodies of a gigabyte that is compressed to a megabyte',
    (response) => {
      response.setHeader('content-encoding', 'gzip');
      response.end(BOMB);
    },
  ],
  ['lists of a thousand wrong items', (response) => response.end(`{"items":[${Array(1_000).fill(item).join()}]}`)],
])('%s take less than 300 MB of memory', { timeout: 120_000 }, async (_, answer) => {
  await holdMemory(
    await serve((_seen, response) => {
      response.setHeader('content-type', 'application/json');
      answer(response);
    }),
  );
});

test('endless headers take less than 300 MB of memory', { timeout: 120_000 }, async () => {
  await holdMemory(
    await serveSocket((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      const more = (): void => {
        while (!socket.destroyed && socket.write(`x: ${'y'.repeat(65_536)}\r\n`));
      };
      socket.on('drain', more);
      more();
    }),
  );
});
