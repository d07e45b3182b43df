import type { Report } from '../../../src/model/report.ts';
import { embeddedReport } from '../../support/embedded.ts';

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
export const faultyReport = (): Promise<Report> =>
  embeddedReport({ seed: '5' }, { settleAfterMs: 200, faults: FAULTS });
