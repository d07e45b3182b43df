import { counted } from '../../reporters/wording.ts';
import { catalogue, type Listed } from '../run/catalogue.ts';
import { select } from '../run/selection.ts';
import { commandSettings } from '../run/settings.ts';
import { type Flags, optionValue } from '../settings/settings.ts';
import { choice } from '../settings/value-types.ts';
import { EXIT } from './exit-codes.ts';

const levels = choice('level', ['must', 'should', 'observe']);

const shown = ({ id, title, level, aspect, operations, cites }: Listed) => ({
  id,
  title,
  section: cites[0].section,
  level,
  aspect,
  operations,
});

/** Prints the requirements. */
export async function list(flags: Flags): Promise<number> {
  const level = optionValue('--level', levels, flags['level']);
  const only = commandSettings(flags).get('only') ?? [];
  const { target, clients } = await catalogue();
  const chosen = select(flags['clients'] ? clients : target, only).filter(
    (row) => level === undefined || row.level === level,
  );
  const lines = chosen.map(
    (row) => `${row.id.padEnd(44)} ${row.level.padEnd(8)} ${row.cites[0].section.padEnd(12)} ${row.title}`,
  );
  process.stdout.write(
    flags['json'] || flags['format'] === 'json'
      ? `${JSON.stringify(chosen.map(shown), null, 2)}\n`
      : `${lines.join('\n')}\n${counted(chosen.length, 'requirement')}\n`,
  );
  return EXIT.conformant;
}
