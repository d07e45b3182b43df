import { expect, test } from 'vitest';
import { type Secret, SecretFinder, TOKEN } from '../../../src/client/secrets.ts';

/** Tokens with the same beginning and end, as those of one issuer may have. */
const token = (i: number): Secret => ({
  name: i % 3 === 0 ? 'CLIENT_SECRET' : TOKEN,
  value: `eyJhbGciOiJIUzI1NiJ9.${`${i}/`.repeat(5 + (i % 4))}.the-same-ending`,
});

test('a finder whose secrets come and go finds the same as one that is made of those that are left', () => {
  const secrets = Array.from({ length: 12 }, (_, i) => token(i));
  const changed = new SecretFinder(secrets.slice(0, 4));
  for (const secret of secrets.slice(4)) changed.add(secret);
  for (const secret of secrets.slice(2, 7)) changed.delete(secret);
  const made = new SecretFinder([...secrets.slice(0, 2), ...secrets.slice(7)]);
  for (const { value } of secrets)
    for (const text of [
      value,
      `a ${value} b`,
      value.slice(0, 30),
      value.slice(-18),
      btoa(`x:${value}`),
      `${value}${value}`,
    ])
      expect(changed.replaced(text)).toBe(made.replaced(text));
  expect(made.replaced(token(2).value)).not.toBe(token(2).value);
  expect(new SecretFinder([]).replaced(token(2).value)).toBe(token(2).value);
});

test('a secret that is found no more leaves nothing behind', () => {
  const own = token(4);
  const finder = new SecretFinder([own]);
  expect(finder.replaced(own.value)).toBe('$ACCESS_TOKEN');
  finder.delete(own);
  expect(finder.replaced(own.value)).toBe(own.value);
});
