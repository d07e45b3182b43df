import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { terminal } from '../../../reporters/terminal/index.ts';
import { exitCode } from '../../../src/cli/conclude.ts';
import { readTerms } from '../../../src/cli/terms.ts';
import type { Fixtures } from '../../../src/model/fixtures.ts';
import type { Report } from '../../../src/model/report.ts';
import { ExchangeLog } from '../../../src/run/files/exchange-log.ts';
import { writeReports } from '../../../src/run/files/write-reports.ts';
import { gateOf } from '../../../src/run/gate/gate.ts';
import { Run } from '../../../src/run/run.ts';
import { readSettings } from '../../../src/settings/run-settings.ts';
import {
  type Environment,
  environmentSource,
  type Flags,
  flagSource,
  Settings,
} from '../../../src/settings/settings.ts';

/** Secrets that must come out nowhere, in any spelling. */
export const CANARY = 'canary-token-7f3a/+9c1d=5e2b8a46';
export const ACCOUNT = '74600021314512';

/** What a run against a hostile target ended with. */
export interface Inspected {
  readonly report: Report;
  readonly code: number;
  /** Everything that was printed or written, by file name. */
  readonly written: Readonly<Record<string, string>>;
}

const IMPATIENT: Flags = { timeout: '0.6', maxWait: '1', runs: '2', seed: '7' };

/** Where a run goes, what it brings, and further secrets that must come out nowhere. */
export interface Aim {
  readonly url: string;
  readonly flags?: Flags;
  readonly env?: Environment;
  readonly fixtures?: Fixtures;
  /** Filled while the run goes on. */
  readonly secrets?: Iterable<string>;
}

/** Runs the whole suite against a target as the command does, and holds its output against what every output must be. */
export async function inspect({ url, flags, env, fixtures = {}, secrets = [] }: Aim): Promise<Inspected> {
  const out = mkdtempSync(join(tmpdir(), 'hostile-'));
  const settings = {
    ...readSettings(
      new Settings([
        flagSource({ baseUrl: url, out, ...IMPATIENT, ...flags }),
        environmentSource(env ?? { ACCESS_TOKEN: CANARY }),
      ]),
      {},
    ),
    fixtures,
  };
  const run = new Run(settings);
  const log = new ExchangeLog(out, run.session.record.redaction);
  run.session.record.observe({ onExchange: (recorded) => log.add(recorded) });
  await run.complete();
  log.close();
  const found = run.report();
  const gate = gateOf(found, readTerms(new Settings([]), []));
  const report = { ...found, gate };
  await writeReports(out, report);
  const files = readdirSync(out).map((file) => [file, readFileSync(join(out, file), 'utf8')] as const);
  const shown = terminal(report, { columns: 80, colour: false, detail: 'verbose', report: 'report.json' });
  const written = { ...Object.fromEntries(files), terminal: shown };
  holdOutput(written, [CANARY, ACCOUNT, ...secrets]);
  return { report, code: exitCode(gate, undefined), written };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

/** No secret, no raw control character, no live markup, every file well formed. */
function holdOutput(written: Readonly<Record<string, string>>, secrets: readonly string[]): void {
  for (const [file, text] of Object.entries(written)) {
    for (const secret of secrets) {
      const spellings = [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')];
      expect(
        spellings.filter((each) => text.includes(each)),
        `secrets in ${file}`,
      ).toEqual([]);
    }
    expect(text.match(CONTROLS)?.index ?? -1, `place of a control character in ${file}`).toBe(-1);
    expect(text, file).not.toMatch(/\n\s+at .*:\d+:\d+/);
    if (/\.(json|har)$/.test(file)) expect(() => JSON.parse(text), file).not.toThrow();
  }
  expect(unbalanced(written['junit.xml'] ?? ''), 'junit.xml').toEqual([]);
  expect(written['report.html'], 'report.html').not.toContain('<img src=x');
  expect(Object.keys(written).sort()).toEqual(FILES);
}

const FILES = ['badge.json', 'exchanges.har', 'junit.xml', 'report.html', 'report.json', 'summary.md', 'terminal'];

/** Elements that are not closed in order, and signs that no XML text may hold. */
function unbalanced(source: string): readonly string[] {
  const body = source.replace(/^<\?xml [^?]*\?>/, '');
  const open: string[] = [];
  const problems: string[] = [];
  for (const [token, close, name = '', , empty] of body.matchAll(
    /<(\/?)([\w-]+)((?:\s+[\w-]+="[^"<]*")*)\s*(\/?)>|[^<]+|</g,
  )) {
    if (token === '<' || /&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-f]+);)/i.test(token))
      problems.push(token.slice(0, 80));
    else if (close) {
      if (open.pop() !== name) problems.push(`</${name}>`);
    } else if (name && !empty) open.push(name);
  }
  return [...problems, ...open];
}
