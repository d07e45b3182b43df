import type { Row } from '../engine/row.ts';
import { faults, requirementOf, type Variant } from '../reference/decision.ts';
import '../reference/service.ts';
import { rows } from '../suites/index.ts';
import { requestsMade } from '../suites/requests-made/index.ts';
import { type Flags, text, UsageError } from '../target/configuration.ts';
import { EXIT } from './exit-codes.ts';
import { select } from './selection.ts';

const LEVELS = ['must', 'should', 'observe'];

const shown = ({ id, title, level, aspect, operations, cites }: Row) => ({
  id,
  title,
  section: cites[0].section,
  level,
  aspect,
  operations,
});

/** Prints the requirements. */
export async function list(flags: Flags): Promise<number> {
  const level = text(flags['level']);
  if (level !== undefined && !LEVELS.includes(level))
    throw new UsageError(`--level takes must, should or observe, not "${level}"`);
  const patterns = text(flags['only'])?.split(',') ?? [];
  const chosen = select(flags['clients'] ? requestsMade : rows, patterns).filter(
    (row) => level === undefined || row.level === level,
  );
  const lines = chosen.map(
    (row) => `${row.id.padEnd(44)} ${row.level.padEnd(8)} ${row.cites[0].section.padEnd(12)} ${row.title}`,
  );
  process.stdout.write(
    flags['json']
      ? `${JSON.stringify(chosen.map(shown), null, 2)}\n`
      : `${lines.join('\n')}\n${chosen.length} requirements\n`,
  );
  return EXIT.conformant;
}

/** Prints one requirement with everything behind it. */
export async function explain(id: string): Promise<number> {
  const row = [...rows, ...requestsMade].find((each) => each.id === id.toUpperCase());
  if (!row) throw new UsageError(`there is no requirement ${id}; "transfer-conformance list" shows them all`);
  const proof = faults().filter((each) => requirementOf(each) === row.id);
  const lines = [
    `${row.id} (${row.level})`,
    `  ${row.title}`,
    '',
    ...row.cites.map(({ section, words }) => `  section ${section}: ${words}`),
    `  operations: ${row.operations.join(', ')}`,
    `  checked by: ${[...new Set(row.checks.map(({ kind }) => kind))].join(', ')}`,
    ...(row.lenience ? [`  lets pass: ${row.lenience}`] : []),
    ...(row.party === undefined ? provenBy(row, proof) : ['  kept by: clients; see verify and proxy']),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
  return EXIT.conformant;
}

/** The faults that the requirement is proven to catch; each can be seen with `serve --fault NAME`. */
function provenBy({ level }: Row, proof: readonly Variant[]): readonly string[] {
  if (level === 'observe') return ['  proven by: nothing, since it is never failed'];
  return [
    '  proven by the faults',
    ...proof.map(({ name, section, on }) => `    ${name} (${section}: ${on.join(', ')})`),
  ];
}
