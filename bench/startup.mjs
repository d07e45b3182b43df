// The time before the first request, and the cost of commands that send none.
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { addressOf } from '../scripts/address.mjs';
import { MAIN } from '../scripts/command.mjs';
import { inTurn, ratio } from './figures.mjs';
import { succeeding, temporary, timed } from './processes.mjs';

const VITEST = join(import.meta.dirname, '../node_modules/vitest/vitest.mjs');

/** Returns the seconds from the start of a run to its first request. */
async function toFirstRequest() {
  let first = 0;
  const server = createServer((_, response) => {
    first ||= performance.now();
    response.writeHead(401, { 'content-type': 'application/json' }).end('{}');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const began = performance.now();
  await timed([MAIN, 'run', '--only', 'SUCCESS-JSON', '--quiet'], {
    env: { BASE_URL: addressOf(server), ACCESS_TOKEN: 'token-of-the-bench' },
  });
  server.close();
  return (first - began) / 1000;
}

/** Creates a Vitest project with one test that does nothing. */
function emptyProject() {
  const folder = temporary();
  writeFileSync(join(folder, 'empty.test.js'), 'test("nothing", () => {})\n');
  return folder;
}

const seconds = async (args, cwd) => (await succeeding(args, cwd ? { cwd } : {})).seconds;

/**
 * Measures the start of a run ÷ an empty run of Vitest, and `list` and `--help` ÷ bare Node.
 * @param {{ rounds?: number }} [options]
 * @returns {Promise<import('./figures.mjs').Figure[]>}
 */
export async function measureStartup({ rounds = 7 } = {}) {
  const folder = emptyProject();
  const [first, empty, list, help, bare] = await inTurn(
    rounds,
    toFirstRequest,
    () => seconds([VITEST, 'run', '--globals', '--root', folder], folder),
    () => seconds([MAIN, 'list']),
    () => seconds([MAIN, '--help']),
    () => seconds(['-e', '0']),
  );
  return [
    ratio('time to the first request ÷ an empty run of Vitest', '', first, empty),
    ratio('list ÷ node -e 0', 'below 3', list, bare),
    ratio('--help ÷ node -e 0', 'below 3', help, bare),
  ];
}

if (process.argv[1] === import.meta.filename) console.table(await measureStartup());
