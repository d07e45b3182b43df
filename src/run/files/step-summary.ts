import { appendFileSync } from 'node:fs';

/** GitHub shows no summary of a step that is longer than 1 MiB; other commands of the step may append some, too. */
const MOST_BYTES = 1_000_000;

const REST = '\n\nThe rest is in summary.md of the report.';

/** Matches the beginning of a section or of a part that unfolds: what comes before it is complete. */
const PART = /\n\n(?=## |<details>)/g;

/** Returns as many whole parts of Markdown as GitHub shows. */
function shownPart(text: string): string {
  if (Buffer.byteLength(text) <= MOST_BYTES) return text;
  const ends = [...text.matchAll(PART)].map(({ index }) => index);
  const end = ends.findLast((each) => Buffer.byteLength(text.slice(0, each) + REST) <= MOST_BYTES) ?? 0;
  return text.slice(0, end) + REST;
}

/** Appends Markdown to the GitHub step summary, if there is one. */
export function appendToSummary(render: () => string): void {
  const file = process.env['GITHUB_STEP_SUMMARY'];
  if (!file) return;
  try {
    appendFileSync(file, `${shownPart(render())}\n`);
  } catch {
    process.stderr.write(`the step summary ${file} cannot be written\n`);
  }
}
