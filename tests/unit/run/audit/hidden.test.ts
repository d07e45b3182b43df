import { describe, expect, it } from 'vitest';
import { type Hidden, HiddenNumbers } from '../../../../src/run/audit/hidden.ts';
import { StandIns } from '../../../../src/run/audit/stand-ins.ts';
import { mask, maskNumber } from '../../../../src/values/account-number.ts';
import { type Json, member } from '../../../../src/values/json.ts';

const body = (number: Json) => ({ wire: { account_number: number } });

/** What an audit makes of account numbers that a recording met in this order. */
function restored(...numbers: readonly (string | number)[]) {
  const known = new HiddenNumbers();
  const standIns = new StandIns();
  const kept = numbers.map((number): readonly [Json, Hidden] => {
    const shown = body(typeof number === 'number' ? maskNumber(number) : mask(number));
    return [shown, known.in(body(number), shown)];
  });
  for (const [shown, hidden] of kept) standIns.read(shown, hidden);
  const again = kept.map(([shown, hidden]) => (standIns.restored(shown, hidden) as ReturnType<typeof body>).wire);
  return { written: JSON.stringify(kept), again: again.map(({ account_number }) => account_number), kept, standIns };
}

describe('a masked account number', () => {
  it('is restored with its length and end, and equal to others exactly when it was equal', () => {
    const { again } = restored('111122223333', '999922223333', '111122223333', '55554444');
    expect(again[0]).toBe(again[2]);
    expect(again[0]).not.toBe(again[1]);
    expect(again).toEqual([
      expect.stringMatching(/^\d{8}3333$/),
      expect.stringMatching(/^\d{8}3333$/),
      again[0],
      expect.stringMatching(/^\d{4}4444$/),
    ]);
  });

  it.each([
    ['a whole number, then its end', ['000123456789', '6789'], ([a = '', b = '']) => a.endsWith(b) && b.length === 4],
    [
      'the end of a number, then the whole',
      ['6789', '000123456789'],
      ([a = '', b = '']) => b.endsWith(a) && a.length === 4,
    ],
    [
      'three characters that the target masked before',
      ['XXX-130', '130'],
      ([a = '', b = '']) => a === 'XXX-130' && b === '130',
    ],
    [
      'three characters that the target masked after',
      ['130', 'XXX-130'],
      ([a = '', b = '']) => a === '130' && b === 'XXX-130',
    ],
    ['a number with and without leading zeros', ['000123456789', '123456789'], ([a = '', b = '']) => a.endsWith(b)],
    [
      'a number whose end is shown too long',
      ['000123456789', 'XXXXXX456789'],
      ([a = '', b = '']) => a.slice(-6) === b.slice(-6) && b.startsWith('XXXXXX'),
    ],
    [
      'a number whose beginning is shown too',
      ['000123456789', '0001****6789'],
      ([a = '', b = '']) => a.slice(0, 4) === b.slice(0, 4) && b.slice(4, 8) === '****',
    ],
    ['a number masked by a digit', ['000123456789', '777777776789'], ([, b = '']) => /^(\d)\1{7}6789$/.test(b)],
    [
      'numbers that begin with letters',
      ['AB12345678', 'CD12345678'],
      ([a = '', b = '']) => /^[A-Z]{2}\d{4}5678$/.test(a) && a.slice(2) === b.slice(2) && a[0] !== b[0],
    ],
    ['JSON numbers', [123456789012, 123456789012], ([a, b]) => typeof a === 'number' && a === b],
  ] as [
    string,
    (string | number)[],
    (again: string[]) => boolean,
  ][])('is restored so that it compares as the original did: %s', (_, numbers, holds) => {
    const { again, written } = restored(...numbers);
    const hidden = numbers.map(String).filter((each) => each.length > 4 && mask(each) !== each);
    for (const number of hidden) expect(`${again.join(' ')} ${written}`).not.toContain(number);
    expect(holds(again as string[])).toBe(true);
  });

  it('is learnt from the request of a check that makes it up again, and so are related numbers', () => {
    const { kept, standIns } = restored('000123456789', '123456789');
    const [sent, echoed] = kept;
    expect(standIns.learn(body('000123456789'), sent?.[1] ?? {})).toBe(true);
    expect(standIns.restored(echoed?.[0] ?? null, echoed?.[1] ?? {})).toEqual(body('123456789'));
    expect(standIns.learn(body('000123456789'), sent?.[1] ?? {})).toBe(false);
  });

  it('is restored in list items: equal items become one object, and others another', () => {
    const { standIns, kept } = restored('111122223333', '999922223333');
    const [one, other] = [kept[0]?.[1]['/wire/account_number'], kept[1]?.[1]['/wire/account_number']];
    const item = body('********3333');
    const page = { items: [item, item, item] };
    const place = '/wire/account_number';
    const hidden = { [`/items/0${place}`]: one, [`/items/1${place}`]: other, [`/items/2${place}`]: one };
    const items = member(standIns.restored(page, hidden as Hidden), 'items');
    if (!Array.isArray(items)) throw new Error('the page has lost its items');
    expect(items[2]).toBe(items[0]);
    expect(items[1]).not.toEqual(items[0]);
    expect(page.items[0]).toBe(item);
  });

  it('stays as it is when the target masked it', () => {
    expect(restored('****6789').again).toEqual(['****6789']);
  });

  it('is recognised at another place of another body, where other texts are left alone', () => {
    const known = new HiddenNumbers();
    known.in(body('000123456789'), body('********6789'));
    const shown = { echo: '********6789', note: '$ACCESS_TOKEN' };
    expect(known.in({ echo: '000123456789', note: 'secret' }, shown)).toEqual({ '/echo': { number: 1 } });
  });
});
