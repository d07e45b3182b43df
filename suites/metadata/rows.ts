import { type Measure, metadataLimits } from '../../src/contract/constraints/index.ts';
import { combining, probe, rule, sequence } from '../../src/engine/check.ts';
import { Inconclusive, unlessInconclusive } from '../../src/engine/inconclusive.ts';
import { NOT_CONCERNED, NOTHING_TO_JUDGE } from '../../src/engine/judgement.ts';
import type { Probing } from '../../src/engine/probing.ts';
import { must, observe, type Row, should, suite } from '../../src/engine/row.ts';
import { type Failure, shown } from '../../src/model/outcome.ts';
import { isObject, type JsonObject, member } from '../../src/values/json.ts';
import { acceptedBody } from '../vocabulary/answers.ts';
import { carrierOf, expectAccepted } from '../vocabulary/body-variants.ts';
import { limitRows, outsideAscii } from '../vocabulary/constraints/limits.ts';
import { derived, stated } from '../vocabulary/constraints/sources.ts';
import { answering } from '../vocabulary/questions.ts';
import { asking, type BodyOperation, bodies, NOTE, plain, plainAnswer, twinOf } from '../vocabulary/requests.ts';
import { answerWithoutRefId, bareAnswer } from '../vocabulary/without-ref-id.ts';
import { fitting, isPairs, keptKeys, type Pairs, replacesMetadata, WHOLE } from './kept-metadata.ts';
import { echoesMetadata } from './metadata-echo.ts';
import { ofNoOtherRequest } from './other-metadata.ts';

const TAKING = [
  'putFiat',
  'fiatWithdrawal',
  'cryptoWithdrawal',
  'createAddress',
] as const satisfies readonly BodyOperation[];

/** Observations of metadata use only this operation: they do not justify withdrawals or changes of an account. */
const MOVING_NOTHING = ['createAddress'] as const;

const takes = (operation: string): operation is (typeof TAKING)[number] => TAKING.some((each) => each === operation);

function operationOf(p: Probing): (typeof TAKING)[number] {
  if (!takes(p.operation)) throw new Error(`${p.operation} takes no metadata`);
  return p.operation;
}

/** Returns the limit of one measure of metadata, for each operation that takes metadata. */
const limit = (of: Measure) => stated('at-most', (each) => each.member === 'metadata' && each.of === of);

const [PAIRS, KEY, VALUE] = [limit('pairs'), limit('key'), limit('value')];

const withMetadata = (p: Probing, metadata: Pairs) => ({ ...bodies[operationOf(p)](p), metadata });

async function expectMetadataAccepted(p: Probing, metadata: Pairs, what: string): Promise<readonly Failure[]> {
  const body = withMetadata(p, await fitting(p, metadata));
  // An accepted update is also a twin for the rows of its single limits.
  if (p.operation === 'putFiat' && p.attempt === 0 && (await p.isAccepted(twinOf(p, p.operation, body)))) return [];
  const failures = await expectAccepted(p, what, { metadata: body.metadata });
  if (failures.length > 0) await hasRoom(p, body);
  return failures;
}

/**
 * Throws Inconclusive where the account may have kept former pairs, which leave no room for the new ones. The document
 * does not say whether an update replaces metadata or adds to it.
 */
async function hasRoom(p: Probing, { metadata = {} }: JsonObject): Promise<void> {
  if (p.operation !== 'putFiat' || !isObject(metadata)) return;
  const kept = await keptKeys(p, metadata);
  const isFull = kept && new Set([...kept, ...Object.keys(metadata)]).size > metadataLimits.pairs;
  if (isFull ?? !(await replacesMetadata(p)))
    throw new Inconclusive('fixture', 'the account may keep former pairs, which leave no room for new ones', {
      need: { words: 'an account without metadata to update' },
    });
}

/** An empty value, and a value with letters outside ASCII. The document does not say that either is accepted. */
const WITH_AN_EMPTY_VALUE = { filled: 'true', letters: 'Zoë Łukasz 李', empty: '' };
/**
 * The same with characters that are special in HTML, URLs and JSON, with spaces around them and two in a row, with an
 * emoji of two that are joined, and with an accent after its letter, which may be refused too.
 */
const WITH_MARKS = { ...WITH_AN_EMPTY_VALUE, marks: ` <b> &  "it's" %41\\u0041 \u{fb01} e\u0301 👩\u200d🚀 ` };
/**
 * Strings that look like other types, under keys that differ in case or mean something elsewhere, and one of maximum
 * length. They must come back unchanged. The shortest key and value have one character: the document states only a maximum
 * length. A value that is cut shows beside the others, which show that an update has taken effect.
 */
const TEXTS = {
  Case_Sensitive: 'Kept As Sent '.repeat(metadataLimits.value).slice(0, metadataLimits.value),
  case_sensitive: 'null',
  s: '0',
  'date.of.birth': '1990-01-31',
  amount: '007.50',
  constructor: 'true',
};

/**
 * Whether the same strings are accepted without the key that has capital letters, the one with dots, and the one that
 * services refuse because objects inherit it.
 */
async function areAcceptedUnderPlainKeys(p: Probing): Promise<boolean> {
  const { Case_Sensitive: _, constructor: __, 'date.of.birth': ___, ...plainKeys } = TEXTS;
  return p.isAccepted(twinOf(p, operationOf(p), withMetadata(p, await fitting(p, plainKeys))));
}

/** Demands that these strings are accepted, or those under plain keys: no alphabet of keys is stated. */
async function expectTexts(p: Probing): Promise<readonly Failure[]> {
  try {
    const failures = await expectMetadataAccepted(p, TEXTS, 'metadata with six strings');
    return failures.length > 0 && (await areAcceptedUnderPlainKeys(p)) ? [] : failures;
  } catch (error) {
    if (error instanceof Inconclusive && (await areAcceptedUnderPlainKeys(p))) return [];
    throw error;
  }
}

/**
 * Values of the metadata of updates, under the key of all updates: an account may be full. The second one is sent if the
 * first one is refused.
 */
const NOTES = [`${WITH_MARKS.marks}${WITH_AN_EMPTY_VALUE.letters} `, WITH_AN_EMPTY_VALUE.letters];

/**
 * Returns metadata for updates, to be sent until one is accepted. The first one has a new pair as well, which shows that
 * the update has taken effect; an account that is full takes none.
 */
const ofUpdates = (p: Probing): readonly Pairs[] => {
  const notes = NOTES.map((note) => ({ [NOTE]: note }));
  return [{ ...notes[0], beside: p.freshRef() }, ...notes];
};

/** Sends metadata that may be refused, so that the rule can judge accepted answers. Updates are tried only on loopback. */
async function sendsWhatMayBeRefused(p: Probing): Promise<readonly Failure[]> {
  const operation = operationOf(p);
  await p.twin(plain(p, operation));
  if (operation === 'putFiat') {
    for (const metadata of p.run.spendsFreely ? ofUpdates(p) : [])
      if ((await p.answerTo(asking(p, operation, { metadata }))).isAccepted) break;
    return [];
  }
  for (const metadata of [WITH_MARKS, WITH_AN_EMPTY_VALUE]) {
    if (await carrierOf(p, { metadata })) return [];
    const own = asking(p, operation, withMetadata(p, metadata));
    const { isAccepted, exchange } = await p.answerTo(own);
    const failures = await p.serverError(own, exchange);
    if (isAccepted || failures.length > 0) return failures;
  }
  return [];
}

/** Sends a creation with metadata and, on loopback, one without, for the rule to judge. */
async function sendsWithAndWithout(p: Probing): Promise<readonly Failure[]> {
  const operation = operationOf(p);
  await plainAnswer(p, operation);
  await unlessInconclusive(undefined, () => answerWithoutRefId(p, operation), ['refused', 'budget']);
  if (p.run.spendsFreely) await unlessInconclusive(undefined, () => bareAnswer(p, operation), ['refused', 'budget']);
  return [];
}

/** Returns the body with its metadata under keys that an update can use. */
async function underFittingKeys(p: Probing, body: JsonObject): Promise<JsonObject> {
  const { metadata } = body;
  return isPairs(metadata) ? { ...body, metadata: await fitting(p, metadata) } : body;
}

const AT_LIMIT = { cause: hasRoom, within: async (p: Probing) => ({ metadata: await fitting(p, WHOLE) }) };

const limits: readonly Row[] = [
  ...limitRows('METADATA-PAIRS', PAIRS, '8', AT_LIMIT),
  ...limitRows('METADATA-KEY', KEY, '8', AT_LIMIT),
  // A long value under a new key would be refused by a full account whatever its length.
  ...limitRows('METADATA-VALUE', VALUE, '8', { ...AT_LIMIT, fitted: underFittingKeys }),
];

const contents: readonly Row[] = suite('8', TAKING, {
  'METADATA-EMPTY': must(
    'Metadata without pairs is accepted',
    { aspect: 'limits', cites: derived(PAIRS, '8').cites },
    combining(
      'demanded',
      () => [{ metadata: {} }],
      probe((p) => expectMetadataAccepted(p, {}, 'metadata of 0 pairs')),
    ),
  ),
  'METADATA-WHOLE-AT-LIMIT': must(
    'Metadata at all of its limits at once is accepted',
    {
      aspect: 'limits',
      cites: [
        '| Metadata pairs | at most 6 | all metadata |',
        '| Metadata key and value length | at most 100 characters each | all metadata |',
      ],
    },
    combining(
      'demanded',
      () => [{ metadata: WHOLE }],
      probe((p) => expectMetadataAccepted(p, WHOLE, 'metadata of 6 pairs, each key and value of 100 characters')),
    ),
  ),
  'METADATA-ECHO': must(
    'The answer returns metadata unchanged: every key with its value',
    {
      aspect: 'semantics',
      cites: [
        '2.1: | metadata | object | no | Client metadata;',
        '2.4: Set at creation; also attached to transfers to this address',
        '4.1: metadata (object).',
      ],
      lenience:
        'Judged only if the answer has metadata, because fields not marked required may be absent, and not if an update leaves the account PENDING with none of the new pairs, because an update may await approval.',
    },
    rule(echoesMetadata),
    combining('demanded', () => [{ metadata: TEXTS }], probe(expectTexts)),
    combining('open', () => [{ metadata: WITH_MARKS }], probe(sendsWhatMayBeRefused)),
  ),
  'METADATA-CLIENT-ONLY': should(
    "Metadata contains only the client's pairs",
    {
      aspect: 'semantics',
      cites: ['2.1: object of client-specified string key/value pairs'],
      on: ['fiatWithdrawal', 'cryptoWithdrawal', 'createAddress'],
    },
    rule((exchange) => {
      const [sent, found] = [member(exchange.request.body, 'metadata'), member(acceptedBody(exchange), 'metadata')];
      if (!isObject(found)) return acceptedBody(exchange) ? NOTHING_TO_JUDGE : NOT_CONCERNED;
      if (isObject(sent) && Object.keys(sent).some((key) => member(found, key) === undefined)) return NOT_CONCERNED;
      const foreign = Object.keys(found).filter((key) => !isObject(sent) || member(sent, key) === undefined);
      return foreign.map((key) => ({
        where: '/metadata',
        expected: 'only the pairs that were sent',
        actual: `also ${shown(key)}`,
      }));
    }),
  ),
  'METADATA-OF-NO-OTHER': must(
    'The answer to a creation without a pair of metadata does not show that pair from another request',
    {
      aspect: 'semantics',
      cites: ['2.1: object of client-specified string key/value pairs'],
      on: ['fiatWithdrawal', 'cryptoWithdrawal', 'createAddress'],
      lenience:
        'Only pairs of other creations of the same operation count, and only if the answer shows an id that no earlier answer showed.',
    },
    sequence(ofNoOtherRequest),
    probe(sendsWithAndWithout),
  ),
  'METADATA-LENGTH-UNIT': observe(
    `How non-ASCII characters count towards the limit of ${metadataLimits.value} characters`,
    { aspect: 'limits', on: MOVING_NOTHING, cites: derived(VALUE, '8').cites },
    answering(() => {
      const most = metadataLimits.value;
      const values = {
        ...outsideAscii(most),
        [`${most} of 😀 (${2 * most} UTF-16 units)`]: '😀'.repeat(most),
      };
      const changes = Object.entries(values).map(([name, k]) => [name, { metadata: { k } }] as const);
      return Object.fromEntries(changes);
    }),
  ),
  'METADATA-OTHER-VALUES': observe(
    'Whether metadata may contain an integer value or an empty key',
    { aspect: 'limits', on: MOVING_NOTHING, cites: ['2.1: object of client-specified string key/value pairs'] },
    answering(() => ({ 'an integer value': { metadata: { k: 1 } }, 'an empty key': { metadata: { '': 'v' } } })),
  ),
});

/** Metadata of all resources: its limits, and that it comes back as it was sent. */
export const metadata: readonly Row[] = [...limits, ...contents];
