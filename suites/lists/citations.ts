export const PAGING = [
  'Paging: the response carries next_page_cursor; pass it as page_cursor to get the next page.',
] as const;

export const PAGE_SIZE = [
  '8: | Page size | default 100, maximum 1000 | List Fiat Accounts, List Fiat Deposit Instructions, List Deposit Addresses |',
  '4.3: limit (integer, default 100, maximum 1000)',
  '4.6: limit (default 100, maximum 1000)',
  '4.10: limit (default 100, maximum 1000)',
] as const;

export const ORDER = [
  'order: DESC is the default.',
  '4.3: order (DESC default, or ASC)',
  '4.6: order (DESC default, ASC)',
  '4.8: order (DESC default, ASC)',
  '4.10: order (DESC default, ASC)',
] as const;
