import { asked, type Call } from '../call.ts';
import { decision, only } from '../decision.ts';
import { LISTS_BY_ID } from '../operation-groups.ts';
import type { Fields } from '../problem.ts';
import { forgetful } from './filters.ts';
import { HERE } from './list-rules.ts';

/** The filters that later pages ignore. */
const forgotten = decision<RegExp | undefined>(HERE, undefined, {
  faults: {
    ...forgetful((name) => new RegExp(`^${name}$`)),
    'LIST-CURSOR-KEEPS-FILTERS/forgets-ids-and-the-like': only(LISTS_BY_ID, /ids$/),
    'LIST-CURSOR-KEEPS-FILTERS/forgets-times-of-addresses': only(['listAddresses'], /^created_at/),
    'LIST-CURSOR-KEEPS-FILTERS/forgets-times': only(['listAccounts'], /_at\./),
  },
});

/** The filters that pages ignore from the third one on. */
const forgottenLater = decision<RegExp | undefined>(HERE, undefined, {
  faults: {
    'LIST-CURSOR-KEEPS-FILTERS/forgets-times-from-the-third-page-on': only(['listAccounts'], /_at\./),
  },
});

const furtherPage = (cursor: unknown): string => `further page ${cursor}`;

/** Remembers the cursor on a later page: it leads to the third page or one after that. */
export function withCursorNoted(call: Call, cursor: Fields): Fields {
  if (asked(call, 'page_cursor') !== undefined && call.choices.of(forgottenLater))
    call.store.notes.set(furtherPage(cursor['next_page_cursor']), true);
  return cursor;
}

/** Returns the request as the list remembers it: on a later page, some filters may be forgotten. */
export function remembered(call: Call): Call {
  const cursor = asked(call, 'page_cursor');
  if (cursor === undefined) return call;
  const isFurther = call.store.notes.has(furtherPage(cursor));
  const lost = call.choices.of(forgotten) ?? (isFurther ? call.choices.of(forgottenLater) : undefined);
  if (!lost) return call;
  return { ...call, query: Object.fromEntries(Object.entries(call.query).filter(([name]) => !lost.test(name))) };
}
