import { evidence } from '../engine/evidence.ts';
import type { Probing } from '../engine/probing.ts';
import { must, probe, type Row, suite } from '../engine/row.ts';
import type { JsonObject } from '../model/json.ts';
import { operations } from '../model/operations.ts';
import type { Failure } from '../model/outcome.ts';
import { taken } from './recognition.ts';
import { PREFIXES } from './request-bodies.ts';
import { asking, bodies, endUser } from './requests.ts';

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

/** Where a body of the required members is refused, one with others as well tells whether it is for the lack of them. */
async function takesThemAlone(p: Probing, operation: Operation): Promise<readonly Failure[]> {
  const own: JsonObject = bodies[operation](p);
  const body = p.fixtures.third_party === true && operation !== 'sandboxDeposit' ? { ...endUser(p), ...own } : own;
  const alone = { operation, input: () => ({ body }) };
  const answer = await p.send(operation, alone.input());
  if (evidence(answer) === 'accepted') return taken(answer);
  const ask = asking(p, operation, { ...own, ...OPTIONAL[operation] });
  return p.admitted('the required members alone', alone, { key: 'with members that are optional', ask });
}

const rowOf = (operation: Operation): readonly Row[] =>
  suite(operations[operation].section, [operation], {
    [`${PREFIXES[operation]}-REQUIRED-ALONE`]: must(
      'A request with the required members alone is accepted',
      {
        aspect: 'request checks',
        cites: [CITES[operation]],
        lenience: 'where it is refused, judged by one that has optional members and is accepted',
      },
      probe((p) => takesThemAlone(p, operation)),
    ),
  });

/** What a request may leave out (4.4, 4.5, 4.7, 4.9). */
export const requiredAlone: readonly Row[] = (Object.keys(OPTIONAL) as Operation[]).flatMap(rowOf);
