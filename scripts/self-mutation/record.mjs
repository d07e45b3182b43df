// Records the answers against which rules are tried when suites/ are mutated: answers of each fault that a rule
// catches, and lawful ones of the reference and of each latitude. Needs a build; writes .mutation/, one file per
// target.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { Judge } from '../../dist/src/engine/judge.js';
import { isAnswered } from '../../dist/src/model/exchange.js';
import { embeddedSettings, startEmbedded } from '../../dist/src/run/embedded/embedded.js';
import { Run } from '../../dist/src/run/run.js';
import { rows } from '../../dist/suites/index.js';
import { targetsOf } from '../proof/targets.mjs';

const FOLDER = '.mutation';
const SETTLE_AFTER_MS = 300;
const ACCOUNTS = 120;
/** Requirements whose traffic includes every kind of answer. */
const TRAFFIC = 'SUCCESS-STATUS,LAWFUL-BODIES,LAWFUL-QUERIES,QE-STATUS-FORWARD,LIST-NO-GAP';
/** Number of lawful answers of an operation that are kept per target. */
const KEPT = 4;
/** Number of answers that a rule accepts, kept besides those that it rejects. */
const RIGHT = 4;
const SEQUENCE_MOST = 60;
/** Longer answers are kept only if a fault appears in no shorter ones. */
const LONG = 20_000;

/**
 * @import { Exchange } from '../../dist/src/model/exchange.js'
 * @import { Row } from '../../dist/src/engine/row.js'
 */

const isRule = ({ kind }) => kind === 'rule' || kind === 'sequence' || kind === 'group';

/** Returns the requirement without the checks that send requests, or undefined when no check is left. */
function judging(id) {
  const row = rows.find((each) => each.id === id);
  const checks = row?.checks.filter(isRule) ?? [];
  return checks.length > 0 ? { ...row, checks } : undefined;
}

/**
 * @param {import('../proof/types.ts').RunTarget} target
 * @param {string} only
 * @returns {Promise<Exchange[]>}
 */
async function exchangesOf({ faults = [], latitudes = [] }, only) {
  const service = await startEmbedded({ settleAfterMs: SETTLE_AFTER_MS, accounts: ACCOUNTS, faults, latitudes });
  const found = [];
  try {
    const run = new Run(embeddedSettings({ seed: '7', runs: '5', only }, service));
    run.session.record.observe({ onExchange: (recorded) => isAnswered(recorded) && found.push(recorded) });
    await run.complete();
  } finally {
    await service.close();
  }
  return found;
}

const wrong = (row, exchange) => new Judge([row]).take(exchange).length > 0;

const isShort = ({ response }) => response.bytes < LONG;

/** Returns the answers by which a rule catches the fault, or undefined when only a probe can catch it. */
function telling(row, exchanges) {
  const operations = row.checks.flatMap(({ also = [] }) => also).concat(row.operations);
  const own = exchanges.filter(({ operation }) => operations.includes(operation));
  const some = row.checks.some(({ kind }) => kind === 'sequence')
    ? own.filter(isShort).slice(0, SEQUENCE_MOST)
    : [
        ...shortestFirst(own.filter((each) => wrong(row, each))).slice(0, 2),
        ...own.filter((each) => isShort(each) && !wrong(row, each)).slice(0, RIGHT),
      ];
  const judge = new Judge([row]);
  return some.some((each) => judge.take(each).length > 0) ? some : undefined;
}

const shortestFirst = (exchanges) => [...exchanges].sort((a, b) => a.response.bytes - b.response.bytes);

function firstOfEach(exchanges) {
  const counts = new Map();
  return exchanges.filter(isShort).filter(({ operation, response }) => {
    const key = `${operation} ${response.status}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
    return counts.get(key) <= KEPT;
  });
}

rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER);
let count = 0;
const keep = (recorded) => {
  count += 1;
  writeFileSync(`${FOLDER}/${String(count).padStart(4, '0')}.json`, JSON.stringify(recorded));
};
for (const target of targetsOf([], [])) {
  const { kind, name } = target;
  if (target.kind === 'fault') {
    const { due } = target;
    const row = judging(due);
    const exchanges = row && telling(row, await exchangesOf(target, due));
    if (exchanges) keep({ kind, name, due, exchanges });
  } else if (target.kind === 'latitude' || target.kind === 'lawful') {
    keep({ kind, name, exchanges: firstOfEach(await exchangesOf(target, TRAFFIC)) });
  }
}
console.log(`${count} recordings in ${FOLDER}/`);
