/** The rules of the contract as functions, for use in your own tests. */

export type { Operation } from '../contract/operations.ts';
export type { Level } from '../contract/requirement.ts';
export type { Fixtures, SettlementState } from '../model/fixtures.ts';
export type { Report } from '../model/report.ts';
export {
  type Breach,
  type ExchangeToVerify,
  type HeadersToVerify,
  type Verification,
  Verifier,
  verifyExchange,
} from './verify.ts';
