import fc, { type Arbitrary } from 'fast-check';
import { awkward, awkwardMetadata } from '../../generators/index.ts';
import { type Constraint, constraints, type Listed, memoLimits } from '../../src/contract/constraints/index.ts';
import { definitionOf } from '../../src/contract/operations.ts';
import { exploration, question } from '../../src/engine/check.ts';
import type { Probing } from '../../src/engine/probing.ts';
import { must, observe, type Row, should, suite } from '../../src/engine/row.ts';
import { definite } from '../../src/values/definite.ts';
import type { JsonObject } from '../../src/values/json.ts';
import { acceptsBeyond } from '../vocabulary/constraints/judging.ts';
import { refusesBeyond, validBodies } from '../vocabulary/constraints/probes.ts';
import { derived, idOf, PREFIXES } from '../vocabulary/constraints/sources.ts';
import { exploredBodies } from '../vocabulary/explorations.ts';
import { takesEach } from '../vocabulary/listed-values.ts';
import { answering } from '../vocabulary/questions.ts';
import { type BodyOperation, bodies } from '../vocabulary/requests.ts';
import { takesTypes } from './wrong-types.ts';

function refusalRow(constraint: Constraint, claim: string, title: string, lenience?: string): readonly Row[] {
  const sources = [constraint] as const;
  const section = definitionOf(constraint.operation).section;
  const said = {
    aspect: 'request checks',
    ...derived(sources, section),
    ...definite({ lenience }),
    traffic: [acceptsBeyond(sources)],
  } as const;
  return suite(section, [], { [idOf(constraint, claim)]: must(title, said, ...refusesBeyond(sources)) });
}

/**
 * Makes a row that each listed value is accepted, for createAddress only: other members have one value or need a
 * matching destination. The document lists the values but does not say that each is open to every client, so the row is
 * a should.
 */
function listedRow(constraint: Listed): readonly Row[] {
  const { operation, member, values, outside } = constraint;
  if (operation !== 'createAddress' || values.length === 1) return [];
  const { section } = definitionOf(operation);
  return suite(section, [], {
    [idOf(constraint, 'LISTED')]: should(
      `Each listed value of ${member} is accepted`,
      {
        aspect: 'request checks',
        ...derived([constraint], section),
        lenience:
          'The document does not state that each value is open to every client. A value that is refused with another status than an unlisted value counts as known but closed.',
      },
      takesEach({ operation, member, values, outside: outside[0] }),
    ),
  });
}

const NULLS =
  'Null counts as missing, but not in place of an object, whose members may all be missing. It is sent for each member to a loopback target, and for one of each body to another host.';

function constraintRows(constraint: Constraint): readonly Row[] {
  const { kind, member } = constraint;
  if (kind === 'required') return refusalRow(constraint, 'REQUIRED', `A request without ${member} is refused`, NULLS);
  if (kind !== 'listed' || constraint.of !== 'body') return [];
  return [
    ...refusalRow(
      constraint,
      'OUTSIDE',
      `${/^[aeiou]/.test(member) ? 'An' : 'A'} ${member} outside the listed values is refused`,
    ),
    ...listedRow(constraint),
  ];
}

/** The statement of section 4 about each body. It names members and says nothing about others. */
const BODY_WORDS: Readonly<Record<BodyOperation, string>> = {
  putFiat:
    '4.1: Body (all fields optional): fiat_account_owner (object, 2.2), fiat_network_instructions (object, 2.2), metadata (object).',
  fiatWithdrawal: '4.4: | metadata | object | no | Client metadata |',
  cryptoWithdrawal: '4.5: | metadata | object | no | Client metadata |',
  sandboxDeposit: '4.7: fiat_account_owner (object, optional).',
  createAddress: '4.9: Body: profile_id (string, required), crypto_network (enum, required)',
  addMembers: '4.11: Body: account_id (string, required), members (array, required, non-empty;',
};

/** Observations of bodies that the document neither allows nor forbids. */
const openRows = (operation: BodyOperation): readonly Row[] =>
  suite('7', [operation], {
    [`${PREFIXES[operation]}-WRONG-TYPES`]: observe(
      'How members of another JSON type, and a member that is null, are answered',
      {
        aspect: 'request checks',
        cites: [
          'Error body shape, error codes and HTTP status codes for failures: not shown.',
          'Conventions: Amounts and prices are decimal numbers carried as strings.',
        ],
      },
      question(takesTypes),
    ),
    [`${PREFIXES[operation]}-UNKNOWN-MEMBER`]: observe(
      'Whether a body may contain a member that the document does not name',
      {
        aspect: 'request checks',
        cites: [BODY_WORDS[operation]],
      },
      answering(() => ({ 'an unknown member': { conformance_probe: 'x' } })),
    ),
  });

const bodyOperations = Object.keys(PREFIXES) as BodyOperation[];

/** The lowest memo limit: a memo of this length is valid on every network. */
const SHORTEST_MEMO = Math.min(...Object.values(memoLimits));

/** Generates smallest bodies with text that naive code damages, in members that the client chooses freely. */
function awkwardBodies(p: Probing, operation: BodyOperation): Arbitrary<JsonObject> {
  const metadata = awkwardMetadata();
  const withMemo = operation === 'fiatWithdrawal' || operation === 'cryptoWithdrawal';
  const parts = withMemo ? fc.record({ memo: awkward(SHORTEST_MEMO), metadata }) : fc.record({ metadata });
  return parts.map((members): JsonObject => ({ ...bodies[operation](p), ...members }));
}

/** As many bodies as a property has cases in this run. */
const BODIES = { share: 1, requests: 1 };

/** Generated valid bodies. A body whose answer breaks a rule is shrunk. */
const drawnBodies: readonly Row[] = suite('4', bodyOperations, {
  'LAWFUL-BODIES': observe(
    'Which valid bodies are accepted',
    { aspect: 'request checks', cites: ['Success is reported as a successful (200) response'] },
    exploration(BODIES, (p) => exploredBodies(p, (operation) => validBodies(p, operation))),
  ),
});

/** Bodies with text that naive code damages. */
const awkwardText: readonly Row[] = suite('2.1', ['putFiat', 'fiatWithdrawal', 'cryptoWithdrawal', 'createAddress'], {
  'AWKWARD-TEXT': observe(
    'Whether text in other scripts, or with quotes, control characters and the like, is accepted',
    {
      aspect: 'request checks',
      cites: [
        'object of client-specified string key/value pairs',
        '| memo | string | no | Memo included with the transfer',
      ],
    },
    exploration(BODIES, (p) => exploredBodies(p, (operation) => awkwardBodies(p, operation))),
  ),
});

/**
 * Required members and listed values of request bodies, derived from the constraints, and observations of other bodies.
 */
export const requestBodies: readonly Row[] = [
  ...bodyOperations.flatMap((operation) => [
    ...constraints.filter((each) => each.operation === operation).flatMap(constraintRows),
    ...openRows(operation),
  ]),
  ...drawnBodies,
  ...awkwardText,
];
