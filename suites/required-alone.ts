import { operations } from '../src/contract/operations.ts';
import { blockedBy, unlessInconclusive } from '../src/engine/inconclusive.ts';
import type { Probing, Twin } from '../src/engine/probing.ts';
import { must, probe, type Row, suite } from '../src/engine/row.ts';
import type { Failure } from '../src/model/outcome.ts';
import { PREFIXES } from './vocabulary/constraints/sources.ts';
import { admittedBare } from './vocabulary/demands.ts';
import { OPTIONAL } from './vocabulary/optional-parts.ts';
import { answerWithoutRefId, asking, bodies, marked, plain, withoutRefId } from './vocabulary/requests.ts';

type Operation = keyof typeof OPTIONAL;

/** Words of the document that say of a member that it need not be given. */
const CITES: Readonly<Record<Operation, string>> = {
  fiatWithdrawal: '| ref_id | string | no | Client ID for idempotence |',
  cryptoWithdrawal: '| ref_id | string | no | Replay protection and lookup |',
  sandboxDeposit: 'fiat_account_owner (object, optional).',
  createAddress:
    'profile_id (string, required), crypto_network (enum, required), identity_id (string), ref_id (string)',
};

/** Whether the request that all share is accepted: where it is, no further one is needed. */
const isShared = async (p: Probing, { key, ask }: Twin): Promise<boolean> =>
  (await unlessInconclusive(undefined, () => p.twin(key, ask), ['refused'])) !== undefined;

/** Details of a beneficiary, whose members are not shown. */
const BENEFICIARY = { beneficiary: { name: 'Example Inc' } };

/** The first request with optional members that is accepted: with the usual ones, or of a crypto withdrawal with a beneficiary as well. */
async function fuller(p: Probing, operation: Operation): Promise<Twin> {
  const usual = { ...bodies[operation](p), ...OPTIONAL[operation] };
  const twin = { key: 'with members that are optional', ask: asking(p, operation, usual) };
  if (operation !== 'cryptoWithdrawal' || (await p.isAccepted(twin))) return twin;
  const other = { key: 'with a beneficiary', ask: asking(p, operation, { ...usual, ...BENEFICIARY }) };
  return (await p.isAccepted(other)) ? other : twin;
}

/** What is created is tagged: so the required members are sent with a ref_id and nothing else, and with metadata and nothing else. */
async function takesOnlyRequired(p: Probing, operation: Operation): Promise<readonly Failure[]> {
  const { key, ask } = plain(p, operation);
  const failures = (await isShared(p, { key, ask }))
    ? []
    : await admittedBare(p, 'only the required members', ask, () => fuller(p, operation));
  if (failures.length > 0 || operation === 'sandboxDeposit') return failures;
  const { isAccepted, exchange } = await answerWithoutRefId(p, operation);
  if (isAccepted) return p.judged('admitted', 'a request without ref_id', exchange, async () => undefined);
  // It bears the run's id in metadata: where that is refused, nothing follows for the ref_id.
  const body = marked(p, operation);
  const tagged = { key: 'with metadata', ask: asking(p, operation, body) };
  if (!(await p.isAccepted(tagged))) throw blockedBy('METADATA-ECHO', 'a request with metadata was refused');
  return p.admitted('a request without ref_id', withoutRefId(p, operation, body), tagged);
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
      probe((p) => takesOnlyRequired(p, operation)),
    ),
  });

/** What a request may leave out (4.4, 4.5, 4.7, 4.9). */
export const requiredAlone: readonly Row[] = (Object.keys(OPTIONAL) as Operation[]).flatMap(rowOf);
