import fc, { type Arbitrary } from 'fast-check';
import { awkward, awkwardMetadata, listQuery } from '../generators/index.ts';
import { memoLimits } from '../src/contract/constraints/index.ts';
import { listOperations, meetsOneObject, type Operation } from '../src/contract/operations.ts';
import { refusal } from '../src/engine/evidence.ts';
import type { Answer, Probing } from '../src/engine/probing.ts';
import { observe, question, type Row, suite } from '../src/engine/row.ts';
import type { RequestInput } from '../src/model/exchange.ts';
import type { Failure } from '../src/model/outcome.ts';
import type { JsonObject } from '../src/values/json.ts';
import { lawfulBodies } from './constraints/probes.ts';
import { listGround } from './ground.ts';
import { listOf, reducedRuns, TOGETHER } from './lists/listing.ts';
import { asking, type BodyOperation, bodies, plain } from './requests.ts';
import { bodyOperation } from './vocabulary/demands.ts';

/**
 * Generated requests that no rule of the document forbids. Nothing is demanded of any one of them, since a target may have
 * limits of its own; what it accepts, the rules judge, and what breaks one is made smaller until nothing can be left out.
 */
async function explored<T>(
  p: Probing,
  values: Arbitrary<T>,
  [operation, inputOf]: readonly [operation: Operation, inputOf: (value: T) => RequestInput],
  runs = p.run.runs,
): Promise<string> {
  const refusals = new Map<string, number>();
  let [sent, refused] = [0, 0];
  const note = ({ isAccepted, exchange }: Answer): void => {
    sent += 1;
    if (isAccepted) return;
    refused += 1;
    const said = refusal(exchange);
    if (refusals.size < 5 || refusals.has(said)) refusals.set(said, (refusals.get(said) ?? 0) + 1);
  };
  const sending = async (value: T): Promise<readonly Failure[]> => {
    const answer = await p.answerTo({ operation, input: () => inputOf(value) });
    note(answer);
    return p.violations(answer.exchange);
  };
  await p.each(values, sending, { runs, together: meetsOneObject(operation) ? 1 : TOGETHER });
  const reasons = [...refusals].map(([said, count]) => `${count} with ${said}`).join(', ');
  return refused === 0
    ? `all were accepted (${sent})`
    : `${sent - refused} of ${sent} were accepted; refused: ${reasons}`;
}

const bodyOperations = Object.keys(bodies) as readonly BodyOperation[];

/** The shortest limit of all networks: a memo that fits it fits each. */
const SHORTEST_MEMO = Math.min(...Object.values(memoLimits));

/** Text that naive code damages, in the members that carry text of the client's. */
function awkwardParts(operation: BodyOperation): Arbitrary<JsonObject> {
  const metadata = awkwardMetadata();
  return operation === 'fiatWithdrawal' || operation === 'cryptoWithdrawal'
    ? fc.record({ memo: awkward(SHORTEST_MEMO), metadata })
    : fc.record({ metadata });
}

const bodyInput =
  (p: Probing, operation: BodyOperation) =>
  (body: JsonObject): RequestInput =>
    asking(p, operation, body).input();

/** Requests that are drawn at random, and shrunk when a rule does not hold for what they are answered with. */
export const explorations: readonly Row[] = [
  ...suite('4', bodyOperations, {
    'LAWFUL-BODIES': observe(
      'Which bodies that keep every rule are accepted',
      { aspect: 'request checks', cites: ['Success is reported as a successful (200) response'] },
      question(async (p) => {
        const operation = bodyOperation(p);
        await p.twin('plain', plain(p, operation).ask);
        return explored(p, await lawfulBodies(p, operation), [operation, bodyInput(p, operation)]);
      }),
    ),
  }),
  ...suite('2.1', ['putFiat', 'fiatWithdrawal', 'cryptoWithdrawal', 'createAddress'], {
    'AWKWARD-TEXT': observe(
      'Whether text of other scripts, with quotes, control characters and the like is accepted',
      {
        aspect: 'request checks',
        cites: [
          'object of client-specified string key/value pairs',
          '| memo | string | no | Memo included with the transfer',
        ],
      },
      question(async (p) => {
        const operation = bodyOperation(p);
        await p.twin('plain', plain(p, operation).ask);
        const values = awkwardParts(operation).map((parts): JsonObject => ({ ...bodies[operation](p), ...parts }));
        return explored(p, values, [operation, bodyInput(p, operation)]);
      }),
    ),
  }),
  ...suite('4.15', listOperations, {
    'LAWFUL-QUERIES': observe(
      'Which queries that keep every rule are accepted',
      { aspect: 'filters', cites: ['created_at.* and updated_at.* filters are RFC 3339 timestamps'] },
      question(async (p) => {
        const operation = listOf(p);
        const values = listQuery.lawful(operation, await listGround(p, operation));
        return explored(p, values, [operation, (query) => ({ query })], reducedRuns(p));
      }),
    ),
  }),
];
