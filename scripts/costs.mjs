// Prints the cost of a default run by purpose: `npm run costs`. For each requirement, and each request that
// requirements share, it counts requests and accepted withdrawals, for a local target and for a remote one with its
// default budgets. Options: --of embedded (or terse, lavish, quirky or wary of tests/independent), --profile loopback
// or remote, --seed N, --latitude NAME (of the embedded service), --runs N, --rows N (of the table; 0 for the totals
// only).
import { parseArgs } from 'node:util';
import { isWithdrawal } from '../dist/src/contract/operations.js';
import { isAccepted, isAnswered } from '../dist/src/model/exchange.js';
import { purposeText } from '../dist/src/model/purpose.js';
import { Run } from '../dist/src/run/run.js';
import { readAsRemote, readSettings } from '../dist/src/settings/run-settings.js';
import { optionSource, Settings } from '../dist/src/settings/settings.js';
import { startIndependent, startWithLatitudes } from './services.mjs';

const { values } = parseArgs({
  options: {
    of: { type: 'string', default: 'embedded' },
    profile: { type: 'string', multiple: true, default: ['loopback', 'remote'] },
    seed: { type: 'string', default: '1' },
    runs: { type: 'string' },
    latitude: { type: 'string', multiple: true, default: [] },
    rows: { type: 'string', default: '60' },
  },
});

/** @import { Recorded } from '../dist/src/model/exchange.js' */

const started = () => (values.of === 'embedded' ? startWithLatitudes(values.latitude) : startIndependent(values.of));

/**
 * Returns the requirement that a request was made for, the shared request, or the other purpose that it served.
 * @param {Recorded} recorded
 */
function nameOf({ purpose: given, place }) {
  const purpose = purposeText(given);
  if (!place) return purpose;
  if (place.madeFor.startsWith(`${purpose} `)) return purpose;
  // The bodies of twins and the queries of reads differ; their operation is specific enough.
  return `shared: ${place.madeFor.replace(/#\w+$/, '').replace(/ ?\{.*/, ' with a change')}`;
}

/** The name of a generated case ends in its number. */
const isCase = (/** @type {Recorded} */ { place }) => place !== undefined && /\.\d+$/.test(place.madeFor);

async function measured(profile) {
  const { options, fixtures, close } = await started();
  // The pace of a remote run only costs time.
  const said = { ...options, seed: values.seed, runs: values.runs, allowWrites: true, rate: 100_000 };
  const read = profile === 'remote' ? readAsRemote : readSettings;
  const run = new Run(read(new Settings([optionSource(said)]), {}, fixtures));
  const costs = new Map();
  run.session.record.observe({
    onExchange: (recorded) => {
      const name = nameOf(recorded);
      const cost = costs.get(name) ?? { name, requests: 0, cases: 0, withdrawals: 0 };
      costs.set(name, cost);
      cost.requests += 1;
      if (isCase(recorded)) cost.cases += 1;
      if (isAnswered(recorded) && isWithdrawal(recorded.operation) && isAccepted(recorded)) cost.withdrawals += 1;
    },
  });
  await run.complete();
  await close();
  return { run, costs: [...costs.values()] };
}

const column = (value, width = 12) => String(value || '').padStart(width);

function print(profile, { run, costs }) {
  const { verdict, summary, requirements } = run.report();
  const { withdrawals, amounts } = run.session.withdrawn;
  const moved = Object.entries(amounts).map(([asset, amount]) => `${amount} ${asset}`);
  console.log(`\n${values.of}, ${profile}, seed ${values.seed}: ${verdict}`);
  console.log(`${column('requests')}${column('in cases')}${column('withdrawals')}`);
  const dearest = costs.sort((a, b) => b.withdrawals - a.withdrawals || b.requests - a.requests);
  for (const { name, requests, cases, withdrawals: made } of dearest.slice(0, Number(values.rows)))
    console.log(`${column(requests)}${column(cases)}${column(made)}  ${name}`);
  const cases = costs.reduce((sum, each) => sum + each.cases, 0);
  console.log(`${column(summary.requests)}${column(cases)}${column(withdrawals)}  in all: ${moved.join(', ')}`);
  const open = requirements.filter(({ status }) => !['passed', 'observed'].includes(status));
  for (const { id, status, reason } of open) console.log(`${status} ${id}: ${reason ?? ''}`);
}

for (const profile of values.profile) print(profile, await measured(profile));
