import { faults, requirementOf, type Variant } from '../reference/decision.ts';
import '../reference/service.ts';
import { UsageError } from '../target/configuration.ts';
import { catalogue, type Listed } from './catalogue.ts';
import { EXIT } from './exit-codes.ts';

/** Prints one requirement with everything behind it. */
export async function explain(id: string): Promise<number> {
  const { target, clients } = await catalogue();
  const found = [...target, ...clients].find((each) => each.id === id.toUpperCase());
  if (!found) throw new UsageError(`there is no requirement ${id}; "transfer-conformance list" shows them all`);
  const proof = faults().filter((each) => requirementOf(each) === found.id);
  const lines = [
    `${found.id} (${found.level})`,
    `  ${found.title}`,
    '',
    ...found.cites.map(({ section, words }) => `  section ${section}: ${words}`),
    `  operations: ${found.operations.join(', ')}`,
    `  checked by: ${found.kinds.join(', ')}`,
    ...(found.lenience ? [`  lets pass: ${found.lenience}`] : []),
    ...(found.party === undefined ? provenBy(found, proof) : ['  kept by: clients; see verify and proxy']),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  return EXIT.conformant;
}

/** The faults that the requirement is proven to catch; each can be seen with `serve --fault NAME`. */
function provenBy({ level }: Listed, proof: readonly Variant[]): readonly string[] {
  if (level === 'observe') return ['  proven by: nothing, since it is never failed'];
  return [
    '  proven by the faults',
    ...proof.map(({ name, section, on }) => `    ${name} (${section}: ${on.join(', ')})`),
  ];
}
