// Judges findings: caught, missed, caught by another requirement, falsely accused, passed without evidence.
import { readFileSync } from 'node:fs';

/** @import { Found, Judgement, Target } from './types.ts' */

/**
 * Requirements that may pass on null targets, with the reasons.
 * @type {readonly { readonly targets: readonly string[], readonly requirements: readonly string[], readonly reason: string }[]}
 */
export const nullPasses = JSON.parse(readFileSync(new URL('./null-passes.json', import.meta.url), 'utf8'));

/**
 * Faults that are missed within the default budgets for another host, with the reason and the budget that helps.
 * @type {readonly { readonly fault: string, readonly reason: string, readonly budget: string }[]}
 */
export const remoteMisses = JSON.parse(readFileSync(new URL('./remote-misses.json', import.meta.url), 'utf8'));

/** Every missed fault must be listed with its reason, and every listed fault must be missed. */
function remotelyJudged({ name, due }, { failed }) {
  const listed = remoteMisses.find(({ fault }) => fault === name);
  const caught = failed.includes(due);
  if (caught && listed) return { ok: false, what: 'caught: take it out of remote-misses.json', cause: 'stale' };
  if (caught) return { ok: true, what: 'caught' };
  if (listed) return { ok: true, what: `missed as listed: ${listed.reason}; caught with ${listed.budget}` };
  return { ok: false, what: `MISSED within the budgets: ${due} has lost its proof`, cause: 'missed' };
}

/**
 * Faults that make more than {@link MOST} requirements fail, with the reasons.
 * @type {readonly { readonly fault: string }[]}
 */
const largeFaults = JSON.parse(readFileSync(new URL('./large-faults.json', import.meta.url), 'utf8'));

/** Maximum number of requirements that one fault may make fail, unless it is listed as large. */
const MOST = 2;

function faultJudged({ name, due, dueOn }, { failed, caughtOn }) {
  const others = failed.filter((id) => id !== due);
  const also = others.length > 0 ? `, also ${others.join(', ')}` : '';
  const unseen = dueOn.filter((operation) => !caughtOn.includes(operation));
  if (failed.includes(due) && unseen.length > 0)
    return { ok: false, what: `NOT SEEN on ${unseen.join(', ')}, caught on ${caughtOn.join(', ')}`, cause: 'unseen' };
  const isLarge = largeFaults.some(({ fault }) => fault === name);
  if (failed.includes(due)) return { ok: isLarge || failed.length <= MOST, what: `caught${also}`, cause: 'too many' };
  if (others.length > 0)
    return {
      ok: false,
      what: `${due} has lost its proof, caught by another: ${others.join(', ')}`,
      cause: 'caught by another',
    };
  return { ok: false, what: `MISSED: ${due} has lost its proof`, cause: 'missed' };
}

function latitudeJudged(_, { failed, stopped, unexercised = [] }) {
  if (stopped !== undefined) return { ok: false, what: `ENDED EARLY: ${stopped}`, cause: 'ended' };
  const left = unexercised.length > 0 ? `; ${unexercised.length} not exercised` : '';
  if (failed.length === 0) return { ok: true, what: `not accused${left}` };
  return { ok: false, what: `ACCUSED by ${failed.join(', ')}`, cause: 'accused' };
}

/**
 * Without one kind of a requirement's checks, some fault must be missed; otherwise those checks are superfluous, or a
 * fault is missing.
 */
function lossJudged({ left }, { lost }) {
  if (lost === undefined) return { ok: false, what: `IDLE: no fault needs ${left}`, cause: 'idle' };
  return { ok: true, what: `without ${left}, ${lost} is missed` };
}

/**
 * Returns the reason why a requirement may pass on a null target, or undefined.
 * @param {string} name
 * @param {string} id
 */
export const reasonOf = (name, id) =>
  nullPasses.find((each) => each.targets.includes(name) && each.requirements.includes(id))?.reason;

const listedFor = (name) =>
  nullPasses.filter(({ targets }) => targets.includes(name)).flatMap(({ requirements }) => requirements);

function nullJudged({ name }, { verdict, passed }) {
  const unproven = passed.filter((id) => reasonOf(name, id) === undefined);
  if (verdict === 'conformant') return { ok: false, what: 'CONFORMANT', cause: 'null' };
  const stale = listedFor(name).filter((id) => !passed.includes(id));
  if (stale.length > 0) return { ok: false, what: `does not pass any more: ${stale.join(', ')}`, cause: 'null' };
  if (unproven.length > 0) return { ok: false, what: `passes without a reason: ${unproven.join(', ')}`, cause: 'null' };
  return { ok: true, what: `${verdict}; ${passed.length} passes, each with its reason` };
}

/**
 * Each takes the targets of its kind, and what was found of one.
 * @type {Readonly<Record<Target['kind'], (target: any, found: any) => Judgement>>}
 */
const JUDGES = {
  fault: faultJudged,
  latitude: latitudeJudged,
  combination: latitudeJudged,
  lawful: latitudeJudged,
  loss: lossJudged,
  null: nullJudged,
  remote: remotelyJudged,
};

/**
 * Judges the finding of one target.
 * @param {Target} target
 * @param {Found} found
 * @returns {Judgement}
 */
export function judge(target, found) {
  if (found.broken) return { ok: false, what: `BROKEN: ${found.broken}`, cause: 'broken' };
  return JUDGES[target.kind](target, found);
}
