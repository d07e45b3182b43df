import { createHash } from 'node:crypto';
import fc, { type Arbitrary } from 'fast-check';
import { expect, it } from 'vitest';
import * as g from '../../generators/index.ts';
import { breakable, named, requests, sampled } from '../support/inputs.ts';

const [moment] = g.notableInstants;
if (moment === undefined) throw new Error('no instant is notable');

const VALUES: Readonly<Record<string, Arbitrary<unknown>>> = {
  'fiat amounts': g.amounts(g.FIAT_RANGE),
  'crypto amounts': g.amounts(g.CRYPTO_RANGE),
  'page sizes': g.pageSizes(1000),
  'awkward text': g.awkward(40),
  metadata: g.metadata(),
  'awkward metadata': g.awkwardMetadata(),
  timestamps: g.spellings().map((spelling) => g.spell(moment, spelling)),
  'instants around one': g.around(moment, 1_000_000n),
  instants: g.instants(),
  names: fc.tuple(g.people.firstNames(), g.people.lastNames(), g.people.institutionNames(), g.people.bankNames()),
  addresses: fc.tuple(g.people.streets(), g.people.cities(), g.people.provinces(), g.people.zipCodes()),
  numbers: fc.tuple(g.people.routingNumbers(), g.people.accountNumbers(), g.people.memos(100)),
  ...Object.fromEntries(Object.entries(requests).map(([name, { lawful }]) => [`bodies of ${name}`, lawful])),
  ...Object.fromEntries(
    Object.entries(requests).flatMap(([name, { lawful }]) =>
      breakable(name).map((each) => [`${name}: ${named(each)}`, g.nearMisses(each, lawful)]),
    ),
  ),
};

const plain = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? `${value}n` : value);

// The same seed gives the same requests: a mutant that makes others is seen.
it.each(Object.entries(VALUES))('%s', (_, values) => {
  const text = JSON.stringify(sampled<unknown>(values, 60), plain);
  expect(createHash('sha256').update(text).digest('hex')).toMatchSnapshot();
});
