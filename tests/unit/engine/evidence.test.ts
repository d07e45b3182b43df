import { describe, expect, it } from 'vitest';
import { failure, refusal } from '../../../src/engine/evidence.ts';
import { blockedBy, Inconclusive } from '../../../src/engine/inconclusive.ts';
import { trimForReport } from '../../../src/engine/trim-for-report.ts';
import { exchange } from '../../support/exchanges.ts';

describe('the description of a refusal', () => {
  it.each([
    [{ status: 400 }, '400'],
    [{ status: 400, body: { detail: 'no' } }, '400 "no"'],
    [{ status: 400, body: { message: '', title: 'Bad' } }, '400 "Bad"'],
    [{ status: 422, body: ['no'] }, '422 ["no"]'],
    [{ status: 302, headers: { location: '/login' } }, '302, a redirect to "/login", which is not followed'],
  ])('of %o is %s', (answer, words) => expect(refusal(exchange('listFiat', answer))).toBe(words));
});

describe('a failure', () => {
  it('lists the deciding exchange last', () => {
    const [one, two] = [1, 2].map((id) => exchange('listFiat', { status: 200 }, {}, id));
    if (!one || !two) throw new Error('two exchanges are made');
    const found = failure(two, { where: '/items', expected: 'a', actual: 'b' }, [one]);
    expect(found).toMatchObject({ operation: 'listFiat', where: '/items', expected: 'a', actual: 'b' });
    expect(found.exchanges.map(({ id }) => id)).toEqual([1, 2]);
  });
});

describe('an inconclusive check', () => {
  it('has a cause, what it needs, and the requirements that block it', () => {
    expect(new Inconclusive('fixture', 'no order', { need: { fixture: 'order_id' } })).toMatchObject({
      name: 'Inconclusive',
      message: 'no order',
      cause: 'fixture',
      reason: 'no order',
      need: { fixture: 'order_id' },
    });
    expect(new Inconclusive('other', 'why').need).toBeUndefined();
    expect(blockedBy('A', 'why')).toMatchObject({ cause: 'blocked', blockedBy: ['A'] });
    expect(blockedBy(['A', 'B'], 'why').blockedBy).toEqual(['A', 'B']);
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
