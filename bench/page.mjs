// Renders the figures as a page of docs/. A full benchmark rewrites the page except for its explanations, which are
// written by hand.

/** From this heading on, the page is kept unchanged. */
const EXPLAINED = '## Where the rest goes';

const shown = (value, unit) => `${value.toPrecision(3)}${unit && ` ${unit}`}`;

/** The figures at commit 24c6733, from one round each. */
const BEFORE = {
  'requests to a complete verdict, loopback': '1975 to 2400',
  'requests to a complete verdict, another host': '1975 to 2400',
  'withdrawals to a complete verdict, another host': '205',
  'seconds to a complete verdict, another host': '202 s',
  'a default run on the embedded service, from start to exit': '3.9 s to 6 s',
  'wall time of a default run ÷ replay of its requests with bare undici': '3.7',
  'the same with a service that takes 20 ms an answer': '1.9',
  'requests a second in the run ÷ those of autocannon': '0.42',
  'CPU seconds per 1,000 exchanges of a run': '3.0 s',
  'all rules ÷ JSON.parse, one fiat account': '8.8',
  'all rules ÷ JSON.parse, a list of 1,000': '2.5',
  'peak memory with --runs 10,000 ÷ with --runs 100 (60,000 requests of six operations)': '1.40',
  'a run in one part ÷ in 4 parts and merged, 60 ms an answer': '1.8',
  'verify of 1024 MB of HAR': '98 s',
  'most memory of verify of 1024 MB of HAR': '247 MB',
  'what the proxy adds to an answer': '0.63 ms',
};

const line = ({ name, aim, unit, median, min, max, rounds }) =>
  `| ${name} | ${BEFORE[name] ?? ''} | ${shown(median, unit)} | ${shown(min, unit)} to ${shown(max, unit)} | ${rounds} | ${aim} |`;

/**
 * Returns the properties of the machine that affect the figures, without its name.
 * @param {readonly { readonly model: string }[]} cpus
 * @param {string} node
 */
export const machineOf = (cpus, node) => `${cpus[0]?.model ?? 'unknown processor'}, ${cpus.length} cores, Node ${node}`;

/** @typedef {import('./figures.mjs').Figure} Figure */

/**
 * Returns the page with the explanations of the former one.
 * @param {readonly Figure[]} figures
 * @param {{ machine: string, commit: string, day: Date }} origin
 * @param {string} former
 */
export function page(figures, { machine, commit, day }, former) {
  const at = former.indexOf(EXPLAINED);
  return `# Performance

Written by \`npm run bench\`. Two things that are compared were measured alternately in one run. A figure is the ratio of each round,
shown as median and spread. \`npm run bench -- --check\` compares new ratios with these and lists those that differ by more than a quarter.
"Before" is commit 24c6733. Measured on ${day.toISOString().slice(0, 10)} at commit ${commit}: ${machine}.

| Figure | Before | Median | Spread | Rounds | Aim |
| --- | --- | --- | --- | --- | --- |
${figures.map(line).join('\n')}
${at < 0 ? '' : `\n${former.slice(at)}`}`;
}

const QUARTER = 1.25;

/** Returns the median ratios in a page, by name. Figures with a unit depend on the machine and are left out. */
function ratiosIn(text) {
  const rows = [...text.matchAll(/^\| (.+?) \|(?: [^|]*\|)? (\d[\d.e+-]*) \| [\d.e+-]+ to [\d.e+-]+ \|/gm)];
  return new Map(rows.map(([, name, median]) => [name, Number(median)]));
}

/**
 * Returns a sentence for each ratio that differs by more than a quarter from the one in the page.
 * @param {readonly Figure[]} figures
 * @param {string} former
 */
export function moved(figures, former) {
  const known = ratiosIn(former);
  return figures.flatMap(({ name, unit, median }) => {
    const before = known.get(name);
    if (unit !== '' || before === undefined) return [];
    const times = median / before;
    return times > QUARTER || times < 1 / QUARTER
      ? [`${name}: ${shown(median, '')}, and ${shown(before, '')} in docs/performance.md (${shown(times, '')} times)`]
      : [];
  });
}
