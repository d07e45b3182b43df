import type { Citation } from '../src/contract/requirement.ts';

/** A statement of the document that no requirement cites, and the reason. */
export interface NothingToTest extends Citation {
  readonly reason: string;
}

const HEADLINE = 'it announces what follows and states nothing by itself';
const SUMMARY = 'a summary: each operation is specified in section 4';

/** Statements that cannot be tested or that state nothing by themselves. */
export const nothingToTest: readonly NothingToTest[] = [
  { section: 'Conventions', words: 'This single document covers every operation', reason: SUMMARY },
  { section: 'Conventions', words: 'Conventions:', reason: HEADLINE },
  {
    section: '1',
    words: 'The service holds platform balances per profile',
    reason: 'the interface has no operation that shows a balance',
  },
  { section: '1', words: 'The service provides:', reason: HEADLINE },
  { section: '1', words: '- crypto withdrawals to a destination address on a crypto network;', reason: SUMMARY },
  { section: '1', words: '- listing of trade executions, and reading one quote execution;', reason: SUMMARY },
  {
    section: '1',
    words: 'Those fields are required only for such third-party integrations.',
    reason: 'whether a client is such an integration cannot be seen through the interface',
  },
  { section: '2.2', words: 'Observed behaviors of the representation:', reason: HEADLINE },
  { section: '3', words: 'QuoteExecution and SettlementTransaction transitions:', reason: HEADLINE },
  {
    section: '3',
    words: '| (creation) | quote execution created |',
    reason: 'the interface has no operation that creates a quote execution',
  },
  {
    section: '3',
    words: '| (creation) | settlement transaction created |',
    reason: 'Create Transaction has no path or payload in the document',
  },
  {
    section: '5',
    words: '1. The service uses OAuth 2 with the client credentials grant.',
    reason: 'the address of the token endpoint is not shown, and the endpoint is not an operation of the interface',
  },
  { section: '4.15', words: 'Operations named but without path or payload given', reason: 'they cannot be called' },
  {
    section: '6',
    words: 'Event kinds, delivery mechanism and payloads: not shown.',
    reason: 'nothing says where events could be received',
  },
];
