// Runs the suite against each fault and each latitude of the embedded implementation: `npm run proof [NAME…]`.
// Prints what was caught, missed, caught by another requirement, and falsely accused; exits 1 unless all is as it should be.
import { embeddedSettings, startEmbedded } from '../dist/cli/embedded.js';
import { Conduct } from '../dist/cli/runner/conduct.js';
import { faultNames, latitudeNames } from '../dist/reference/decision.js';

const SEED = 7;
const TOGETHER = 3;
const wanted = process.argv.slice(2);
const chosen = (names) => names.filter((name) => wanted.length === 0 || wanted.some((each) => name.startsWith(each)));

async function verify(options, only) {
  const service = await startEmbedded({ accounts: 1_240, settleAfterMs: 300, ...options });
  try {
    const settings = { ...embeddedSettings({ seed: String(SEED), out: '' }, service), only };
    const conduct = new Conduct(settings);
    await conduct.session.open();
    await Promise.all(conduct.active.map((row) => conduct.exercise(row)));
    await conduct.session.close();
    return conduct
      .results()
      .filter(({ status }) => status === 'failed' || status === 'warned')
      .map(({ row }) => row.id);
  } finally {
    await service.close();
  }
}

async function each(names, act) {
  const queue = [...names];
  const said = [];
  const worker = async () => {
    for (let name = queue.shift(); name !== undefined; name = queue.shift()) said.push([name, await act(name)]);
  };
  await Promise.all(Array.from({ length: TOGETHER }, worker));
  return said.sort(([a], [b]) => (a < b ? -1 : 1));
}

let wrong = 0;
const tell = (ok, line) => {
  if (!ok) wrong += 1;
  console.log(`${ok ? 'ok   ' : 'WRONG'} ${line}`);
};

for (const [name, failed] of await each(chosen(faultNames()), (fault) => verify({ faults: [fault] }, []))) {
  const due = name.split('/')[0];
  const others = failed.filter((id) => id !== due);
  tell(
    failed.includes(due) && others.length <= 1,
    `${name}: ${failed.includes(due) ? 'caught' : 'MISSED'}${others.length > 0 ? `, also ${others.join(', ')}` : ''}`,
  );
}
for (const [name, failed] of await each(chosen(latitudeNames()), (latitude) => verify({ latitudes: [latitude] }, []))) {
  tell(failed.length === 0, `${name}: ${failed.length === 0 ? 'left alone' : `ACCUSED by ${failed.join(', ')}`}`);
}
console.log(
  wrong === 0 ? 'every fault is caught by the requirement it names, and no latitude is accused' : `${wrong} wrong`,
);
process.exitCode = wrong === 0 ? 0 : 1;
