import { memoLimits } from '../../generators/index.ts';
import { type Schema, schema } from '../../schemas/index.ts';
import { closedSetOf } from '../../suites/shapes/tree.ts';
import { facts, type Operation, operationNames, type Parameter } from '../contract/operations.ts';
import { type Exchange, isAccepted, type SentRequest } from '../model/exchange.ts';
import type { CoverageCell } from '../model/report.ts';
import { isObject, type JsonObject, member } from '../values/json.ts';

/** One thing that requests of an operation can exercise, and how a request is recognised to do so. */
interface Part extends Pick<CoverageCell, 'operation' | 'kind' | 'name'> {
  readonly in: (request: SentRequest) => boolean;
}

const bodyOf = ({ body }: SentRequest): JsonObject => (isObject(body) ? body : {});

const textAt = (request: SentRequest, name: string): string | undefined => {
  const found = member(bodyOf(request), name);
  return typeof found === 'string' ? found : undefined;
};

const pairsOf = (request: SentRequest): readonly (readonly [string, string])[] | undefined => {
  const metadata = member(bodyOf(request), 'metadata');
  return isObject(metadata) ? Object.entries(metadata).map(([key, value]) => [key, String(value)]) : undefined;
};

const boundary =
  (operation: Operation) =>
  (name: string, found: Part['in']): Part => ({ operation, kind: 'boundary', name, in: found });

/** Metadata of 0, 1, 6 and 7 pairs; keys and values of 100 and 101 characters (8). */
function metadataParts(operation: Operation): readonly Part[] {
  const at = boundary(operation);
  const pairs = [0, 1, 6, 7].map((count) =>
    at(`metadata of ${count} pairs`, (request) => pairsOf(request)?.length === count),
  );
  const lengths = [100, 101].flatMap((length) => [
    at(`metadata key of ${length}`, (request) => pairsOf(request)?.some(([key]) => key.length === length) ?? false),
    at(
      `metadata value of ${length}`,
      (request) => pairsOf(request)?.some(([, value]) => value.length === length) ?? false,
    ),
  ]);
  return [...pairs, ...lengths];
}

/** Memos at each limit and one character over it (4.4, 8). */
function memoParts(operation: Operation): readonly Part[] {
  const lengths = [...new Set(Object.values(memoLimits))].flatMap((limit) => [limit, limit + 1]);
  return lengths.map((length) =>
    boundary(operation)(`memo of ${length}`, (request) => textAt(request, 'memo')?.length === length),
  );
}

function oneOfParts(operation: Operation): readonly Part[] {
  const has = (request: SentRequest, name: string): boolean => textAt(request, name) !== undefined;
  return [
    boundary(operation)('both amount and total', (request) => has(request, 'amount') && has(request, 'total')),
    boundary(operation)('neither amount nor total', (request) => !has(request, 'amount') && !has(request, 'total')),
  ];
}

function boundaries(operation: Operation, body: Schema): readonly Part[] {
  const names = Object.keys(body.properties ?? {});
  return [
    ...(names.includes('metadata') ? metadataParts(operation) : []),
    ...(operation === 'fiatWithdrawal' ? memoParts(operation) : []),
    ...(names.includes('total') ? oneOfParts(operation) : []),
    ...(names.includes('members')
      ? [
          boundary(operation)('members []', ({ body: sent }) =>
            Object.is(JSON.stringify(member(sent, 'members')), '[]'),
          ),
        ]
      : []),
  ];
}

/** Members of a body: each present, each required one left out, each value of a closed set, and one outside it. */
function bodyParts(operation: Operation, name: string): readonly Part[] {
  const body = schema(name);
  const members = Object.entries(body.properties ?? {}).flatMap(([field, node]): Part[] => {
    const values = closedSetOf(node);
    const present: Part = { operation, kind: 'field', name: field, in: (sent) => field in bodyOf(sent) };
    const left: Part = { operation, kind: 'field', name: `without ${field}`, in: (sent) => !(field in bodyOf(sent)) };
    return [
      present,
      ...(body.required?.includes(field) ? [left] : []),
      ...(values ?? []).map(
        (value): Part => ({
          operation,
          kind: 'value',
          name: `${field} ${value}`,
          in: (sent) => textAt(sent, field) === value,
        }),
      ),
      ...(values ? [outside(operation, field, values)] : []),
    ];
  });
  return [...members, ...boundaries(operation, body)];
}

const outside = (operation: Operation, field: string, values: readonly string[]): Part => ({
  operation,
  kind: 'value',
  name: `${field} outside its values`,
  in: (sent) => {
    const found = textAt(sent, field);
    return found !== undefined && !values.includes(found);
  },
});

/** The counts and sizes at which a parameter's limit shows. */
function edges(parameter: Parameter): readonly number[] {
  if (parameter.kind === 'strings') return [1, parameter.most, parameter.most + 1];
  if (parameter.kind !== 'integer') return [];
  return parameter.most === undefined ? [1] : [1, parameter.most, parameter.most + 1];
}

function parameterParts(operation: Operation, name: string, parameter: Parameter): readonly Part[] {
  const given = (sent: SentRequest): readonly string[] => sent.query[name] ?? [];
  const counted = parameter.kind === 'strings';
  const values = parameter.kind === 'enum' ? parameter.values : parameter.kind === 'boolean' ? ['true'] : [];
  return [
    { operation, kind: 'parameter', name, in: (sent) => given(sent).length > 0 },
    ...values.map(
      (value): Part => ({ operation, kind: 'value', name: `${name} ${value}`, in: (sent) => given(sent)[0] === value }),
    ),
    ...edges(parameter).map((edge) =>
      boundary(operation)(counted ? `${edge} of ${name}` : `${name} ${edge}`, (sent) =>
        counted ? given(sent).length === edge : given(sent)[0] === String(edge),
      ),
    ),
  ];
}

const partsOf = (operation: Operation): readonly Part[] => [
  ...Object.entries(facts(operation).query).flatMap(([name, parameter]) => parameterParts(operation, name, parameter)),
  ...(facts(operation).body === undefined ? [] : bodyParts(operation, facts(operation).body ?? '')),
];

/** What requests exercised: each parameter, field, value and boundary that the document names, accepted and refused. */
export class Coverage {
  readonly #cells = new Map(
    operationNames.map((operation) => [
      operation,
      partsOf(operation).map((part) => ({ part, accepted: 0, refused: 0 })),
    ]),
  );

  see(exchange: Exchange): void {
    if (exchange.request.credentials !== 'token') return;
    for (const cell of this.#cells.get(exchange.operation) ?? []) {
      if (!cell.part.in(exchange.request)) continue;
      if (isAccepted(exchange)) cell.accepted += 1;
      else cell.refused += 1;
    }
  }

  table(): readonly CoverageCell[] {
    return [...this.#cells.values()].flat().map(({ part: { operation, kind, name }, accepted, refused }) => ({
      operation,
      kind,
      name,
      accepted,
      refused,
    }));
  }
}
