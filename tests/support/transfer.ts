import type { JsonObject } from '../../src/values/json.ts';

/** A transfer with all required members except its type. */
export const transfer: JsonObject = {
  id: 'a',
  customer_id: 'b',
  profile_id: 'c',
  amount: '1',
  total: '1',
  fee: '0',
  asset: 'USD',
  direction: 'DEBIT',
  status: 'PENDING',
  created_at: '2025-01-01T00:00:00Z',
  updated_at: '2025-01-01T00:00:00Z',
};
