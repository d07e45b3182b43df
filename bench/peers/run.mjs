// Tools that a user would pick instead, on the same service with the same faults and freedoms: `npm run bench:peers`.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { faults, latitudes } from '../../dist/src/reference/decision.js';
import { listen } from '../../dist/src/reference/service.js';
import { summary } from '../figures.mjs';
import { MAIN, succeeding, temporary, timed } from '../processes.mjs';
import { tokenOf } from '../recorded.mjs';
import { lawful } from './lawful.mjs';
import { peers } from './peers.mjs';

const HERE = import.meta.dirname;
const PAGE = join(HERE, '../../docs/peers.md');
const [FAULTS, LATITUDES] = [Number(process.argv[2] ?? 24), Number(process.argv[3] ?? 10)];

/** So many of a list, as far apart as can be. */
const spread = (list, count) =>
  Array.from({ length: count }, (_, i) => list[Math.floor(((i + 0.5) * list.length) / count)]);

function install() {
  if (!existsSync(join(HERE, 'node_modules')))
    execFileSync('npm', ['install', '--silent', '--no-package-lock'], { cwd: HERE });
}

/** Says of each object that it may have members which the document does not know: some tools take silence for a ban. */
function allowUnknown(path) {
  const document = JSON.parse(readFileSync(path, 'utf8'));
  for (const schema of Object.values(document.components.schemas))
    if (schema.properties) schema.additionalProperties ??= true;
  writeFileSync(path, JSON.stringify(document));
}

const environment = ({ url, authUrl, clientId, clientSecret }, fixtures) => ({
  BASE_URL: url,
  AUTH_URL: authUrl,
  CLIENT_ID: clientId,
  CLIENT_SECRET: clientSecret,
  FIXTURES: fixtures,
});

/** What every tool says of one service; each meets a fresh one. */
async function onOne(options, tools, shared) {
  const said = {};
  for (const { name, verdict } of tools) {
    const service = await listen(options);
    const fixtures = join(temporary(), 'fixtures.json');
    writeFileSync(fixtures, JSON.stringify(service.fixtures));
    const env = environment(service, fixtures);
    const began = performance.now();
    try {
      const token = await tokenOf(env);
      const requests = lawful(service.fixtures, token);
      said[name] = { ...(await verdict({ ...shared, env, url: service.url, token, requests })), seconds: 0 };
    } catch (error) {
      said[name] = { accuses: false, broken: String(error), requests: 0, seconds: 0 };
    }
    said[name].seconds = (performance.now() - began) / 1000;
    await service.close();
  }
  return said;
}

install();
const openapi = join(temporary(), 'openapi.json');
await succeeding([MAIN, 'openapi', '--out', openapi]);
allowUnknown(openapi);
const recording = await timed([MAIN, 'run', '--quiet', '--seed', '7']);
const shared = { openapi, recorded: join(recording.cwd, 'conformance-report') };
const tools = peers();
const targets = [
  { kind: 'lawful', name: 'as it is', options: {} },
  ...spread(faults(), FAULTS).map(({ name }) => ({ kind: 'fault', name, options: { faults: [name] } })),
  ...spread(latitudes(), LATITUDES).map(({ name }) => ({ kind: 'latitude', name, options: { latitudes: [name] } })),
];
const rows = [];
for (const target of targets) {
  const said = await onOne(target.options, tools, shared);
  rows.push({ ...target, said });
  console.log(
    target.kind,
    target.name,
    tools.map(({ name }) => `${name}: ${said[name].broken ?? said[name].accuses}`).join(', '),
  );
}

const of = (kind) => rows.filter((row) => row.kind === kind);
const line = ({ name, version, use }) => {
  const accused = (kind) => of(kind).filter(({ said }) => said[name].accuses).length;
  const seconds = summary(rows.map(({ said }) => said[name].seconds)).median;
  const requests = summary(rows.map(({ said }) => said[name].requests)).median;
  const lawfulSaid = accused('lawful') > 0 ? 'accused' : 'accepted';
  return `| ${name} ${version} | ${use} | ${accused('fault')} of ${of('fault').length} | ${lawfulSaid} | ${accused('latitude')} of ${of('latitude').length} | ${requests} | ${seconds.toFixed(1)} s |`;
};
const mark = ({ accuses, broken }) => (broken ? 'broke' : accuses ? 'yes' : 'no');
const detail = (row) => `| ${row.kind} | ${row.name} | ${tools.map(({ name }) => mark(row.said[name])).join(' | ')} |`;
const former = existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : '';
const kept = former.indexOf('## What stands behind the figures');
writeFileSync(
  PAGE,
  `# Beside other tools

Written by \`npm run bench:peers\`: general tools that work from an OpenAPI document, given ours (\`transfer-conformance openapi\`), on the
embedded implementation with the same faults and freedoms, each target made anew for each tool. The faults and freedoms are
${FAULTS} and ${LATITUDES} of the catalogue, evenly spread over it by name. Requests and time are medians over all targets.

| tool | how it was used | faults found | the lawful implementation | freedoms accused | requests | time |
| --- | --- | --- | --- | --- | --- | --- |
${tools.map(line).join('\n')}

| kind | target | ${tools.map(({ name }) => name).join(' | ')} |
| --- | --- | ${tools.map(() => '---').join(' | ')} |
${rows.map(detail).join('\n')}
${kept < 0 ? '' : `\n${former.slice(kept)}`}`,
);
console.log(tools.map(line).join('\n'));
process.exit(0);
