import { expect, test } from 'vitest';
import { membersPlace } from '../../../../suites/vocabulary/identities.ts';
import { answeredWith } from '../../../support/exchanges.ts';

const pageWith = (id: number, ...accounts: readonly string[]) =>
  answeredWith('listAccounts', { items: accounts.map((account) => ({ id: account, members: [] })) }, { id });

test('the members of an account are pointed at on the page that shows it, otherwise at the items of the last page', () => {
  const pages = [pageWith(1, 'a', 'b'), pageWith(2, 'c'), pageWith(3)];
  const list = { pages, page: pageWith(3), items: [], complete: true };
  expect(membersPlace(list, 'b')).toEqual({ page: pages[0], where: '/items/1/members' });
  expect(membersPlace(list, 'c')).toEqual({ page: pages[1], where: '/items/0/members' });
  expect(membersPlace(list, 'd')).toEqual({ page: pages[2], where: '/items' });
});
