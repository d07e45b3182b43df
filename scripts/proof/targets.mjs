// What the proof runs against: each fault, each latitude, latitudes drawn together, null targets, and the suite with checks left out.
import { faults, latitudes, requirementOf } from '../../dist/src/reference/decision.js';
import { nullTargets } from '../../dist/src/reference/null-targets.js';
import '../../dist/src/reference/service.js';
import { random } from '../../dist/src/reference/values.js';
import { rows } from '../../dist/suites/index.js';
import { dueOn } from './claims.mjs';

const DRAWN = 5;

/** Five latitudes of different decisions. */
function drawn(seed) {
  const next = random(seed);
  const left = [...latitudes()];
  const chosen = [];
  while (chosen.length < DRAWN) {
    const [one] = left.splice(Math.floor(next() * left.length), 1);
    if (!chosen.some(({ decision }) => decision === one.decision)) chosen.push(one);
  }
  return chosen.map(({ name }) => name);
}

/** What only a list of more than a thousand items shows. */
const LONG = /^(?:LIST-MAXIMUM-LIMIT|limit\/|page\/)/;

const fault = ({ name, section, on, shows }, number) => ({
  kind: 'fault',
  number,
  name,
  section,
  on,
  due: requirementOf({ name }),
  dueOn: dueOn({ name, shows }),
  faults: [name],
  whole: LONG.test(name),
});
const latitude = ({ name, section, on }) => ({
  kind: 'latitude',
  name,
  section,
  on,
  latitudes: [name],
  whole: LONG.test(name),
});
/** A requirement that has both rule and probe, without the one and without the other. */
const losses = (all) =>
  rows
    .filter(({ level, checks }) => level !== 'observe' && new Set(checks.map(({ kind }) => kind)).size > 1)
    .flatMap(({ id, checks }) =>
      checks.map(({ kind }) => ({
        kind: 'loss',
        name: `without ${id}:${kind}`,
        due: id,
        left: `${id}:${kind}`,
        probes: kind === 'probe' ? [] : [`${id}:probe`],
        losing: all.filter(({ due }) => due === id),
      })),
    );
const combination = (seed) => ({ kind: 'combination', name: `seed ${seed}`, latitudes: drawn(seed) });
/**
 * Latitudes that show something only together: lists that move under another client's writes, or under executions that are booked
 * late; times that have more digits than they show on the last of several pages; transactions that have expired where refusals say
 * nothing; metadata that are added to and not shown; filters of which a hundred values count where nothing shows which; filters that
 * take neither unknown values nor one twice, or no unknown values where no address is of an end user yet; and totals of which a fee
 * that grows leaves less than the least amount.
 */
const TOGETHER = [
  ['cursor/offset', 'others/write-all-the-time'],
  ['list/lags-a-second', 'others/write-all-the-time'],
  ['cursor/offset', 'list/lags-a-second', 'others/write-all-the-time'],
  ['cursor/offset', 'executions/some-are-booked-late'],
  ['timestamps/coarser-than-they-are-kept', 'end/empty-page'],
  ['affirm/some-have-expired', 'failure/empty-body'],
  ['members/only-required', 'update/adds-to-metadata'],
  ['filters/unknown-parties-refused', 'filters/repeated-values-refused'],
  ['filters/unknown-parties-refused', 'addresses/none-of-an-end-user-before'],
  ['fee/grows', 'amounts/a-least-one'],
  ['members/only-required', 'filters/identity_ids-cut-to-100', 'filters/ref_ids-of-the-last-100'],
].map((names) => ({ kind: 'combination', name: names.join(' + '), latitudes: names }));
const nothing = (name) => ({ kind: 'null', name, nullTarget: name });

/** All targets; those whose names begin with what is wanted, where something is. */
export function targetsOf(wanted, seeds) {
  const broken = faults().map(fault);
  const all = [
    { kind: 'lawful', name: 'the reference as it is', whole: true },
    ...broken,
    ...losses(broken),
    ...latitudes().map(latitude),
    ...TOGETHER,
    ...seeds.map(combination),
    ...nullTargets.map(nothing),
  ];
  return wanted.length === 0 ? all : all.filter(({ name }) => wanted.some((each) => name.startsWith(each)));
}
