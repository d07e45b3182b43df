// The figures as a page of docs/: written anew by each whole bench, but for the explanations, which people write.

/** From here on the page is kept as it stands. */
const EXPLAINED = '## Where the rest goes';

const shown = (value, unit) => `${value.toPrecision(3)}${unit && ` ${unit}`}`;

const line = ({ name, aim, unit, median, min, max, rounds }) =>
  `| ${name} | ${shown(median, unit)} | ${shown(min, unit)} to ${shown(max, unit)} | ${rounds} | ${aim} |`;

/** What of the machine decides figures; nothing that names it. */
export const machineOf = (cpus, node) => `${cpus[0]?.model ?? 'unknown processor'}, ${cpus.length} cores, Node ${node}`;

/** The page, with the explanations of the former one. */
export function page(figures, machine, former) {
  const at = former.indexOf(EXPLAINED);
  return `# Performance

Written by \`npm run bench\`. Two things that are compared were measured in turn, in one run; a figure is the ratio of
each round, as median and spread. Measured on: ${machine}.

| Figure | Median | Spread | Rounds | Aim |
| --- | --- | --- | --- | --- |
${figures.map(line).join('\n')}
${at < 0 ? '' : `\n${former.slice(at)}`}`;
}
