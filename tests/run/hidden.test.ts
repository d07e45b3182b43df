import { describe, expect, it } from 'vitest';
import { Ordinals, restored } from '../../src/run/audit/hidden.ts';

describe('a masked account number', () => {
  const masked = (number: string): string => `${'*'.repeat(number.length - 4)}${number.slice(-4)}`;
  const body = (number: string) => ({ wire: { account_number: number } });

  it('is restored equal where it was equal, and different where it was different', () => {
    const ordinals = new Ordinals();
    const again = (number: string) =>
      restored(body(masked(number)), ordinals.hidden(body(number), body(masked(number)), false));
    expect(again('111122223333')).toEqual(again('111122223333'));
    expect(again('111122223333')).not.toEqual(again('999922223333'));
    expect(again('111122223333')).toEqual(body('000000013333'));
  });

  it('of which a list shows only the end keeps that end', () => {
    const hidden = new Ordinals().hidden(body('3333'), body('****'), false);
    expect(restored(body('****'), hidden)).toEqual(body('3333'));
  });

  it('that the run made up is restored as it was', () => {
    const hidden = new Ordinals().hidden(body('000123456789'), body('********6789'), true);
    expect(restored(body('********6789'), hidden)).toEqual(body('000123456789'));
  });

  it('that the target masked stays as the target wrote it', () => {
    const hidden = new Ordinals().hidden(body('****6789'), body('****6789'), false);
    expect(restored(body('****6789'), hidden)).toEqual(body('****6789'));
  });
});
