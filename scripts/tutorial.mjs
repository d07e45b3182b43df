// Follows docs/tutorial.md in an empty folder, and updates the output that it and the README quote: `npm run tutorial`.
// With --check, writes nothing and exits with 1 if a quotation differs in more than times, ports and numbers of
// requests.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MAIN } from './command.mjs';

const PAGES = ['docs/tutorial.md', 'README.md'];
const folder = mkdtempSync(join(tmpdir(), 'tutorial-'));

const start = (args, env = {}) =>
  spawn(process.execPath, [MAIN, ...args], { cwd: folder, env: { PATH: process.env.PATH, ...env } });

/** Starts the embedded service and returns the environment variables that it prints. */
async function serve(...args) {
  const child = start(['serve', ...args]);
  let text = '';
  for await (const chunk of child.stdout) {
    text += chunk;
    if (/^CLIENT_SECRET=.+$/m.test(text)) break;
  }
  const end = () => new Promise((ended) => child.once('close', ended).kill());
  return { text, env: Object.fromEntries([...text.matchAll(/^(\w+)=(.*)$/gm)].map((each) => each.slice(1))), end };
}

/** Returns what a command prints. Throws unless it ends with the given exit code. */
async function printed(code, args, env) {
  const child = start(args, env);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
  const ended = await new Promise((resolved) => child.once('close', resolved));
  if (ended !== code) throw new Error(`${args.join(' ')} ended with ${ended}, not ${code}:\n${text}`);
  return text;
}

async function follow() {
  const broken = await serve('--port', '0', '--fault', 'FW-TOTAL/subtracts-fee');
  const said = [broken.text, await printed(0, ['init'], broken.env), await printed(1, ['--seed', '1'], broken.env)];
  await broken.end();
  const { port } = new URL(broken.env.BASE_URL);
  const repaired = await serve('--port', port, '--fixtures-out', 'fixtures.json');
  said.push(await printed(0, ['replay', 'FW-TOTAL'], repaired.env), await printed(0, ['--seed', '1'], repaired.env));
  await repaired.end();
  return said.join('\n').replaceAll(`127.0.0.1:${port}`, '127.0.0.1:8080');
}

const inOne = (text) => text.replace(/\s+/g, ' ').trim();

/** Returns the text without what differs from run to run. */
const comparable = (text) =>
  inOne(text)
    .replace(/[\d,]+ requests? in [^;]+;/g, 'N requests in T;')
    .replace(/expected [\d.]+: amount \+ fee got [\d.]+/g, 'expected X: amount + fee got Y');

/** Returns what two versions of a line have in common: its words. */
const shape = (line) => inOne(line.replace(/[\d.,/]+/g, '#').replace(/[✓✗○◇!·]/g, '*'));

/** Returns a page with each quoted line as it is printed now, and with the beginning of a line that is cut (…). */
function refreshed(page, lines) {
  const now = new Map(lines.toReversed().map((line) => [shape(line), line]));
  const renewed = (line) => {
    if (!line.includes('…')) return now.get(shape(line)) ?? line;
    if (/\S…/.test(line)) return line;
    const lead = line.slice(0, line.indexOf('…')).trimEnd();
    const found = lines.find((each) => shape(each).startsWith(shape(lead)) && shape(lead) !== '');
    if (!found) return line;
    const words = inOne(found).split(' ').slice(0, inOne(lead).split(' ').length);
    return `${/^\s*/.exec(found)?.[0]}${words.join(' ')} …`;
  };
  return page.replace(/(?<=```text\n)[\s\S]*?(?=```)/g, (block) => block.split('\n').map(renewed).join('\n'));
}

/** Returns the quotations that are missing from the output. */
const missing = (page, said) =>
  [...page.matchAll(/```text\n([\s\S]*?)```/g)]
    .flatMap(([, block]) => comparable(block).split('…'))
    .map((each) => each.trim())
    .filter((each) => !said.includes(each));

const said = await follow();
let stale = 0;
for (const page of PAGES) {
  const text = readFileSync(page, 'utf8');
  const result = process.argv.includes('--check') ? text : refreshed(text, said.split('\n'));
  if (result !== text) writeFileSync(page, result);
  for (const each of missing(result, comparable(said))) {
    stale += 1;
    console.log(`${page} quotes what is not printed: ${each}`);
  }
}
console.log(stale === 0 ? 'every quotation is printed' : '"npm run tutorial" brings numbers up to date');
process.exitCode = stale === 0 ? 0 : 1;
