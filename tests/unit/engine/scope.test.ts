import { describe, expect, test } from 'vitest';
import { currentScope, Scope } from '../../../src/engine/scope.ts';

describe('a scope', () => {
  test('numbers the requests of each operation separately', () => {
    const scope = new Scope('FW-TOTAL', '0a1b2c3d', 'own');
    expect([scope.place('getFiat'), scope.place('getFiat'), scope.place('getQuote')]).toEqual([
      { madeFor: 'FW-TOTAL', number: 1 },
      { madeFor: 'FW-TOTAL', number: 2 },
      { madeFor: 'FW-TOTAL', number: 1 },
    ]);
  });

  test('never makes a ref_id twice, and makes the same ones when it is created again', () => {
    const refs = (): readonly string[] => {
      const scope = new Scope('FW-TOTAL', '0a1b2c3d', 'own');
      const part = scope.part();
      return [scope.freshRef(), part.freshRef(), scope.part().freshRef(), scope.freshRef(), part.freshRef()];
    };
    expect(new Set(refs()).size).toBe(5);
    expect(refs()).toEqual(refs());
    for (const ref of refs()) expect(ref).toMatch(/^0a1b2c3d-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  test('numbers its parts in the order in which they begin', () => {
    const scope = new Scope('FW-TOTAL', '0a1b2c3d', 'own');
    expect([scope.part().name, scope.part().name, scope.part().part().name]).toEqual([
      'FW-TOTAL.1',
      'FW-TOTAL.2',
      'FW-TOTAL.3.1',
    ]);
  });

  test('shares the generated requests of its first hundred parts, and of what is inside them', () => {
    const scope = new Scope('FW-TOTAL', '0a1b2c3d', 'own');
    const parts = Array.from({ length: 102 }, () => scope.part());
    expect(parts.filter(({ sharesGenerated }) => sharesGenerated)).toEqual(parts.slice(0, 100));
    expect([parts[0], parts[101]].map((part) => part?.part().sharesGenerated)).toEqual([true, false]);
  });

  test('is the current scope of what runs in it, also asynchronously and beside other scopes', async () => {
    const [one, other] = [new Scope('one', '0a1b2c3d', 'a'), new Scope('other', '0a1b2c3d', 'b')];
    const name = async (): Promise<string | undefined> => {
      await Promise.resolve();
      return currentScope()?.name;
    };
    expect(await Promise.all([one.run(name), other.run(name), name()])).toEqual(['one', 'other', undefined]);
    expect(await one.run(() => other.run(name))).toBe('other');
  });
});
