import { operations } from '../src/contract/operations.ts';
import { evidence } from '../src/engine/evidence.ts';
import type { Ask, Probing } from '../src/engine/probing.ts';
import { must, probe, type Row, suite } from '../src/engine/row.ts';
import type { Failure } from '../src/model/outcome.ts';
import type { JsonObject } from '../src/values/json.ts';
import { PREFIXES } from './constraints/sources.ts';
import { taken } from './recognition.ts';
import { asking, bodies, endUser, plain } from './requests.ts';

/** Members that need not be given, beside ref_id, by operation; end users are for the fixtures to demand. */
const OPTIONAL = {
  fiatWithdrawal: { metadata: { run: 'conformance' }, memo: 'conformance' },
  cryptoWithdrawal: { metadata: { run: 'conformance' } },
  sandboxDeposit: { fiat_account_owner: { institution_details: { name: 'Example Inc' } } },
  createAddress: { metadata: { run: 'conformance' }, conversion_target_asset: 'NO_CONVERSION' },
} as const satisfies Readonly<Record<string, JsonObject>>;

type Operation = keyof typeof OPTIONAL;

/** Words of the document that say of a member that it need not be given. */
const CITES: Readonly<Record<Operation, string>> = {
  fiatWithdrawal: '| ref_id | string | no | Client ID for idempotence |',
  cryptoWithdrawal: '| ref_id | string | no | Replay protection and lookup |',
  sandboxDeposit: 'fiat_account_owner (object, optional).',
  createAddress:
    'profile_id (string, required), crypto_network (enum, required), identity_id (string), ref_id (string)',
};

/** Sends the required members and little more; where that is refused, one with others as well tells whether it is for the lack of them. */
async function takes(p: Probing, claim: string, little: Ask, twin: { readonly key: string; readonly ask: Ask }) {
  const answer = await p.send(little.operation, little.input());
  return evidence(answer) === 'accepted' ? taken(answer) : p.admitted(claim, little, twin);
}

/** A body that bears the run's id in its metadata rather than in a ref_id, so that what it creates can be found again. */
function noted(p: Probing, operation: Operation): Ask {
  const user = p.fixtures.third_party === true ? endUser(p) : {};
  const body = { ...user, ...bodies[operation](p), metadata: { run: `tc-${p.run.id}` } };
  return { operation, input: () => ({ body }) };
}

/** What is created is tagged: so the required members are sent with a ref_id and nothing else, and with metadata and nothing else. */
async function takesThemAlone(p: Probing, operation: Operation): Promise<readonly Failure[]> {
  const ask = asking(p, operation, { ...bodies[operation](p), ...OPTIONAL[operation] });
  const { key, ask: plainly } = plain(p, operation);
  const failures = await takes(p, 'the required members alone', plainly, {
    key: 'with members that are optional',
    ask,
  });
  if (failures.length > 0 || operation === 'sandboxDeposit') return failures;
  return takes(p, 'a request without ref_id', noted(p, operation), { key, ask: plainly });
}

const rowOf = (operation: Operation): readonly Row[] =>
  suite(operations[operation].section, [operation], {
    [`${PREFIXES[operation]}-REQUIRED-ALONE`]: must(
      'A request may leave out what is optional',
      {
        aspect: 'request checks',
        cites: [CITES[operation]],
        lenience: 'where one is refused, judged by another that has the member and is accepted',
      },
      probe((p) => takesThemAlone(p, operation)),
    ),
  });

/** What a request may leave out (4.4, 4.5, 4.7, 4.9). */
export const requiredAlone: readonly Row[] = (Object.keys(OPTIONAL) as Operation[]).flatMap(rowOf);
