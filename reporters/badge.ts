import type { Report } from '../src/model/report.ts';
import type { Verdict } from '../src/model/reported.ts';
import { grouped } from '../src/values/counted.ts';
import { findings } from './view/findings.ts';

const COLOURS: Readonly<Record<Verdict, string>> = {
  conformant: 'brightgreen',
  nonconformant: 'red',
  incomplete: 'yellow',
  aborted: 'lightgrey',
};

function message(report: Report): string {
  const { verdict, summary, selection } = report;
  const waived = findings(report).filter(({ group }) => group === 'waived').length;
  const detail: Readonly<Record<Verdict, string>> = {
    conformant: `, ${grouped(summary.passed)} passed`,
    nonconformant: `, ${grouped(summary.failed)} failed${waived > 0 ? ` (${grouped(waived)} waived)` : ''}`,
    incomplete: `, ${grouped(summary.not_exercised)} not exercised`,
    aborted: '',
  };
  return `${verdict}${detail[verdict]}${selection === null ? '' : ' (selection)'}`;
}

/** Returns `badge.json`, in the endpoint format of shields.io. */
export function badge(report: Report): string {
  const isOpen = report.gate?.outcome === 'passes';
  const isError = !isOpen && (report.verdict === 'nonconformant' || report.verdict === 'aborted');
  const content = {
    schemaVersion: 1,
    label: 'transfer conformance',
    message: message(report),
    color: isOpen && report.verdict === 'nonconformant' ? 'orange' : COLOURS[report.verdict],
    isError,
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}
