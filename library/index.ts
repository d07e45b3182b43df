/** The rules of the contract as functions, for tests of one's own. */
export type { Fixtures, SettlementState } from '../model/fixtures.ts';
export type { Operation } from '../model/operations.ts';
export type { Report } from '../model/report.ts';
export type { Level } from '../model/requirement.ts';
export {
  type Breach,
  type ExchangeToVerify,
  type HeadersToVerify,
  type Verification,
  Verifier,
  verifyExchange,
} from './verify.ts';
