import { afterEach } from 'vitest';

interface Closable {
  close(): unknown;
}

const open: Closable[] = [];

afterEach(async () => {
  for (const each of open.splice(0).reverse()) await each.close();
});

/** Something that is closed after the test that opened it: what was opened last comes first. */
export function keep<T extends Closable>(each: T): T {
  open.push(each);
  return each;
}
