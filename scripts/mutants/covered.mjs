// Which parts of an implementation a run of the suite reaches.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { runOn } from './implementation.mjs';

/** Runs the suite against the implementation in a file; whether the piece at an offset of its source was reached. */
export async function coveredBy(file, options) {
  const folder = mkdtempSync(join(tmpdir(), 'covered-'));
  const env = { ...process.env, NODE_V8_COVERAGE: folder };
  const child = spawn(process.execPath, [file], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  try {
    const { value } = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
    const found = await runOn(JSON.parse(value), options);
    const ended = once(child, 'close');
    child.stdin.end();
    await ended;
    return { found, isCovered: coverageIn(folder, file) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function coverageIn(folder, file) {
  const reports = readdirSync(folder).map((each) => JSON.parse(readFileSync(join(folder, each), 'utf8')));
  const script = reports.flatMap(({ result }) => result).find(({ url }) => url.endsWith(file.replace(/^.*(?=\/)/, '')));
  const ranges = script.functions.flatMap(({ ranges: each }) => each);
  // The smallest range around a place counts.
  return (offset) => {
    const around = ranges.filter(({ startOffset, endOffset }) => startOffset <= offset && offset < endOffset);
    const smallest = around.toSorted((a, b) => a.endOffset - a.startOffset - (b.endOffset - b.startOffset))[0];
    return smallest === undefined || smallest.count > 0;
  };
}
