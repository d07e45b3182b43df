// Writes the requirements, faults and latitudes as data, so that commands which only list them need not load the
// suites.
import { readdirSync, writeFileSync } from 'node:fs';
import { catalogueOfSuites } from '../../dist/src/run/catalogue/catalogue.js';
import { requestsMade, rows } from '../../dist/suites/index.js';
import { checksIn, Names } from './places.mjs';

const rowNames = new Names('suites');
const variantNames = new Names('src/reference');
const checkAt = checksIn();
const checksOf = new Map([...rows, ...requestsMade].map(({ id, checks }) => [id, checks]));

/** Returns the files of suites/ that contain requirements, each with the lists that it exports. */
async function rowFiles() {
  const files = readdirSync('suites', { encoding: 'utf8', recursive: true }).filter(
    (file) => file.endsWith('.ts') && file !== 'index.ts',
  );
  const lists = files.map(async (file) => {
    const exported = Object.entries(await import(`../../dist/suites/${file.replace(/ts$/, 'js')}`));
    return exported.flatMap(([name, value]) => (Array.isArray(value) ? [{ file: `suites/${file}`, name, value }] : []));
  });
  return (await Promise.all(lists)).flat();
}

const lists = await rowFiles();

function rowAt(id) {
  const found = lists.find(({ value }) => value.some((row) => row?.id === id));
  if (!found) throw new Error(`no file of suites/ exports ${id}`);
  const { file, name } = found;
  return rowNames.madeIn(file, id) ?? rowNames.exported(file, name);
}

function placed(requirement) {
  const checks = [...new Set(checksOf.get(requirement.id)?.map(checkAt))];
  return { ...requirement, places: { row: rowAt(requirement.id), checks } };
}

/** A derived fault has the place where the words after its requirement are written. */
function placedVariant(variant) {
  const { name } = variant;
  const what = name.slice(name.indexOf('/') + 1);
  return { ...variant, place: variantNames.written(name) ?? variantNames.made(name) ?? variantNames.written(what) };
}

const { target, clients, faults, latitudes } = await catalogueOfSuites();
const catalogue = {
  target: target.map(placed),
  clients: clients.map(placed),
  faults: faults.map(placedVariant),
  latitudes: latitudes.map(placedVariant),
};
writeFileSync('dist/src/run/catalogue/catalogue.json', JSON.stringify(catalogue));
