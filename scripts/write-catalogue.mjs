// Writes the requirements down as data, so that commands which only name them need not load the suites.
import { writeFileSync } from 'node:fs';
import { catalogueOfSuites } from '../dist/src/run/catalogue.js';

writeFileSync('dist/src/run/catalogue.json', JSON.stringify(await catalogueOfSuites()));
