import type { Store } from '../data/store.ts';
import { type Choices, decision } from '../decision.ts';
import { type Fields, isFields } from '../problem.ts';
import type { Incoming } from './server.ts';

const READS = [
  'getFiat',
  'listFiat',
  'listInstructions',
  'listAccounts',
  'listAddresses',
  'listExecutions',
  'getQuote',
];

/** With the fault, the answer to a read is kept for the next request of the same URL without credentials. */
const caches = decision({ section: '5', on: READS }, false, {
  faults: { 'AUTH-HEADER-MISSING/answers-reads-once-from-a-cache': true },
});

const keyOf = ({ path, query }: Incoming): string => `cached ${path} ${JSON.stringify(query)}`;

/** Takes the answer that was kept for a request without credentials, or undefined. */
export function takeCached(choices: Choices, { notes }: Store, request: Incoming): Fields | undefined {
  const found = notes.get(keyOf(request));
  notes.delete(keyOf(request));
  return choices.of(caches) && isFields(found) ? found : undefined;
}

/** Keeps the answer to a request with credentials. */
export function keepCached(choices: Choices, { notes }: Store, request: Incoming, answer: Fields): Fields {
  if (choices.of(caches)) notes.set(keyOf(request), answer);
  return answer;
}
