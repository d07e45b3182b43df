import { rows } from '../../../suites/index.ts';
import type { RowResult } from '../../engine/results.ts';
import type { Row } from '../../engine/row.ts';
import type { Shard } from '../../model/shard.ts';
import { type Selection, select } from '../../settings/selection.ts';
import { withBaselineRequests } from '../baseline/baseline-requests.ts';
import { type Owners, ownersOf, ownResults, shareOf } from './partition.ts';

/** A run without shards is the only shard of one. */
const WHOLE: Shard = { index: 1, of: 1 };

/** The rows of a run, and those of them that one shard exercises. */
export class Assignment {
  /** All rows that are selected, whichever shard exercises them. */
  readonly rows: readonly Row[];
  /** The rows that make traffic, limited to the operations that this shard exercises them on. */
  readonly active: readonly Row[];
  readonly #owners: Owners;
  readonly #shard: Shard | null | undefined;

  /** `suite` replaces all rows. Throws UsageError if the selection is empty. */
  constructor(selection: Selection, shard: Shard | null | undefined, suite: readonly Row[] = rows) {
    this.rows = select(suite, selection);
    this.#shard = shard;
    const making = withBaselineRequests(this.rows, suite);
    this.#owners = ownersOf(making, shard?.of ?? 1);
    this.active = shareOf(making, this.#owners, shard ?? WHOLE);
  }

  /** Returns the results that this shard reports. */
  own<F>(found: readonly RowResult<F>[]): readonly RowResult<F>[] {
    return this.#shard ? ownResults(found, this.#owners, this.#shard) : found;
  }
}
