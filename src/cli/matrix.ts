import { join } from 'node:path';
import { badge } from '../../reporters/badge.ts';
import { conclusion, matrixHtml } from '../../reporters/matrix/html.ts';
import { matrixMarkdown } from '../../reporters/matrix/markdown.ts';
import { counts, glyphs, statusWords, verdictStatus } from '../../reporters/view/wording.ts';
import type { Report } from '../model/report.ts';
import { readReport, reportPath } from '../run/files/read-report.ts';
import { writeAsked } from '../run/files/write-file.ts';
import { prepare } from '../run/files/write-reports.ts';
import { mergedReport } from '../run/sharding/merged-report.ts';
import { byRun, wholeOf } from '../run/sharding/whole.ts';
import { sideBySide } from '../run/side-by-side/side-by-side.ts';
import { type Flags, optionValue } from '../settings/settings.ts';
import { folder } from '../settings/value-types.ts';
import { grouped } from '../values/counted.ts';
import { MATRIX_FOLDER } from './defaults.ts';
import { EXIT } from './exit-codes.ts';
import { printLines } from './output.ts';

/** Puts reports side by side and writes them as HTML, JSON and Markdown. */
export async function matrix(flags: Flags, paths: readonly string[]): Promise<number> {
  const given = whole(paths);
  const { reports, ...data } = sideBySide(given, flags['history'] === true);
  const out = optionValue('--out', folder, flags['out']) ?? MATRIX_FOLDER;
  prepare(out);
  prepare(join(out, 'badges'));
  for (const [i, { badge: file }] of data.columns.entries()) {
    const report = reports[i];
    if (report) await write(join(out, file), badge(report));
  }
  await write(join(out, 'matrix.json'), `${JSON.stringify(data, null, 2)}\n`);
  await write(join(out, 'matrix.md'), matrixMarkdown(data));
  await write(join(out, 'matrix.html'), matrixHtml(data, reports));
  const lines = [
    ...reports.map((report, i) => lineOf(data.columns[i]?.name ?? '', report)),
    ...data.notes.map((note) => `note: ${note}`),
    `${conclusion(data)}; ${join(out, 'matrix.html')}`,
  ];
  printLines(lines);
  return EXIT.conformant;
}

/** Reads the reports and merges those of shards. */
function whole(paths: readonly string[]): readonly Report[] {
  const read = paths.map(reportPath).map((path) => ({ path, report: readReport(path) }));
  return byRun(read).flatMap((own) =>
    own[0]?.report.shard ? [mergedReport(wholeOf(own).shards)] : own.map(({ report }) => report),
  );
}

const write = (path: string, content: string): Promise<void> =>
  writeAsked(path, content, 'give another folder with --out');

const lineOf = (name: string, report: Report): string =>
  `${glyphs[verdictStatus[report.verdict]]} ${name}: ${report.verdict}, ${counts(report)
    .map(({ status, count }) => `${grouped(count)} ${statusWords[status]}`)
    .join(', ')}`;
