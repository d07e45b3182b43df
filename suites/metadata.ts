import { Inconclusive } from '../src/engine/inconclusive.ts';
import type { Probing } from '../src/engine/probing.ts';
import { must, observe, probe, question, rule, should, suite } from '../src/engine/row.ts';
import { type Failure, shown } from '../src/model/outcome.ts';
import { isObject, member } from '../src/values/json.ts';
import { accepted } from './answers.ts';
import { refusesEach } from './near-misses.ts';
import { answersTo } from './request-bodies.ts';
import { asking, type BodyOperation, bodies, plain, twinOf, updatable } from './requests.ts';

const TAKING = [
  'putFiat',
  'fiatWithdrawal',
  'cryptoWithdrawal',
  'createAddress',
] as const satisfies readonly BodyOperation[];

const takes = (operation: string): operation is (typeof TAKING)[number] => TAKING.some((each) => each === operation);

function operationOf(p: Probing): (typeof TAKING)[number] {
  if (!takes(p.operation)) throw new Error(`${p.operation} takes no metadata`);
  return p.operation;
}

type Pairs = Readonly<Record<string, string>>;

const pairs = (count: number): Pairs =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`key_${i + 1}`, `value ${i + 1}`]));

/** The boundary values of section 8: at the limit, which is accepted, and one over it, which is refused; and generated ones. */
const LIMITS = {
  PAIRS: { what: 'metadata of 7 pairs', at: pairs(6), over: pairs(7), generated: 'metadata of 7 pairs' },
  KEY: {
    what: 'a metadata key of 101 characters',
    at: { ['k'.repeat(100)]: 'v' },
    over: { ['k'.repeat(101)]: 'v' },
    generated: 'metadata key of 101',
  },
  VALUE: {
    what: 'a metadata value of 101 characters',
    at: { k: 'v'.repeat(100) },
    over: { k: 'v'.repeat(101) },
    generated: 'metadata value of 101',
  },
} as const satisfies Record<string, { what: string; at: Pairs; over: Pairs; generated: string }>;

const withMetadata = (p: Probing, metadata: Pairs) => ({ ...bodies[operationOf(p)](p), metadata });

async function isAdmitted(p: Probing, metadata: Pairs, what: string): Promise<readonly Failure[]> {
  const operation = operationOf(p);
  const failures = await p.admitted(what, asking(p, operation, withMetadata(p, metadata)), plain(p, operation));
  if (failures.length > 0 && operation === 'putFiat') await roomFor(p, metadata);
  return failures;
}

const admits = (metadata: Pairs, what: string) => probe((p) => isAdmitted(p, metadata, what));

/** Nothing says whether an update replaces metadata or adds to it: with those that are kept there may be too many pairs. */
async function roomFor(p: Probing, metadata: Pairs): Promise<void> {
  // What an update of one of the pairs leaves beside it is what it keeps.
  const [first] = Object.entries(metadata);
  if (first) await p.send('putFiat', asking(p, 'putFiat', { metadata: Object.fromEntries([first]) }).input());
  const read = await p.accepted({ operation: 'getFiat', input: () => ({ path: { id: updatable(p) } }) });
  const kept = member(accepted(read), 'metadata');
  if (new Set([...Object.keys(isObject(kept) ? kept : {}), ...Object.keys(metadata)]).size > 6)
    throw new Inconclusive('fixture', 'the account keeps former pairs, which leave no room', {
      provide: 'an account without metadata to update',
    });
}

const refuses = ({ what, at, over, generated }: (typeof LIMITS)[keyof typeof LIMITS]) =>
  probe(async (p) => {
    const operation = operationOf(p);
    const variant = asking(p, operation, withMetadata(p, over));
    const smallest = await p.refused(what, variant, twinOf(p, operation, withMetadata(p, at)));
    if (smallest.length > 0) return smallest;
    const second = await p.refused(
      `${what}, behind another pair`,
      asking(p, operation, withMetadata(p, { first: 'v', ...over })),
      twinOf(p, operation, withMetadata(p, at)),
    );
    return second.length > 0 ? second : refusesEach(p, operation, generated);
  });

/** Creates with an empty value beside another, for the rule to judge when it is accepted; an update may pass it over. */
async function sendsAnEmptyValue(p: Probing): Promise<readonly Failure[]> {
  const operation = operationOf(p);
  if (operation !== 'putFiat')
    await p.send(operation, asking(p, operation, withMetadata(p, { filled: 'x', empty: '' })).input());
  return [];
}

const PAIRS_CITES = [
  '| Metadata pairs | at most 6 | all metadata |',
  '2.1: Metadata (all resources): object of client-specified string key/value pairs, at most 6 pairs',
] as const;
const LENGTH_CITES = ['| Metadata key and value length |', '2.1: each key and value at most 100 characters'] as const;

/** Metadata of all resources: its limits, and that it comes back as it was sent. */
export const metadata = suite('8', TAKING, {
  'METADATA-PAIRS-AT-LIMIT': must(
    'Metadata of 6 pairs is accepted',
    { aspect: 'limits', cites: PAIRS_CITES },
    admits(LIMITS.PAIRS.at, 'metadata of 6 pairs'),
  ),
  'METADATA-PAIRS-OVER-LIMIT': must(
    'Metadata of 7 pairs is refused',
    { aspect: 'limits', cites: PAIRS_CITES },
    refuses(LIMITS.PAIRS),
  ),
  'METADATA-KEY-AT-LIMIT': must(
    'A metadata key of 100 characters is accepted',
    { aspect: 'limits', cites: LENGTH_CITES },
    admits(LIMITS.KEY.at, 'a metadata key of 100 characters'),
  ),
  'METADATA-KEY-OVER-LIMIT': must(
    'A metadata key of 101 characters is refused',
    { aspect: 'limits', cites: LENGTH_CITES },
    refuses(LIMITS.KEY),
  ),
  'METADATA-VALUE-AT-LIMIT': must(
    'A metadata value of 100 characters is accepted',
    { aspect: 'limits', cites: LENGTH_CITES },
    admits(LIMITS.VALUE.at, 'a metadata value of 100 characters'),
  ),
  'METADATA-VALUE-OVER-LIMIT': must(
    'A metadata value of 101 characters is refused',
    { aspect: 'limits', cites: LENGTH_CITES },
    refuses(LIMITS.VALUE),
  ),
  'METADATA-EMPTY': should(
    'Metadata without pairs is accepted',
    { aspect: 'limits', cites: PAIRS_CITES },
    admits({}, 'metadata of 0 pairs'),
  ),
  'METADATA-ECHO': must(
    'Metadata comes back as it was sent: every key with its value',
    {
      aspect: 'semantics',
      cites: [
        '2.1: | metadata | object | no | Client metadata;',
        '2.4: Set at creation; also attached to transfers to this address',
        '4.1: metadata (object).',
      ],
      lenience: 'judged where the answer has metadata; fields not marked required may be absent',
    },
    rule((exchange) => {
      const [sent, found] = [member(exchange.request.body, 'metadata'), member(accepted(exchange), 'metadata')];
      if (!isObject(sent) || !accepted(exchange)) return undefined;
      if (!isObject(found)) return 'vacuous';
      return Object.entries(sent)
        .filter(([key, value]) => typeof value === 'string' && member(found, key) !== value)
        .map(([key, value]) => ({
          where: '/metadata',
          expected: `${shown(key)}: ${shown(value)}, as it was sent`,
          actual: shown(member(found, key)),
        }));
    }),
    probe(async (p) => {
      const failures = await isAdmitted(p, { Case_Sensitive: 'Kept As Sent', second: '2' }, 'metadata of two pairs');
      if (failures.length === 0) await sendsAnEmptyValue(p);
      return failures;
    }),
  ),
  'METADATA-CLIENT-ONLY': should(
    "Metadata holds the client's pairs alone",
    {
      aspect: 'semantics',
      cites: ['2.1: object of client-specified string key/value pairs'],
      on: ['fiatWithdrawal', 'cryptoWithdrawal', 'createAddress'],
    },
    rule((exchange) => {
      const [sent, found] = [member(exchange.request.body, 'metadata'), member(accepted(exchange), 'metadata')];
      if (!isObject(found)) return accepted(exchange) ? 'vacuous' : undefined;
      if (isObject(sent) && Object.keys(sent).some((key) => member(found, key) === undefined)) return undefined;
      const foreign = Object.keys(found).filter((key) => !isObject(sent) || member(sent, key) === undefined);
      return foreign.map((key) => ({
        where: '/metadata',
        expected: 'only the pairs that were sent',
        actual: `also ${shown(key)}`,
      }));
    }),
  ),
  'METADATA-LENGTH-UNIT': observe(
    'How characters outside ASCII count towards 100 characters',
    { aspect: 'limits', cites: LENGTH_CITES },
    question((p) => {
      const values = {
        '100 of é (200 bytes)': 'é'.repeat(100),
        '100 of 😀 (200 UTF-16 units)': '😀'.repeat(100),
        '51 of 😀 (102 UTF-16 units)': '😀'.repeat(51),
      };
      const variants = Object.entries(values).map(([name, value]): [string, ReturnType<typeof withMetadata>] => [
        name,
        withMetadata(p, { k: value }),
      ]);
      return answersTo(p, Object.fromEntries(variants), operationOf(p));
    }),
  ),
  'METADATA-OTHER-VALUES': observe(
    'Whether metadata may hold an integer value or an empty key',
    { aspect: 'limits', cites: ['2.1: object of client-specified string key/value pairs'] },
    question((p) => {
      const operation = operationOf(p);
      const body = bodies[operation](p);
      return answersTo(
        p,
        { 'an integer value': { ...body, metadata: { k: 1 } }, 'an empty key': { ...body, metadata: { '': 'v' } } },
        operation,
      );
    }),
  ),
});
