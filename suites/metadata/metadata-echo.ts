import { type Flaw, type Judgement, NOT_CONCERNED, NOTHING_TO_JUDGE } from '../../src/engine/judgement.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import { shown } from '../../src/model/outcome.ts';
import { isObject, type JsonObject, member } from '../../src/values/json.ts';
import { acceptedBody, string } from '../vocabulary/answers.ts';

/** Returns the pairs that were sent as text. Values of other types are judged elsewhere. */
const textsIn = (sent: JsonObject): readonly (readonly [string, string])[] =>
  Object.entries(sent).flatMap(([key, value]) => (typeof value === 'string' ? [[key, value] as const] : []));

const lost = ([key, value]: readonly [string, string], found: JsonObject): Flaw => ({
  where: '/metadata',
  expected: `${shown(key)}: ${shown(value)}, as sent`,
  actual: shown(member(found, key)),
});

/**
 * Judges that an answer shows the metadata of its request. An update that leaves the account PENDING may await approval
 * as a whole, and show none of the new pairs.
 */
export function echoesMetadata(exchange: Exchange): Judgement {
  const answer = acceptedBody(exchange);
  const [sent, found] = [member(exchange.request.body, 'metadata'), member(answer, 'metadata')];
  if (!isObject(sent) || !answer) return NOT_CONCERNED;
  if (!isObject(found)) return NOTHING_TO_JUDGE;
  const pairs = textsIn(sent);
  const missing = pairs.filter(([key, value]) => member(found, key) !== value);
  const awaits = exchange.operation === 'putFiat' && string(answer, '/status') === 'PENDING';
  if (awaits && missing.length > 0 && missing.length === pairs.length) return NOTHING_TO_JUDGE;
  return missing.map((pair) => lost(pair, found));
}
