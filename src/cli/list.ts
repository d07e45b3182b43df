import { catalogue, type Listed } from '../run/catalogue/catalogue.ts';
import { commandSettings } from '../settings/run-settings.ts';
import { select, selectionOf } from '../settings/selection.ts';
import type { Flags } from '../settings/settings.ts';
import { counted } from '../values/counted.ts';
import { EXIT } from './exit-codes.ts';
import { printJson, printLines } from './output.ts';

const shown = ({ id, title, section, level, aspect, operations }: Listed) => ({
  id,
  title,
  section,
  level,
  aspect,
  operations,
});

export async function list(flags: Flags): Promise<number> {
  const selection = selectionOf(await commandSettings(flags));
  const { target, clients } = await catalogue();
  const chosen = select(flags['clients'] ? clients : target, selection);
  const lines = chosen.map(
    (row) => `${row.id.padEnd(44)} ${row.level.padEnd(8)} ${row.section.padEnd(12)} ${row.title}`,
  );
  if (flags['json'] || flags['format'] === 'json') printJson(chosen.map(shown));
  else printLines([...lines, counted(chosen.length, 'requirement')]);
  return EXIT.conformant;
}
