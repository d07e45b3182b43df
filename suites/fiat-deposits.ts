import { combining, probe, question, rule, sequence } from '../src/engine/check.ts';
import { unlessInconclusive } from '../src/engine/inconclusive.ts';
import { flawUnless, NOTHING_TO_JUDGE } from '../src/engine/judgement.ts';
import type { Probing } from '../src/engine/probing.ts';
import { must, observe, type Row, should, suite } from '../src/engine/row.ts';
import type { Failure } from '../src/model/outcome.ts';
import { isObject, type JsonObject, member } from '../src/values/json.ts';
import { twice } from './vocabulary/amount-and-total.ts';
import { refusesNearDecimals, refusesNegative, takesEachSpelling } from './vocabulary/amount-spellings.ts';
import { each, string } from './vocabulary/answers.ts';
import { carrierOf, changed, expectAccepted, expectBareAccepted, smallest } from './vocabulary/body-variants.ts';
import { listedOwners } from './vocabulary/deposits-as-listed.ts';
import { distinct, memberNames } from './vocabulary/lists/rules.ts';
import { demandsLoopback } from './vocabulary/loopback-only.ts';
import { answersTo } from './vocabulary/questions.ts';
import { bodies, twinOf } from './vocabulary/requests.ts';
import { sameEverywhere } from './vocabulary/same-everywhere.ts';
import { surveyOf } from './vocabulary/surveys.ts';

/** Deposit instructions (2.3, 4.6). */
export const instructions: readonly Row[] = suite('2.3', ['listInstructions'], {
  'INSTRUCTION-MEMBERS': observe(
    'Which members instructions have',
    {
      aspect: 'response shape',
      cites: [
        '| id | string | Instruction ID |',
        '| memo_id | string | String the depositor must put in the memo field of the deposit |',
        '1: lookup of fiat deposit instructions, which attribute incoming wire deposits to a profile through a memo identifier',
      ],
    },
    surveyOf(memberNames),
  ),
  'INSTRUCTION-WIRE': should(
    'The fiat_network_instructions of a deposit instruction contain wire',
    {
      aspect: 'response shape',
      cites: [
        '| fiat_network_instructions | object | Contains wire (as in 2.2)',
        '1: lookup of fiat deposit instructions, which attribute incoming wire deposits to a profile through a memo identifier',
      ],
      lenience: 'Judged only if an instruction has fiat_network_instructions.',
    },
    rule(
      each((item, root) => {
        const found = member(item, 'fiat_network_instructions');
        if (!isObject(found)) return NOTHING_TO_JUDGE;
        return flawUnless(member(found, 'wire') !== undefined, () => ({
          where: `${root}/fiat_network_instructions/wire`,
          expected: 'present',
          actual: `absent; present members: ${Object.keys(found).slice(0, 8).join(', ') || 'none'}`,
        }));
      }),
    ),
  ),
  'INSTRUCTION-MEMO-PROFILE': should(
    'A memo credits one profile',
    {
      aspect: 'semantics',
      cites: ['| profile_id | string | Profile credited by deposits carrying the memo |'],
    },
    sequence(sameEverywhere('profile_id', (item) => string(item, '/memo_id'))),
  ),
  'INSTRUCTION-STATUSES': observe(
    'Which statuses instructions have',
    {
      aspect: 'state across',
      cites: [
        '3: FiatDepositInstruction: other states and all transitions: not shown.',
        '| status | string | VALID is the value in use |',
      ],
    },
    surveyOf((exchange) => distinct(exchange, 'status')),
  ),
});

const INSTITUTION = { institution_details: { name: 'Example Inc' } };
const PERSON = { person_details: { first_name: 'Ann', last_name: 'Example' } };
const EXAMPLE_OWNER = { fiat_account_owner: INSTITUTION };
const PERSONAL_OWNER = { fiat_account_owner: PERSON };
const OWNER_OF_BOTH_KINDS = { fiat_account_owner: { ...INSTITUTION, ...PERSON } };

/**
 * Demands that a deposit with an owner is accepted. If it is refused, and the one without an owner as well, both may be
 * taken for earlier deposits of the same amount: then another amount is tried.
 */
async function takesOwner(
  p: Probing,
  what: string,
  change: JsonObject,
  another: (usual: string) => string,
): Promise<readonly Failure[]> {
  const usual = await unlessInconclusive(undefined, () => expectAccepted(p, what, change), ['refused']);
  if (usual !== undefined) return usual;
  const amount = another(bodies.sandboxDeposit(p).amount);
  const twin = twinOf(p, 'sandboxDeposit', { ...bodies.sandboxDeposit(p), amount });
  return expectBareAccepted(p, what, changed(p, { ...change, amount }), async () => twin);
}

/**
 * Demands that a deposit with an owner is accepted: with an owner of our own, on loopback also a person, or with one that
 * the target shows.
 */
async function takesAnOwner(p: Probing): Promise<readonly Failure[]> {
  const failures = await takesOwner(p, 'a deposit with fiat_account_owner', EXAMPLE_OWNER, twice);
  if (failures.length === 0)
    return p.run.spendsFreely
      ? takesOwner(p, 'a deposit with an owner that is a person', PERSONAL_OWNER, (usual) => twice(twice(usual)))
      : [];
  for (const fiat_account_owner of await listedOwners(p))
    if ((await p.answerTo(changed(p, { fiat_account_owner }))).isAccepted) return [];
  return failures;
}

/** Demands that an owner of both kinds is accepted if an owner of each kind is. */
async function takesBothKinds(p: Probing): Promise<readonly Failure[]> {
  demandsLoopback(p, 'deposits with an owner of both kinds are made');
  await p.twin(smallest(p));
  for (const change of [EXAMPLE_OWNER, PERSONAL_OWNER]) {
    if (await carrierOf(p, change)) continue;
    if (!(await p.answerTo(changed(p, change))).isAccepted) return [];
  }
  return expectAccepted(
    p,
    'a deposit with an owner that has institution_details and person_details',
    OWNER_OF_BOTH_KINDS,
  );
}

/** Simulated deposits (4.7). */
export const sandboxDeposits: readonly Row[] = suite('4.7', ['sandboxDeposit'], {
  'SD-OWNER-ACCEPTED': must(
    'A request with fiat_account_owner is accepted',
    {
      aspect: 'request checks',
      cites: [
        'fiat_account_owner (object, optional).',
        '2.2: fiat_account_owner: person_details {first_name string, last_name string} and/or institution_details {name string}.',
      ],
      lenience:
        'The service may know its depositors: owners that the lists of instructions and of fiat accounts show are tried too.',
    },
    combining('demanded', (p) => [EXAMPLE_OWNER, ...(p.run.spendsFreely ? [PERSONAL_OWNER] : [])], probe(takesAnOwner)),
  ),
  'SD-OWNER-KINDS': should(
    'An owner with person_details and institution_details is accepted if each of them is accepted without the other',
    {
      aspect: 'request checks',
      cites: [
        'fiat_account_owner (object, optional).',
        '2.2: fiat_account_owner: person_details {first_name string, last_name string} and/or institution_details {name string}.',
      ],
      lenience:
        'Tried only on a loopback target. This is a should, because the sentence is about what accounts show: a service may have its own rules for depositors.',
    },
    combining('demanded', (p) => (p.run.spendsFreely ? [OWNER_OF_BOTH_KINDS] : []), probe(takesBothKinds)),
  ),
  'SD-AMOUNT-DIGITS': must(
    'Amounts without a decimal point, with one decimal place and with two are accepted',
    {
      aspect: 'request checks',
      cites: ['Conventions: Amounts and prices are decimal numbers carried as strings.'],
      lenience:
        'A refusal counts only if a smaller and a larger amount are accepted, because there may be a minimum and a maximum. The first amount has at least three digits.',
    },
    takesEachSpelling,
  ),
  'SD-AMOUNT-NOT-DECIMAL': must(
    'An amount that is not a decimal number is refused',
    {
      aspect: 'request checks',
      cites: ['amount (string, required)', 'Conventions: Amounts and prices are decimal numbers carried as strings.'],
    },
    refusesNearDecimals,
  ),
  'SD-AMOUNT-NEGATIVE': should(
    'A negative amount is refused',
    {
      aspect: 'request checks',
      cites: ['amount (string, required)', '1: a sandbox operation that simulates an incoming fiat deposit'],
    },
    refusesNegative,
  ),
  'SD-MEMO-UNKNOWN': observe(
    'How a deposit with an unknown memo is answered',
    {
      aspect: 'request checks',
      cites: ['memo_id (string, required; the memo the client must put on the deposit to credit its platform balance)'],
    },
    question((p) => answersTo(p, { 'an unknown memo_id': { memo_id: 'UNKNOWNMEMO00000' } })),
  ),
});
