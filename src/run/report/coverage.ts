import { resolved, schema } from '../../../schemas/index.ts';
import { constraints } from '../../contract/constraints/index.ts';
import { definitionOf, type Operation, operationNames, type Parameter } from '../../contract/operations.ts';
import { type Exchange, isAccepted, type SentRequest } from '../../model/exchange.ts';
import type { CoverageCell } from '../../model/reported.ts';
import { member } from '../../values/json.ts';

/** One thing that requests of an operation can exercise. `in` recognises a request that does so. */
interface Part extends Pick<CoverageCell, 'operation' | 'kind' | 'name'> {
  readonly in: (request: SentRequest) => boolean;
}

/** Returns the parts of a body: the presence of each member, and each value of an enum. */
const memberParts = (operation: Operation, name: string): readonly Part[] =>
  Object.entries(schema(name).properties ?? {}).flatMap(([field, node]): readonly Part[] => {
    const values = resolved(node).enum ?? [];
    return [
      { operation, kind: 'field', name: field, in: ({ body }) => member(body, field) !== undefined },
      ...values.map(
        (value): Part => ({
          operation,
          kind: 'value',
          name: `${field} ${value}`,
          in: ({ body }) => member(body, field) === value,
        }),
      ),
    ];
  });

/** Returns the values of a parameter that the document names. */
function valuesOf(parameter: Parameter): readonly string[] {
  if (parameter.kind === 'enum') return parameter.values;
  return parameter.kind === 'boolean' ? ['true'] : [];
}

function parameterParts(operation: Operation, name: string, parameter: Parameter): readonly Part[] {
  const given = ({ query }: SentRequest): readonly string[] => query[name] ?? [];
  return [
    { operation, kind: 'parameter', name, in: (sent) => given(sent).length > 0 },
    ...valuesOf(parameter).map(
      (value): Part => ({ operation, kind: 'value', name: `${name} ${value}`, in: (sent) => given(sent)[0] === value }),
    ),
    ...(parameter.kind === 'integer' && parameter.most === undefined
      ? [{ operation, kind: 'boundary', name: `${name} 1`, in: (sent) => given(sent)[0] === '1' } satisfies Part]
      : []),
  ];
}

/**
 * Returns the cells of constraints: limits, values outside enums and missing members. Networks that share a limit share
 * a cell.
 */
function constraintParts(operation: Operation): readonly Part[] {
  const cells = constraints.filter((each) => each.operation === operation).flatMap((each) => each.cells);
  return [...new Map(cells.map((cell) => [cell.name, { ...cell, operation }])).values()];
}

const partsOf = (operation: Operation): readonly Part[] => [
  ...Object.entries(definitionOf(operation).query).flatMap(([name, parameter]) =>
    parameterParts(operation, name, parameter),
  ),
  ...(definitionOf(operation).body === undefined ? [] : memberParts(operation, definitionOf(operation).body ?? '')),
  ...constraintParts(operation),
];

/**
 * Counts what requests exercised: each parameter, field, value and boundary that the document names, accepted and
 * refused.
 */
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
