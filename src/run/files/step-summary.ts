import { appendFileSync } from 'node:fs';

/** Appends Markdown to the GitHub step summary, if there is one. */
export function appendToSummary(render: () => string): void {
  const file = process.env['GITHUB_STEP_SUMMARY'];
  if (!file) return;
  try {
    appendFileSync(file, `${render()}\n`);
  } catch {
    process.stderr.write(`the step summary ${file} cannot be written\n`);
  }
}
