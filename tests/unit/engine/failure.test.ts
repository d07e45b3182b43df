import { describe, expect, it } from 'vitest';
import { failure } from '../../../src/engine/failure.ts';
import { trimForReport } from '../../../src/engine/trim-for-report.ts';
import { exchange } from '../../support/exchanges.ts';

describe('a failure', () => {
  it('lists the deciding exchange last', () => {
    const [one, two] = [1, 2].map((id) => exchange('listFiat', { status: 200 }, {}, id));
    if (!one || !two) throw new Error('two exchanges are made');
    const found = failure(two, { where: '/items', expected: 'a', actual: 'b' }, [one]);
    expect(found).toMatchObject({ operation: 'listFiat', where: '/items', expected: 'a', actual: 'b' });
    expect(found.exchanges.map(({ id }) => id)).toEqual([1, 2]);
  });
});

describe('an exchange in a report', () => {
  const long = 'x'.repeat(30_000);

  it('is kept whole when it is short', () => {
    const short = exchange('listFiat', { status: 200, body: { items: [{ id: 'a' }] } });
    expect(trimForReport(short, '/items/0')).toBe(short);
  });

  it('keeps only the item that the pointer names, at its index, when a list is long', () => {
    const list = exchange('listFiat', { status: 200, body: { items: [{ long }, { id: 'b' }, { id: 'c' }] } });
    const { body } = trimForReport(list, '/items/1/id').response;
    expect(body).toMatchObject({ kind: 'json', value: { items: [null, { id: 'b' }] } });
    expect(body.kind === 'json' && body.text.length).toBe(20_001);
  });

  it('keeps only the beginning of any other long body', () => {
    const { body } = trimForReport(exchange('getFiat', { status: 200, body: { long } }), null).response;
    expect(body).toMatchObject({ kind: 'json', value: null });
    expect(body.kind === 'json' && body.text.startsWith('{"long":"xxx')).toBe(true);
  });
});
