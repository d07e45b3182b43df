// Writes bundle/transfer-conformance.mjs: the command in one file, which needs only Node. `npm run bundle`.
import { chmodSync, statSync } from 'node:fs';
import { build } from 'esbuild';
import { inside, REQUIRE } from './inline-files.mjs';

const FILE = 'bundle/transfer-conformance.mjs';
const MOST_BYTES = 6_000_000;

// The same file is the command and, in a separate thread, the judge of the proxy.
const ENTRY = `
  import { isMainThread } from 'node:worker_threads';
  await (isMainThread ? import('./dist/src/cli/main.js') : import('./dist/src/run/traffic/proxy-judge.js'));
`;

const { plugin, check } = inside({
  'dist/src/run/traffic/proxy-channel.js': 'export const judgeThread = new URL(import.meta.url);',
});
const { metafile } = await build({
  stdin: { contents: ENTRY, resolveDir: '.' },
  outfile: FILE,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  // For packages with both module formats, the CommonJS one hides from the bundler what it requires.
  mainFields: ['module', 'main'],
  minify: true,
  keepNames: true,
  legalComments: 'eof',
  banner: { js: `#!/usr/bin/env node\n${REQUIRE}` },
  plugins: [plugin],
  metafile: true,
  logLevel: 'warning',
});
chmodSync(FILE, 0o755);

check(metafile);
const { size } = statSync(FILE);
console.log(`${FILE}: ${size.toLocaleString('en')} bytes`);
if (size > MOST_BYTES) throw new Error(`more than ${MOST_BYTES.toLocaleString('en')} bytes`);
