// Writes the requirements, faults and latitudes down as data, so that commands which only name them need not load the suites.
import { writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { catalogueOfSuites } from '../dist/src/run/catalogue.js';
import { rows } from '../dist/suites/index.js';
import { requestsMade } from '../dist/suites/requests-made.js';
import { checksIn, Names } from './places.mjs';

const rowNames = new Names('suites', 'src/contract');
const variantNames = new Names('src/reference');
const checkAt = checksIn();
const checksOf = new Map([...rows, ...requestsMade].map(({ id, checks }) => [id, checks]));

/** A derived row is made in the folder of its checks. */
function rowAt(id, checks) {
  const folders = checks.map((place) => dirname(place));
  const near = (path) => folders.includes(dirname(path));
  return rowNames.declared(id) ?? rowNames.made(id, near) ?? checks[0];
}

function placed(requirement) {
  const checks = [...new Set(checksOf.get(requirement.id).map(checkAt))];
  return { ...requirement, places: { row: rowAt(requirement.id, checks), checks } };
}

/** A derived fault is where what it does is named. */
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
writeFileSync('dist/src/run/catalogue.json', JSON.stringify(catalogue));
