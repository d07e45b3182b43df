import type { Exchange } from '../model/exchange.ts';
import type { Id } from '../values/id.ts';
import type { Json } from '../values/json.ts';

/** The items of a list as the run knows them. */
export interface Listing {
  readonly items: readonly ListedItem[];
  /** False when a bound was reached before the last page. */
  readonly complete: boolean;
  readonly pages: readonly Exchange[];
}

/** One item of a list, with its id. */
export interface ListedItem {
  /** Undefined if the item has no id. */
  readonly id: Id | undefined;
  /** The id as the target spells it, for requests and messages. */
  readonly text: string | undefined;
  readonly item: Json;
}

/** How `Probing.list` walks: at most `maxPages` pages, and with pages that all checks share (see `Ask.isShared`). */
export interface ListOptions {
  readonly maxPages?: number;
  readonly isShared?: boolean;
}
