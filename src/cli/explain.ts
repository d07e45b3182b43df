import { existsSync } from 'node:fs';
import { type Layout, layoutOf } from '../../reporters/terminal/layout.ts';
import { operations } from '../contract/operations.ts';
import { quoted } from '../contract/quotation.ts';
import type { Check } from '../engine/check.ts';
import { protects, requirementOf } from '../reference/decision.ts';
import { type Catalogue, catalogue, type Listed, type ListedVariant } from '../run/catalogue/catalogue.ts';
import { select } from '../settings/selection.ts';
import type { Flags } from '../settings/settings.ts';
import { UsageError } from '../settings/usage-error.ts';
import { meant } from '../values/nearest.ts';
import { EXIT } from './exit-codes.ts';
import { printDocument, printJson } from './output.ts';
import { screen } from './screen.ts';

/** How each kind of check works, for readers who do not know the code. */
const CHECKED_BY: Readonly<Record<Check['kind'], string>> = {
  rule: 'a rule, applied to every answer',
  group: 'a rule, applied to every answer',
  sequence: 'a rule, applied to the responses in order',
  request: 'a rule, applied to every request',
  consequence: 'failures of other requirements, which also violate this one',
  survey: 'all traffic, in which the behaviour is observed',
  probe: 'a probe, which sends its own requests',
  question: 'a question, which sends its own requests',
};

/** A requirement, the faults that it must catch and the latitudes that it must not accuse. */
interface Explained {
  readonly requirement: Listed;
  readonly faults: readonly ListedVariant[];
  readonly latitudes: readonly ListedVariant[];
}

/**
 * Prints each chosen requirement with all details. `given` holds ids (`*` is a wildcard), operations and sections,
 * separated by commas. If nothing matches, throws UsageError that suggests similar names.
 */
export async function explain(flags: Flags, given: string): Promise<number> {
  const known = await catalogue();
  const explained = chosen(known, given).map((requirement) => behind(known, requirement));
  const layout = layoutOf({ ...screen({}), report: '' });
  if (flags['format'] === 'json') printJson(explained.map(asData));
  else printDocument(`${explained.map((each) => asText(each, layout).join('\n')).join('\n\n')}\n`);
  return EXIT.conformant;
}

function chosen({ target, clients }: Catalogue, given: string): readonly Listed[] {
  const all = [...target, ...clients];
  const byId = all.find(({ id }) => id === given.toUpperCase());
  if (byId) return [byId];
  try {
    const patterns = given.split(',').map((each) => each.trim());
    const ids = new Set(select(all, { only: patterns }).map(({ id }) => id));
    return all.filter(({ id }) => ids.has(id));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    const near = meant(given, [...all.map(({ id }) => id), ...Object.keys(operations)]);
    throw new UsageError(`there is no requirement ${given}${near}; "transfer-conformance list" shows them all`);
  }
}

const behind = ({ faults, latitudes }: Catalogue, requirement: Listed): Explained => ({
  requirement,
  faults: faults.filter((each) => requirementOf(each) === requirement.id),
  latitudes: requirement.party === 'client' ? [] : latitudes.filter((each) => protects(each, requirement.id)),
});

const variantAsData = ({ name, section, on, place }: ListedVariant) => ({ name, section, operations: on, place });

const asData = ({ requirement, faults, latitudes }: Explained) => ({
  ...requirement,
  faults: faults.map(variantAsData),
  latitudes: latitudes.map(variantAsData),
});

function asText(explained: Explained, layout: Layout): readonly string[] {
  const { requirement } = explained;
  return [
    `${layout.bold(requirement.id)}  ${requirement.level}`,
    ...layout.wrap('  ', requirement.title),
    '',
    ...quoted(requirement.cites).flatMap(({ section, words }) => layout.wrap(`  ${place(section)}`, words)),
    '',
    ...facts(requirement).flatMap(([name, text]) => layout.wrap(`  ${name.padEnd(NAME)}`, text)),
    ...sources(requirement),
    ...(requirement.party === undefined ? proof(explained, layout) : []),
  ];
}

/** Width of the name column, in characters. */
const NAME = 14;

const place = (section: string): string => (/^\d/.test(section) ? `section ${section}` : section).padEnd(NAME);

function facts({ operations: on, kinds, lenience, party, id }: Listed): readonly (readonly [string, string])[] {
  const isClients = party === 'client';
  const ways = [...new Set(kinds.map((kind) => CHECKED_BY[kind]))];
  return [
    ['operations', on.join(', ')],
    ['checked by', ways.join('; ')],
    ...(lenience ? ([['tolerates', lenience]] as const) : []),
    isClients
      ? ['applies to', 'clients: transfer-conformance verify and proxy check it']
      : ['try it', `transfer-conformance --only ${id}`],
  ];
}

/** Whether a place of the sources, `FILE:LINE`, can be opened here: only a clone has them, and not the package. */
const isHere = (place: string): boolean => existsSync(place.replace(/:\d+$/, ''));

/** Lists where the requirement is in the sources. A place is never wrapped, so that editors can open it. */
function sources({ places, from }: Listed): readonly string[] {
  if (places && !isHere(places.row)) return [];
  const lines: readonly (readonly [string, string])[] = [
    ...(places ? [['row', places.row] as const] : []),
    ...(places?.checks.map((each) => ['check', each] as const) ?? []),
    ...(from === undefined ? [] : [['derived from', from] as const]),
  ];
  return lines.map(([name, text]) => `  ${name.padEnd(NAME)}${text}`);
}

/** If a variant shows on more operations than this, only their number is printed. */
const MANY = 5;

/** The number of variants that are listed for users without the sources, who start at most one of them. */
const MOST_VARIANTS = 6;

/** Lists variants, with their places if the sources are here, and otherwise only the first of many. */
function variants(found: readonly ListedVariant[]): readonly string[] {
  const hasSources = found.some(({ place: where }) => where !== undefined && isHere(where));
  const shown = hasSources ? found : found.slice(0, MOST_VARIANTS);
  const rest = found.length - shown.length;
  return [
    ...shown.flatMap(({ name, on, place: where }) => [
      `    ${name} (${on.length > MANY ? `${on.length} operations` : on.join(', ')})`,
      ...(where === undefined || !hasSources ? [] : [`      ${where}`]),
    ]),
    ...(rest > 0 ? [`    and ${rest} more: transfer-conformance serve --list`] : []),
  ];
}

/** Lists the faults that the requirement is proven to catch, and the latitudes that it is proven not to accuse. */
function proof({ requirement, faults, latitudes }: Explained, layout: Layout): readonly string[] {
  const caught =
    requirement.level === 'observe'
      ? [`  ${'proven by'.padEnd(NAME)}nothing: it can never fail`]
      : [
          '',
          ...layout.wrap('  ', 'proven by these faults; to start one: transfer-conformance serve --fault NAME'),
          ...variants(faults),
        ];
  if (latitudes.length === 0) return caught;
  return [
    ...caught,
    '',
    ...layout.wrap(
      '  ',
      'permitted choices that it does not fail; to start one: transfer-conformance serve --latitude NAME',
    ),
    ...variants(latitudes),
  ];
}
