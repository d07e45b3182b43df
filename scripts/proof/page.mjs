// Renders the findings: the figures for docs/proof.md, and a page with every fault and latitude.
import { count as claims, open } from './claims.mjs';
import { nullPasses, remoteMisses } from './judge.mjs';

/** @import { Allowances, Finding } from './types.ts' */

const of = (findings, kind) => findings.filter(({ target }) => target.kind === kind);
const cell = (text) => String(text).replaceAll('|', '\\|');
const row = (...cells) => `| ${cells.map(cell).join(' | ')} |`;
const table = (heads, rows) => [row(...heads), row(...heads.map(() => '---')), ...rows].join('\n');

function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

const count = (findings, cause) =>
  findings.filter(({ judgement }) => judgement.cause === cause && !judgement.ok).length;

const caught = (findings) => findings.filter(({ found, target }) => found.failed?.includes(target.due)).length;

const halves = (findings) => {
  const left = of(findings, 'loss');
  return `${left.length}, ${left.filter(({ judgement }) => judgement.ok).length}`;
};

/** Returns the operations, or only their number when there are many. */
const shown = (on) => (on.length > 5 ? `${on.length} operations` : on.join(', '));

function summary(findings) {
  const faults = of(findings, 'fault');
  const proven = new Set(faults.map(({ target }) => target.due));
  const met = faults.filter(({ found }) => found.whole);
  const failed = met.map(({ found }) => found.failed?.length ?? 0);
  return table(
    ['what', 'figure'],
    [
      row('faults', faults.length),
      row('caught by the requirement they name', caught(faults)),
      row('missed', count(faults, 'missed')),
      row('caught only by another requirement', count(faults, 'caught by another')),
      row('requirements with a fault', proven.size),
      row('claims, each a requirement on one operation or parameter', claims),
      row('claims without a fault, each with its reason', open.length),
      row('faults tested with the whole suite', met.length),
      row('requirements that fail with one of these: median, maximum', `${median(failed)}, ${Math.max(...failed)}`),
      row(
        'halves of requirements with both rule and probe, and those without which a fault is missed',
        halves(findings),
      ),
      row('latitudes', of(findings, 'latitude').length),
      row('falsely accused', count(of(findings, 'latitude'), 'accused')),
      row('combinations of five latitudes', of(findings, 'combination').length),
      row('combinations falsely accused', count(of(findings, 'combination'), 'accused')),
      row('null targets', of(findings, 'null').length),
      row(
        'null targets with the verdict conformant',
        of(findings, 'null').filter(({ found }) => found.verdict === 'conformant').length,
      ),
    ],
  );
}

const faultRow = ({ target, found }) =>
  row(
    target.name,
    target.section,
    shown(target.on),
    found.failed?.includes(target.due) ? 'caught' : 'missed',
    (found.failed ?? []).filter((id) => id !== target.due).join(', '),
  );
const latitudeRow = ({ target, found }) =>
  row(
    target.name,
    target.section,
    shown(target.on),
    found.failed?.length === 0 ? 'not accused' : found.failed?.join(', '),
  );
const combinationRow = ({ target, found }) =>
  row(target.name, target.latitudes.join(', '), found.failed?.length === 0 ? 'not accused' : found.failed?.join(', '));
const lossRow = ({ target, found }) => row(target.left, found.lost ?? 'none');

/** Returns the requirements whose faults all make the same other requirement fail too: the two may be one. */
function inCompany(findings) {
  const byDue = new Map();
  for (const each of of(findings, 'fault')) byDue.set(each.target.due, [...(byDue.get(each.target.due) ?? []), each]);
  return [...byDue].flatMap(([due, mine]) => {
    const [first = [], ...more] = mine.map(({ found }) => (found.failed ?? []).filter((id) => id !== due));
    const always = first.filter((id) => more.every((others) => others.includes(id)));
    return always.length > 0 ? [row(due, always.join(', '), mine.length)] : [];
  });
}
const nullRow = ({ target, found }) => row(target.name, found.verdict, found.failed.length, found.passed.length);

/** Sections that other commands write are kept unchanged: that of the proof within budgets, and that of the mutants. */
const SECTION = '\n## ';

const keptOf = (former) => (former.includes(SECTION) ? former.slice(former.indexOf(SECTION)) : '');

const REMOTE = `${SECTION}Within the budgets of another host\n`;

/**
 * Returns the section of the remote profile: the cost of a run against a service without faults, and each missed fault.
 */
const remoteSection = (findings, { requests, withdrawals }, seed) => `${REMOTE}
Written by \`npm run proof -- --remote\` (seed ${seed}): each fault, in a run with the budgets of a run against another host
(40 withdrawals, 25 USD, as many generated cases as 600 requests allow). Without faults the run takes ${requests} requests and ${withdrawals} withdrawals.
${caught(findings)} of ${findings.length} faults are caught by the requirement they name; the others are:

${table(
  ['fault', 'why it is missed', 'caught by'],
  remoteMisses.map(({ fault, reason, budget }) => row(fault, reason, budget)),
)}
`;

/**
 * Returns the page for docs with a new section of the remote profile, before the sections that follow it.
 * @param {string} former
 * @param {readonly Finding[]} findings
 * @param {Allowances} allowed
 * @param {string} seed
 */
export function withRemote(former, findings, allowed, seed) {
  const [before, old = ''] = former.split(REMOTE);
  const after = former.includes(REMOTE) ? old.slice(old.indexOf(SECTION)) : keptOf(former);
  const head = former.includes(REMOTE) ? before : former.slice(0, former.length - after.length);
  return `${head}${remoteSection(findings, allowed, seed)}${after}`;
}

/**
 * Returns the page for docs: the figures, and what is kept of the former page.
 * @param {readonly Finding[]} findings
 * @param {string} seed
 * @param {string} [former]
 */
export const summaryPage = (findings, seed, former = '') => `# Proof

Written by \`npm run proof\` (seed ${seed}). It runs the suite against the embedded service: as it is, with each fault, with each
latitude, with ten draws of five latitudes together, and against servers that answer every request alike (null targets). The requirement
with which the name of a fault begins must catch that fault. Each fault is tested with that requirement and the rules on its traffic. One
in twenty faults, chosen by name, (with \`--whole\`: each) is tested with the whole suite, in which at most one other requirement may
also fail. A latitude must make no \`must\` and no \`should\` fail in a whole run. For each requirement that passes on a null target,
\`scripts/proof/null-passes.json\` gives the reason. \`reports/proof.md\`, which is not in git, has every finding.

${summary(findings)}
${keptOf(former)}`;

/**
 * Returns the page of every finding.
 * @param {readonly Finding[]} findings
 * @param {string} seed
 */
export const wholePage = (findings, seed) => `# Every finding of the proof with seed ${seed}

${summary(findings)}

## Null targets

Servers that do not implement the interface, with the tokens and fixtures of a whole service. None may be conformant. Requirements that
pass there are listed with their reason in \`scripts/proof/null-passes.json\`; any other pass fails the proof.

${table(['target', 'verdict', 'failed', 'passed'], of(findings, 'null').map(nullRow))}

${table(
  ['reason to pass', 'requirements', 'on'],
  nullPasses.map(({ reason, requirements, targets }) => row(reason, requirements.join(', '), targets.join(', '))),
)}

## Checks left out

Requirements that have both a rule, which checks all traffic, and a probe, which makes some. Each is tested without the one and without
the other, in a run of only that requirement, in a whole run and on traffic without probes, until a fault is missed that is caught with
both. For requirements with one check this follows from their faults, of which each has at least one.

${table(['left out', 'fault that is missed'], of(findings, 'loss').map(lossRow))}

## Never the only one

Requirements whose faults all make the same other requirement fail as well: a wrong answer and the look-up that it should agree with, a
filter that is ignored on every page. If the other one failed only because of a wrong shape, it was made more specific.

${table(['requirement', 'with', 'faults'], inCompany(findings))}

## Combinations of latitudes

${table(['draw', 'latitudes', 'found'], of(findings, 'combination').map(combinationRow))}

## Latitudes

${table(['latitude', 'section', 'operations', 'found'], of(findings, 'latitude').map(latitudeRow))}

## Faults

${table(['fault', 'section', 'operations', 'found', 'fails as well'], of(findings, 'fault').map(faultRow))}
`;
