import { schema } from '../schemas/index.ts';
import { operations } from '../src/contract/operations.ts';
import { evidence } from '../src/engine/evidence.ts';
import type { Probing } from '../src/engine/probing.ts';
import { must, observe, probe, question, type Row, suite } from '../src/engine/row.ts';
import type { Json, JsonObject } from '../src/values/json.ts';
import { takesEach } from './listed-values.ts';
import { refusesEach } from './near-misses.ts';
import { asking, type BodyOperation, bodies, plain } from './requests.ts';
import { closedSetOf } from './shapes/tree.ts';

/** The prefix of an operation's ids. */
export const PREFIXES = {
  putFiat: 'FA',
  fiatWithdrawal: 'FW',
  cryptoWithdrawal: 'CW',
  sandboxDeposit: 'SD',
  createAddress: 'DA',
  addMembers: 'AM',
} as const satisfies Record<BodyOperation, string>;

/** A value that is surely outside each closed set of a request. */
const OUTSIDE: Readonly<Record<string, string>> = {
  asset: 'EUR',
  crypto_network: 'DOGECOIN',
  conversion_target_asset: 'EUR',
};

/** One that begins as a listed value does. */
const LONGER: Readonly<Record<string, string>> = {
  asset: 'USDC',
  crypto_network: 'BITCOIN_SV',
  conversion_target_asset: 'USDC',
};

const upper = (name: string): string => name.replaceAll('_', '-').toUpperCase();

/** The words of the document that a member of a body rests on: a row of a table, or a part of the line "Body". */
export function words(operation: BodyOperation, member: string): string {
  const tabled = operation === 'fiatWithdrawal' || operation === 'cryptoWithdrawal';
  return tabled ? `| ${member} |` : `${member} (`;
}

const without = (body: JsonObject, member: string): JsonObject =>
  Object.fromEntries(Object.entries(body).filter(([name]) => name !== member));

function requiredRow(operation: BodyOperation, member: string): Row {
  const section = operations[operation].section;
  return one(
    section,
    operation,
    `${PREFIXES[operation]}-${upper(member)}-REQUIRED`,
    must(
      `A request without ${member} is refused`,
      { aspect: 'request checks', cites: [words(operation, member)] },
      probe(async (p) => {
        const variant = asking(p, operation, without(bodies[operation](p), member));
        const smallest = await p.refused(`a body without ${member}`, variant, plain(p, operation));
        return smallest.length > 0 ? smallest : refusesEach(p, operation, `without ${member}`);
      }),
    ),
  );
}

function outsideRow(operation: BodyOperation, member: string): Row {
  const value = OUTSIDE[member] ?? 'OUTSIDE';
  const section = operations[operation].section;
  return one(
    section,
    operation,
    `${PREFIXES[operation]}-${upper(member)}-OUTSIDE`,
    must(
      `A ${member} outside the listed values is refused`,
      { aspect: 'request checks', cites: [words(operation, member)] },
      probe(async (p) => {
        for (const each of [value, LONGER[member] ?? value]) {
          const variant = asking(p, operation, { ...bodies[operation](p), [member]: each });
          const smallest = await p.refused(`${member} ${each}`, variant, plain(p, operation));
          if (smallest.length > 0) return smallest;
        }
        return refusesEach(p, operation, `${member} ${value}`);
      }),
    ),
  );
}

function listedRow(operation: BodyOperation, member: string, values: readonly string[]): Row {
  const section = operations[operation].section;
  return one(
    section,
    operation,
    `${PREFIXES[operation]}-${upper(member)}-LISTED`,
    must(
      `Each listed value of ${member} is accepted`,
      {
        aspect: 'request checks',
        cites: [words(operation, member)],
        lenience: 'one that is refused with another status than a value outside the list counts as known, and closed',
      },
      probe((p) => takesEach(p, { operation, member, values, outside: OUTSIDE[member] ?? 'OUTSIDE' })),
    ),
  );
}

const one = (section: string, operation: BodyOperation, id: string, draft: ReturnType<typeof must>): Row => {
  const [row] = suite(section, [operation], { [id]: draft });
  if (!row) throw new Error(`${id} made no row`);
  return row;
};

/** A value of another JSON type than the schema's. */
const retyped = (value: Json): Json => (typeof value === 'string' ? Number(value) || 1 : String(value));

async function answersTo(
  p: Probing,
  variants: Readonly<Record<string, JsonObject>>,
  operation: BodyOperation,
): Promise<string> {
  await p.twin('plain', plain(p, operation).ask);
  const said: string[] = [];
  for (const [name, body] of Object.entries(variants)) {
    const { input } = asking(p, operation, body);
    const answer = await p.send(operation, input());
    said.push(`${name}: ${evidence(answer) === 'accepted' ? 'accepted' : `refused with ${answer.response.status}`}`);
  }
  return said.join('; ');
}

function typesRow(operation: BodyOperation): Row {
  return one(
    '7',
    operation,
    `${PREFIXES[operation]}-WRONG-TYPES`,
    observe(
      'How members of another JSON type, and null, are taken',
      {
        aspect: 'request checks',
        cites: [
          'Error body shape, error codes and HTTP status codes for failures: not shown.',
          'Conventions: Amounts and prices are decimal numbers carried as strings.',
        ],
      },
      question((p) => {
        const body = bodies[operation](p) as JsonObject;
        const wrong = Object.entries(body).flatMap(([name, value]): [string, JsonObject][] => [
          [`${name} as ${typeof retyped(value ?? null)}`, { ...body, [name]: retyped(value ?? null) }],
          [`${name} null`, { ...body, [name]: null }],
        ]);
        return answersTo(p, Object.fromEntries(wrong), operation);
      }),
    ),
  );
}

function unknownMemberRow(operation: BodyOperation): Row {
  return one(
    '7',
    operation,
    `${PREFIXES[operation]}-UNKNOWN-MEMBER`,
    observe(
      'Whether a body may hold a member that the document does not name',
      {
        aspect: 'request checks',
        cites: ['Error body shape, error codes and HTTP status codes for failures: not shown.'],
      },
      question((p) =>
        answersTo(p, { 'an unknown member': { ...bodies[operation](p), conformance_probe: 'x' } }, operation),
      ),
    ),
  );
}

function rowsOf(operation: BodyOperation): readonly Row[] {
  const own = schema(operations[operation].body);
  const members = Object.entries(own.properties ?? {});
  return [
    ...(own.required ?? []).map((member) => requiredRow(operation, member)),
    ...members.flatMap(([member, node]) => {
      const values = closedSetOf(node);
      if (!values) return [];
      const tried = operation === 'createAddress' && values.length > 1;
      return [outsideRow(operation, member), ...(tried ? [listedRow(operation, member, values)] : [])];
    }),
    typesRow(operation),
    unknownMemberRow(operation),
  ];
}

/** Required members and closed sets of the request bodies, derived from schemas/; and how other bodies are taken. */
export const requestBodies: readonly Row[] = (Object.keys(PREFIXES) as BodyOperation[]).flatMap(rowsOf);

export { answersTo };
