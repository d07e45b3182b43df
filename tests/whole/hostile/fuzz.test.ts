import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { Redaction } from '../../../src/client/redaction.ts';
import { Judge } from '../../../src/engine/judge.ts';
import { results } from '../../../src/engine/results.ts';
import { type Exchange, isAnswered, type Response } from '../../../src/model/exchange.ts';
import { readBody } from '../../../src/model/read-body.ts';
import { askedPause } from '../../../src/model/retry-after.ts';
import { embeddedSettings, startEmbedded } from '../../../src/run/embedded/embedded.ts';
import { Run } from '../../../src/run/run.ts';
import { isObject, type Json } from '../../../src/values/json.ts';
import { rows, trafficRows } from '../../../suites/index.ts';
import { configured } from '../../support/loopback.ts';
import { front } from './front.ts';
import { inspect } from './inspect.ts';

/** Whatever bytes, headers and JSON come: no rule throws, no probe breaks, and no reader of answers gives up. */

let good: readonly Exchange[] = [];

beforeAll(async () => {
  const service = await startEmbedded({ accounts: 240 });
  const kept: Exchange[] = [];
  const settings = { ...embeddedSettings({ seed: '1', runs: '2' }, service), only: ['SUCCESS-STATUS', '4.3', '4.12'] };
  const run = new Run(settings);
  run.session.record.observe({ onExchange: (each) => void (isAnswered(each) && kept.push(each)) });
  await run.complete();
  await service.close();
  good = kept;
});

const strange: fc.Arbitrary<Json> = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.parse(JSON.stringify(value)) as Json),
  fc.constantFrom<Json[]>('', '1e400', '-0', 'NaN', '2024-13-45T99:99:99Z', '\ud800', '__proto__', '\u0000', -1, 1e308),
  fc
    .constantFrom('__proto__', 'constructor', 'items', 'id')
    .map((name) => JSON.parse(`{"${name}":{"${name}":[null]}}`)),
);

/** How a value is spoilt: at which of its places, and what stands there then; nothing leaves the member out. */
interface Spoil {
  readonly places: readonly number[];
  readonly by: Json | undefined;
}

const spoil: fc.Arbitrary<Spoil> = fc.record({
  places: fc.array(fc.nat(11), { maxLength: 6 }),
  by: fc.option(strange, { nil: undefined, freq: 5 }),
});

function spoilt(value: Json, [place, ...deeper]: readonly number[], by: Json | undefined): Json | undefined {
  if (place === undefined) return by;
  if (Array.isArray(value)) {
    const at = value.length === 0 ? 0 : place % value.length;
    return value.flatMap((each: Json, i) => (i === at ? (spoilt(each, deeper, by) ?? []) : [each]));
  }
  if (!isObject(value)) return by;
  const names = Object.keys(value);
  const name = names[place % Math.max(names.length, 1)] ?? 'extra';
  return { ...value, [name]: spoilt(value[name] ?? null, deeper, by) };
}

const headers = fc.dictionary(
  fc.constantFrom('content-type', 'retry-after', 'date', 'location', '__proto__', 'x', 'content-encoding'),
  fc.oneof(fc.string(), fc.constantFrom('application/json', 'application/json; charset=latin1', ';;', '-1', 'Tue')),
);

const answer = (body: Json | undefined): Response['body'] =>
  body === undefined ? { kind: 'empty' } : { kind: 'json', value: body, text: JSON.stringify(body) };

/** A good exchange whose answer, status or headers are spoilt. */
const exchange = fc
  .record({
    which: fc.nat(),
    status: fc.oneof({ weight: 3, arbitrary: fc.constant(200) }, fc.integer({ min: 100, max: 999 })),
    headers: fc.option(headers, { nil: undefined }),
    spoils: fc.array(spoil, { minLength: 1, maxLength: 3 }),
  })
  .map(({ which, status, headers: others, spoils }): Exchange => {
    const chosen = good[which % good.length];
    if (!chosen) throw new Error('nothing was recorded');
    const { body } = chosen.response;
    const value = spoils.reduce<Json | undefined>(
      (now, { places, by }) => spoilt(now ?? null, places, by),
      body.kind === 'json' ? body.value : null,
    );
    const response = { ...chosen.response, status, headers: others ?? chosen.response.headers, body: answer(value) };
    return { ...chosen, response };
  });

describe('no rule throws', () => {
  test('for any corrupted answer', { timeout: 120_000 }, () => {
    expect(good.length).toBeGreaterThan(50);
    const judge = new Judge(rows);
    fc.assert(
      fc.property(exchange, (each) => void judge.take(each)),
      { numRuns: 1500, seed: 11 },
    );
    const { tallies } = judge;
    expect(results(rows, { tallies, surveys: judge.surveys(), outcomes: {}, unavailable: {} })).toHaveLength(
      rows.length,
    );
  });

  test('for any JSON instead of an answer, in any order of answers', { timeout: 120_000 }, () => {
    const any = fc.tuple(fc.nat(), strange);
    expect(good).not.toEqual([]);
    fc.assert(
      fc.property(fc.array(any, { maxLength: 8 }), (answers) => {
        const judge = new Judge(rows);
        for (const [which, value] of answers) {
          const chosen = good[which % good.length];
          if (chosen) judge.take({ ...chosen, response: { ...chosen.response, body: answer(value) } });
        }
      }),
      { numRuns: 150, seed: 12 },
    );
  });
});

/** What stands in place of a member, one after another. */
const WRONG: readonly Json[] = [
  ...[null, 5, -1, 1e308, true, '', 'x', [], {}, [[[]]], ['a', 5, null], '__proto__', 'constructor'],
  ...['2026-13-45T99:99:99Z', '9'.repeat(500), '-0.0e5', '0', JSON.parse('{"__proto__":{"id":1},"toString":1}')],
];

/** Every place in a value, as the names and numbers that lead to it. Of a list only the first item. */
function* placesIn(value: Json | undefined, before: readonly string[] = []): Generator<readonly string[]> {
  yield before;
  if (Array.isArray(value)) {
    if (value.length > 0) yield* placesIn(value[0], [...before, '0']);
  } else if (isObject(value)) for (const name of Object.keys(value)) yield* placesIn(value[name], [...before, name]);
}

function replaced(value: Json | undefined, [name, ...deeper]: readonly string[], by: Json): Json {
  if (name === undefined) return by;
  if (Array.isArray(value))
    return value.map((each: Json, i) => (String(i) === name ? replaced(each, deeper, by) : each));
  return isObject(value) ? { ...value, [name]: replaced(value[name], deeper, by) } : by;
}

/** The first accepted and the first refused exchange of each operation, each changed in one place after another. */
function* changedInOnePlace(): Generator<Exchange> {
  const chosen = new Map(good.map((each) => [`${each.operation} ${each.response.status < 300}`, each]));
  for (const each of chosen.values()) {
    const { request, response } = each;
    const answered = response.body.kind === 'json' ? response.body.value : undefined;
    for (const by of WRONG) {
      for (const place of placesIn(answered))
        yield { ...each, response: { ...response, body: answer(replaced(answered, place, by)) } };
      for (const place of request.body === undefined ? [] : placesIn(request.body))
        yield { ...each, request: { ...request, body: replaced(request.body, place, by) } };
      for (const name of Object.keys(request.query))
        yield { ...each, request: { ...request, query: { ...request.query, [name]: [JSON.stringify(by)] } } };
    }
  }
}

test('no rule on traffic throws when one place of a request or an answer is changed', { timeout: 120_000 }, () => {
  const judge = new Judge(trafficRows);
  let count = 0;
  for (const each of changedInOnePlace()) {
    judge.take(each);
    count += 1;
  }
  expect(count).toBeGreaterThan(2_000);
});

describe.concurrent('no probe throws an error', () => {
  test.each([21, 22, 23])('against a service that corrupts answers at random (seed %i)', {
    timeout: 120_000,
  }, async (seed) => {
    const chances = fc.sample(fc.record({ spoil, status: fc.constantFrom(200, 200, 200, 400, 409, 500, 302) }), {
      numRuns: 997,
      seed,
    });
    const spoiled = await front({
      spoil: (given, { count }) => {
        const chance = chances[count % chances.length];
        if (!chance || count % 3 === 0 || given.body === '') return given;
        const value = spoilt(JSON.parse(given.body) as Json, chance.spoil.places, chance.spoil.by);
        return { ...given, status: chance.status, body: JSON.stringify(value ?? null) };
      },
    });
    try {
      const { report, code } = await inspect({
        ...spoiled,
        flags: { timeout: '20', maxDuration: '40s', only: '4.1,4.3,4.4,4.9,4.12' },
      });
      expect(report.verdict_reason).not.toContain('broke');
      expect(report.verdict).toBe('nonconformant');
      expect(code).toBe(1);
    } finally {
      await spoiled.close();
    }
  });
});

describe('reading an answer', () => {
  const { bounds } = configured('http://127.0.0.1:1', { maxDecompressedBytes: '4096', maxJsonDepth: '9' });
  const codings = fc.constantFrom(undefined, '', 'gzip', 'br', 'deflate', 'gzip, br', 'identity', 'zstd', ',,;');
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 300 }).map((given) => Buffer.from(given)),
    fc.json().map((text) => gzipSync(text)),
    fc.string({ unit: 'binary' }).map((text) => Buffer.from(text, 'latin1')),
  );

  test('gives a body that is json, empty or unreadable for any bytes in any coding', async () => {
    await fc.assert(
      fc.asyncProperty(bytes, codings, fc.boolean(), async (given, coding, whole) => {
        const body = await readBody({ bytes: given, whole }, coding, bounds);
        expect(['json', 'empty', 'unreadable']).toContain(body.kind);
      }),
      { numRuns: 1000, seed: 31 },
    );
  });

  test('gives no negative pause for any headers', () => {
    fc.assert(
      fc.property(headers, (given) => {
        const pause = askedPause({ status: 429, headers: given, body: { kind: 'empty' }, bytes: 0 });
        expect(pause === undefined || pause >= 0).toBe(true);
      }),
      { numRuns: 1000, seed: 32 },
    );
  });

  test('redacts a secret in any surrounding text', () => {
    const secret = 'canary-secret-0f9e8d7c6b5a';
    const redaction = new Redaction([{ name: 'CLIENT_SECRET', value: secret }]);
    const spelling = fc.constantFrom(secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64'));
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), spelling, fc.string(), (before, spelled, after) => {
        const shown = JSON.stringify(redaction.json({ [before + spelled]: [after, spelled + after] }));
        expect(shown).not.toContain(spelled);
      }),
      { numRuns: 500, seed: 33 },
    );
  });
});
