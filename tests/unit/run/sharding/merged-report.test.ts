import { expect, it } from 'vitest';
import { emptyFacts, type Facts } from '../../../../src/model/facts.ts';
import type { RunPart } from '../../../../src/model/report.ts';
import type { ShardPart } from '../../../../src/model/shard.ts';
import { reportedFacts } from '../../../../src/run/report/build-report.ts';
import { mergedReport } from '../../../../src/run/sharding/merged-report.ts';
import { sample } from '../../../support/sample.ts';

const part: RunPart = {
  run: {
    id: 'run',
    seed: 1,
    runs: 1,
    loopback: true,
    strict: false,
    changesBankDetails: true,
    maxItems: 100,
    maxPages: 10,
  },
  fixtures: {},
  array_format: 'repeat',
  only: [],
  exclude: [],
  level: 'observe',
  shard: null,
  ended: {},
  taken: {},
  cases: {},
  unsent: [],
};

/** The report of the only shard of a run that had its withdrawals refused. */
function refusedShard(strict: boolean, more: Partial<Facts> = {}) {
  const facts: Facts = {
    ...emptyFacts,
    ...more,
    unavailable: { fiatWithdrawal: { reason: 'the smallest valid request was refused', cause: 'refused' } },
  };
  const shard: ShardPart = {
    index: 1,
    of: 1,
    array_format: 'repeat',
    selection: null,
    only: [],
    facts: reportedFacts(facts),
  };
  const audit = { exchanges: 1, parts: [{ ...part, run: { ...part.run, strict } }] };
  return { ...sample, shard, audit };
}

it.each([
  ['names --strict, without which refusals by funded fixtures are no failures', false],
  ['does not name --strict again', true],
])('the verdict on merged shards %s', (_, strict) => {
  expect(mergedReport([refusedShard(strict)]).verdict_reason.includes('--strict')).toBe(!strict);
});

it.each([
  ['all', ['a wrong base URL', 'a wrong base URL'], true],
  ['only some', ['a wrong base URL', undefined], false],
] as const)('the verdict on merged shards begins with the cause that %s of them suspect', (_, causes, named) => {
  const [first, ...others] = causes.map((cause, i) => {
    const found = refusedShard(false, cause === undefined ? {} : { suspected_cause: cause });
    return { ...found, shard: { ...found.shard, index: i + 1, of: causes.length } };
  });
  expect(first && mergedReport([first, ...others]).verdict_reason.startsWith('a wrong base URL; ')).toBe(named);
});
