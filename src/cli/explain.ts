import { faults, requirementOf, type Variant } from '../reference/decision.ts';
import '../reference/service.ts';
import { type Layout, layout } from '../../reporters/terminal/layout.ts';
import { quoted } from '../contract/quotation.ts';
import type { Check } from '../engine/row.ts';
import { catalogue, type Listed } from '../run/catalogue.ts';
import { UsageError } from '../settings/configuration.ts';
import { EXIT } from './exit-codes.ts';
import { screen } from './screen.ts';

/** How a requirement is checked, for people who know nothing of the code. */
const WAYS: Readonly<Record<Check['kind'], string>> = {
  rule: 'a rule, held against every answer',
  group: 'a rule, held against every answer',
  sequence: 'a rule, held against the answers in their order',
  request: 'a rule, held against every request',
  survey: 'all traffic, from which the behaviour is read',
  probe: 'a probe, which sends requests of its own',
  question: 'a question, asked by requests of its own',
};

/** Prints one requirement with everything behind it. */
export async function explain(id: string): Promise<number> {
  const { target, clients } = await catalogue();
  const found = [...target, ...clients].find((each) => each.id === id.toUpperCase());
  if (!found) throw new UsageError(`there is no requirement ${id}; "transfer-conformance list" shows them all`);
  const paper = layout({ ...screen({}), report: '' });
  const lines = [
    `${paper.bold(found.id)}  ${found.level}`,
    ...paper.wrap('  ', found.title),
    '',
    ...quoted(found.cites).flatMap(({ section, words }) => paper.wrap(`  ${place(section)}`, words)),
    '',
    ...facts(found).flatMap(([name, text]) => paper.wrap(`  ${name.padEnd(NAME)}`, text)),
    ...(found.party === undefined ? provenBy(found, paper) : []),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  return EXIT.conformant;
}

/** Cells of the name before a fact. */
const NAME = 14;

const place = (section: string): string => (/^\d/.test(section) ? `section ${section}` : section).padEnd(NAME);

function facts({ operations, kinds, lenience, party, id }: Listed): readonly (readonly [string, string])[] {
  const isClients = party === 'client';
  const ways = [...new Set(kinds.map((kind) => WAYS[kind]))];
  return [
    ['operations', operations.join(', ')],
    ['checked by', ways.join('; ')],
    ...(lenience ? ([['lets pass', lenience]] as const) : []),
    isClients
      ? ['kept by', 'clients: transfer-conformance verify and proxy judge it']
      : ['try it', `transfer-conformance --only ${id}`],
  ];
}

/** The faults that the requirement is proven to catch. */
function provenBy({ level, id }: Listed, paper: Layout): readonly string[] {
  if (level === 'observe') return [`  ${'proven by'.padEnd(NAME)}nothing, since it is never failed`];
  const proof: readonly Variant[] = faults().filter((each) => requirementOf(each) === id);
  return [
    '',
    ...paper.wrap('  ', 'proven by these faults, each to be seen with transfer-conformance serve --fault NAME'),
    ...proof.map(({ name, on }) => `    ${name} (${on.join(', ')})`),
  ];
}
