// The targets of the proof: each fault, each latitude, draws of several latitudes, null targets, and the suite with
// checks left out.
import { faults, latitudes, requirementOf } from '../../dist/src/reference/decision.js';
import { nullTargets } from '../../dist/src/reference/null-targets.js';
import '../../dist/src/reference/service.js';
import { random } from '../../dist/src/reference/values.js';
import { rows } from '../../dist/suites/index.js';
import { dueOn } from './claims.mjs';

/**
 * @import { Variant } from '../../dist/src/reference/decision.js'
 * @import { CombinationTarget, FaultTarget, LatitudeTarget, LossTarget, NullTarget, Target } from './types.ts'
 */

const DRAWN = 5;

/**
 * Draws five latitudes of different decisions.
 * @param {number} seed
 */
function drawn(seed) {
  const next = random(seed);
  const left = [...latitudes()];
  /** @type {Variant[]} */
  const chosen = [];
  while (chosen.length < DRAWN) {
    const [one] = left.splice(Math.floor(next() * left.length), 1);
    if (one && !chosen.some(({ decision }) => decision === one.decision)) chosen.push(one);
  }
  return chosen.map(({ name }) => name);
}

/** Faults and latitudes that only a list of more than a thousand items shows. */
const LONG = /^(?:LIST-MAXIMUM-LIMIT|limit\/|page\/)/;

/** @type {(variant: Variant) => FaultTarget} */
const fault = ({ name, section, on, shows }) => ({
  kind: 'fault',
  name,
  section,
  on,
  due: requirementOf({ name }),
  dueOn: dueOn({ name, shows }),
  faults: [name],
  whole: LONG.test(name),
});

/** @type {(variant: Variant) => LatitudeTarget} */
const latitude = ({ name, section, on }) => ({
  kind: 'latitude',
  name,
  section,
  on,
  latitudes: [name],
  whole: LONG.test(name),
});

/**
 * Returns the targets for requirements with several kinds of checks, each time without one of these kinds.
 * @type {(all: readonly FaultTarget[]) => LossTarget[]}
 */
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

/** @type {(seed: number) => CombinationTarget} */
const combination = (seed) => ({ kind: 'combination', name: `seed ${seed}`, latitudes: drawn(seed) });

/**
 * Latitudes that have an effect only in combination: lists that change under another client's writes, or under
 * executions that are booked late; times with more digits than shown, with an empty last page; expired transactions
 * with refusals that say nothing; metadata that are added to and not shown; filters that use only a hundred of their
 * values when no item shows which; filters that accept neither unknown nor repeated values, or no unknown values when
 * no address belongs to an end user yet; and totals of which a growing fee leaves less than the minimum amount.
 * @type {CombinationTarget[]}
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

/** @type {(name: string) => NullTarget} */
const nothing = (name) => ({ kind: 'null', name, nullTarget: name });

/**
 * Returns all targets, or only those whose names begin with one of the wanted names.
 * @param {readonly string[]} wanted
 * @param {readonly number[]} seeds
 */
export function targetsOf(wanted, seeds) {
  const broken = faults().map(fault);
  /** @type {Target[]} */
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
