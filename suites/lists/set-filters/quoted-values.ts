import {
  definitionOf,
  type ListFilter,
  type ListOperation,
  listOperations,
  type Parameter,
} from '../../../src/contract/operations.ts';
import { probe } from '../../../src/engine/check.ts';
import type { Probing } from '../../../src/engine/probing.ts';
import { must, type Row, suite } from '../../../src/engine/row.ts';
import type { Failure } from '../../../src/model/outcome.ts';
import { ask, expectEmpty, listOf, plainList } from '../../vocabulary/lists/listing.ts';

/** A text that no item has. Where a service puts it into a statement of its database as it is, the quote ends a string. */
const QUOTED = "o'neil";

/** The list that tries it on another host, since it has the most filters. */
const ON_OTHER_HOSTS: ListOperation = 'listAddresses';

/** Filters by values of items. Another one might be refused for its unknown value before these are looked at. */
const BY_TEXT: ReadonlySet<string> = new Set<ListFilter['by']>(['set', 'value', 'owner']);

const isByText = ({ filter }: Parameter): boolean => filter !== undefined && BY_TEXT.has(filter.by);

/** Demands that a list filtered by such texts, with all its filters at once, is empty or refused. */
async function takesQuotes(p: Probing): Promise<readonly Failure[]> {
  await p.twin(plainList(p));
  const list = listOf(p);
  if (!p.run.spendsFreely && list !== ON_OTHER_HOSTS) return [];
  const filters = Object.entries(definitionOf(list).query).filter(([, parameter]) => isByText(parameter));
  const query = Object.fromEntries(filters.map(([name, { kind }]) => [name, kind === 'strings' ? [QUOTED] : QUOTED]));
  const asked = ask(p, query);
  const { isAccepted, exchange } = await p.answerTo(asked);
  return isAccepted ? expectEmpty(exchange, `none has the text ${QUOTED}`) : p.serverError(asked, exchange);
}

/** Filters by texts (4.3 to 4.12). */
export const quotedValues: readonly Row[] = suite('4.15', listOperations, {
  'FILTER-QUOTED': must(
    'A filter by a text with an apostrophe selects nothing, or is refused, but does not meet a server error',
    {
      aspect: 'filters',
      cites: [
        'Conventions: IDs are strings',
        '4.3: ids (string[], limit 100)',
        '4.6: ref_ids (string[], limit 100)',
        '4.8: identity_id (string, filter by primary identity)',
        '4.10: profile_ids, identity_ids, ids, ref_ids, account_ids (each string[], limit 100)',
        '4.12: profile_id, account_id, order_id (filters by associated profile, account, single order)',
      ],
      lenience: `All filters by text are tried in one request. If the target is not on loopback, this is tried on ${ON_OTHER_HOSTS} only.`,
    },
    probe(takesQuotes),
  ),
});
