import { resolved, schema } from '../../../schemas/index.ts';
import type { Cell, RequestParts } from '../../contract/constraints/constraint.ts';
import { constraints } from '../../contract/constraints/index.ts';
import { definitionOf, type Operation, operationNames, type Parameter } from '../../contract/operations.ts';
import { type Exchange, isAccepted } from '../../model/exchange.ts';
import type { CoverageCell } from '../../model/reported.ts';
import { member } from '../../values/json.ts';

/** Returns the cells of a body: the presence of each member, and each value of an enum. */
const memberCells = (name: string): readonly Cell[] =>
  Object.entries(schema(name).properties ?? {}).flatMap(([field, node]): readonly Cell[] => {
    const values = resolved(node).enum ?? [];
    return [
      { kind: 'field', name: field, in: ({ body }) => member(body, field) !== undefined },
      ...values.map(
        (value): Cell => ({
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

function parameterCells(name: string, parameter: Parameter): readonly Cell[] {
  const given = ({ query }: RequestParts): readonly string[] => query[name] ?? [];
  return [
    { kind: 'parameter', name, in: (sent) => given(sent).length > 0 },
    ...valuesOf(parameter).map(
      (value): Cell => ({ kind: 'value', name: `${name} ${value}`, in: (sent) => given(sent)[0] === value }),
    ),
    ...(parameter.kind === 'integer' && parameter.most === undefined
      ? [{ kind: 'boundary', name: `${name} 1`, in: (sent) => given(sent)[0] === '1' } satisfies Cell]
      : []),
  ];
}

/**
 * Returns the cells of constraints: limits, values outside enums and missing members. Networks that share a limit share
 * a cell.
 */
function constraintCells(operation: Operation): readonly Cell[] {
  const cells = constraints.filter((each) => each.operation === operation).flatMap((each) => each.cells);
  return [...new Map(cells.map((cell) => [cell.name, cell])).values()];
}

function cellsOf(operation: Operation): readonly Cell[] {
  const { query, body } = definitionOf(operation);
  return [
    ...Object.entries(query).flatMap(([name, parameter]) => parameterCells(name, parameter)),
    ...(body === undefined ? [] : memberCells(body)),
    ...constraintCells(operation),
  ];
}

/**
 * Counts what requests exercised: each parameter, field, value and boundary that the document names, accepted and
 * refused.
 */
export class Coverage {
  readonly #counts = new Map(
    operationNames.map((operation) => [
      operation,
      cellsOf(operation).map((cell) => ({ cell, accepted: 0, refused: 0 })),
    ]),
  );

  see(exchange: Exchange): void {
    if (exchange.request.credentials !== 'token') return;
    for (const count of this.#counts.get(exchange.operation) ?? []) {
      if (!count.cell.in(exchange.request)) continue;
      if (isAccepted(exchange)) count.accepted += 1;
      else count.refused += 1;
    }
  }

  table(): readonly CoverageCell[] {
    return [...this.#counts].flatMap(([operation, counts]) =>
      counts.map(({ cell: { kind, name }, accepted, refused }) => ({ operation, kind, name, accepted, refused })),
    );
  }
}
