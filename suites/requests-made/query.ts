import { facts, type Parameter } from '../../src/contract/operations.ts';
import { shown } from '../../src/model/outcome.ts';
import { instant } from '../../src/values/instant.ts';
import { flaw, type RequestMade, type Violation } from './words.ts';

const WHOLE = /^-?\d+$/;
/** How true and false are spelt in a query is not stated. */
const BOOLEAN = /^(?:true|false|1|0)$/i;

/** The values of a list parameter. One that was also split at its commas stands among its parts, and is not counted. */
function counted(values: readonly string[]): number {
  const parts = values.filter((value) => !value.includes(','));
  return parts.length > 0 ? parts.length : values.length;
}

function wrong(name: string, parameter: Parameter, values: readonly string[]): readonly Violation[] {
  const [value = ''] = values;
  const typed = (expected: string): readonly Violation[] => [
    { key: 'query-types', flaw: flaw(`${name} to be ${expected}`, shown(value)) },
  ];
  switch (parameter.kind) {
    case 'strings':
      return counted(values) <= parameter.most ? [] : [tooMany(name, parameter.most, counted(values))];
    case 'integer':
      if (!WHOLE.test(value)) return typed('an integer');
      return parameter.most !== undefined && Number(value) > parameter.most ? [overMaximum(value, parameter.most)] : [];
    case 'boolean':
      return BOOLEAN.test(value) ? [] : typed('a boolean');
    case 'date-time':
      return instant(value) === undefined ? typed('an RFC 3339 timestamp') : [];
    case 'enum':
      return parameter.values.includes(value) ? [] : [unlisted(name, parameter.values, value)];
    default:
      return [];
  }
}

const tooMany = (name: string, most: number, found: number): Violation => ({
  key: `size ${name}`,
  flaw: flaw(`at most ${most} values of ${name}`, `${found} values`),
});

const overMaximum = (value: string, most: number): Violation => ({
  key: 'maximum limit',
  flaw: flaw(`limit of at most ${most}`, value),
});

const unlisted = (name: string, values: readonly string[], value: string): Violation => ({
  key: `listed ${name}`,
  flaw: flaw(`${name} to be one of ${values.join(', ')}`, shown(value)),
});

/** In what the query of a request does not keep to the document; parameters that it does not name are no fault. */
export function queryViolations({ operation, request }: RequestMade): readonly Violation[] {
  const { query } = facts(operation);
  return Object.entries(query).flatMap(([name, parameter]) => {
    const values = request.query[name];
    return values === undefined || values.every((value) => value === '') ? [] : wrong(name, parameter, values);
  });
}
