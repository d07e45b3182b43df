import type { Report } from '../../src/model/report.ts';
import { calledEmbedded } from '../../src/run/embedded.ts';
import { Run } from '../../src/run/run.ts';
import { flagSource, Settings } from '../../src/settings/settings.ts';

export const FAULTS = [
  'AUTH-HEADER-MISSING/open-withdrawals',
  'CREATED-AT-LTE/excludes-equal',
  'CW-TYPE/is-internal',
  'DA-CRYPTO-NETWORK-ECHO/ETHEREUM-for-all',
  'FA-LIST-MASKED-LAST-FOUR/other-digits',
  'FW-MEMO-SCB-OVER-LIMIT/accepts-141',
  'FW-ONE-OF/accepts-both',
  'LIST-PAGE-NO-REPEAT/repeats-one',
  'METADATA-ECHO/lowercases-keys',
  'ST-AFFIRMED/stays-pending',
  'TRANSFER-FEE-PRESENT/left-out',
];

/** The report of a run on the embedded service with these faults. */
export async function faultyReport(): Promise<Report> {
  const { settings, carriage } = calledEmbedded(new Settings([flagSource({ seed: '5' })]), {
    settleAfterMs: 200,
    faults: FAULTS,
  });
  const run = new Run(settings, { carriage });
  await run.complete();
  return run.report();
}
