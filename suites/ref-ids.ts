import fc from 'fast-check';
import { failure } from '../src/engine/evidence.ts';
import { blockedBy } from '../src/engine/inconclusive.ts';
import type { Answer, Ask, Probing } from '../src/engine/probing.ts';
import { cases, probe, type Row, should, suite, waiting } from '../src/engine/row.ts';
import { answered, type Exchange } from '../src/model/exchange.ts';
import type { Failure } from '../src/model/outcome.ts';
import { sameId } from '../src/values/id.ts';
import { member } from '../src/values/json.ts';
import { CREATING } from './vocabulary/clock.ts';
import { PREFIXES } from './vocabulary/constraints/sources.ts';
import { bodyOperation, smallest } from './vocabulary/demands.ts';
import { repetition } from './vocabulary/questions.ts';
import { answerWithoutRefId, asking, markedOfItsOwn, withoutRefId } from './vocabulary/requests.ts';

/** Further pairs of simultaneous requests, since one pair may miss a race. */
const MORE_PAIRS = { share: 1 / 20, requests: 2 };

/** Returns the smallest request with the same ref_id each time it is sent. */
function underOneRef(p: Probing): Ask {
  const { operation, input } = smallest(p).ask;
  const sent = input();
  return { operation, input: () => sent };
}

const isAnother = (first: Exchange, { isAccepted, exchange }: Answer): boolean =>
  isAccepted && !sameId(member(answered(first), 'id'), member(answered(exchange), 'id'));

/** Demands that two simultaneous requests with one ref_id create one thing, if two consecutive ones do. */
async function onceEach(p: Probing): Promise<readonly Failure[]> {
  const { first, again } = await repetition(p);
  if (isAnother(first, again)) return [];
  const ask = { ...underOneRef(p), isConcurrent: true };
  const [one, other] = await Promise.all([p.answerTo(ask), p.answerTo(ask)]);
  if (!one.isAccepted || !isAnother(one.exchange, other)) return [];
  const expected = 'one creation, as with two consecutive requests';
  const actual = 'a second creation with the same ref_id';
  return [failure(other.exchange, { where: '/id', expected, actual }, [one.exchange])];
}

/** Demands that two requests without ref_id are two creations. */
async function twice(p: Probing): Promise<readonly Failure[]> {
  const operation = bodyOperation(p);
  const one = await answerWithoutRefId(p, operation);
  if (!one.isAccepted) throw blockedBy(`${PREFIXES[operation]}-REQUIRED-ALONE`, 'a request without ref_id was refused');
  const body = markedOfItsOwn(p, operation, 'another');
  const other = await p.answerTo({ ...withoutRefId(p, operation, body), retriesConflicts: true });
  if (!other.isAccepted) {
    const control = () => p.accepted(asking(p, operation, body));
    return p.judged('known', 'a second request without ref_id', other.exchange, control, [one.exchange]);
  }
  if (isAnother(one.exchange, other)) return [];
  const actual = 'the id in the answer to another request without ref_id';
  return [failure(other.exchange, { where: '/id', expected: 'the id of a new creation', actual }, [one.exchange])];
}

/** Repeated requests with one ref_id, and requests without ref_id (2.1, 2.4, 4.4). */
export const refIds: readonly Row[] = suite('2.1', CREATING, {
  'REF-ID-AT-ONCE': should(
    'Two simultaneous requests with one ref_id have the same result as two consecutive ones',
    {
      aspect: 'state across',
      cites: [
        '| ref_id | string | no | Client-specified ID for replay protection and lookup |',
        '2.4: | ref_id | string | no | Client-specified ID for replay protection and lookup |',
        '4.4: | ref_id | string | no | Client ID for idempotence |',
      ],
      lenience: 'If two consecutive requests are both carried out, two simultaneous ones may be too.',
    },
    waiting(probe(onceEach)),
    cases(MORE_PAIRS, (p) => p.each(fc.constant(p.operation), () => onceEach(p))),
  ),
  'REF-ID-ABSENT-TWICE': should(
    'Two requests without ref_id are two creations',
    {
      aspect: 'state across',
      cites: [
        '| ref_id | string | no | Client-specified ID for replay protection and lookup |',
        '2.4: | ref_id | string | no | Client-specified ID for replay protection and lookup |',
        '4.4: | ref_id | string | no | Client ID for idempotence |',
      ],
    },
    probe(twice),
  ),
});
