import { expect, it } from 'vitest';
import { listed } from '../../../../../src/engine/paging.ts';
import { valuesBySize } from '../../../../../suites/vocabulary/lists/values-of-items.ts';

const NIL = '00000000-0000-0000-0000-000000000000';

it('valuesBySize omits empty values and nil UUIDs', () => {
  const items = [NIL, '', 'a', 'b', 'b'].map((account_id, id) => listed({ id: String(id), account_id }));
  expect(valuesBySize(items, 'account_id')).toEqual([
    { value: 'a', count: 1 },
    { value: 'b', count: 2 },
  ]);
});
