import type { Row } from '../../src/engine/row.ts';
import { cursors } from './cursors.ts';
import { itemsNamed } from './items.ts';
import { order } from './order.ts';
import { pageSizes } from './page-sizes.ts';
import { paging } from './paging.ts';
import { setFilters } from './set-filters.ts';
import { timeFilters } from './time-filters.ts';

/** Section 4.15 and the limits of lists in 8. */
export const lists: readonly Row[] = [
  ...itemsNamed,
  ...paging,
  ...cursors,
  ...pageSizes,
  ...order,
  ...setFilters,
  ...timeFilters,
];
