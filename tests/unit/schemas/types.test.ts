import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

interface Described {
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
  readonly $defs?: Readonly<Record<string, Described>>;
}

const source = ['report', 'reported', 'gate', 'comparison']
  .map((file) => readFileSync(`src/model/${file}.ts`, 'utf8'))
  .join('\n');
const report = JSON.parse(readFileSync('schemas/report.schema.json', 'utf8')) as Described;

/** The members of an interface, those of its own objects left out: name, and whether it may be absent. */
function members(name: string): readonly (readonly [name: string, optional: boolean])[] {
  const body = new RegExp(`^export interface ${name} (?:extends (\\w+) )?\\{\\n([\\s\\S]*?)^\\}`, 'm').exec(source);
  if (!body) throw new Error(`model/ has no interface ${name}`);
  const [, parent, text = ''] = body;
  const own = [...text.matchAll(/^ {2}readonly (\w+)(\?)?:/gm)].map(
    ([, key = '', mark]) => [key, mark === '?'] as const,
  );
  return [...(parent === undefined ? [] : members(parent)), ...own];
}

const named = (
  all: readonly (readonly [string, boolean])[],
  which: (optional: boolean) => boolean,
): readonly string[] =>
  all
    .filter(([, optional]) => which(optional))
    .map(([name]) => name)
    .sort();

describe('report.schema.json and the types of model/', () => {
  it.each([
    ['Report', report],
    ...Object.entries({
      ReportedRequirement: 'requirement',
      ReportedFailure: 'failure',
      ReportedRequest: 'request',
      ReportedResponse: 'response',
      Observation: 'observation',
      OperationTraffic: 'traffic',
      CoverageCell: 'coverage',
      Gate: 'gate',
      JudgedWaiver: 'waiver',
      Change: 'change',
    }).map(([type, definition]) => [type, report.$defs?.[definition] ?? {}] as const),
  ] as const)('have the same members, and the same required ones: %s', (type, schema) => {
    const all = members(type);
    expect(Object.keys(schema.properties ?? {}).sort()).toEqual(named(all, () => true));
    expect([...(schema.required ?? [])].sort()).toEqual(named(all, (optional) => !optional));
  });
});
