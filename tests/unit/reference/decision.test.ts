import { describe, expect, it } from 'vitest';
import { Choices, decision, only, requirementOf } from '../../../src/reference/decision.ts';

const place = { section: '1', on: ['listFiat', 'getFiat'] };
const greeting = decision(place, 'hello', {
  faults: { 'TEST-GREETING/rude': 'go away', 'TEST-GREETING/rude-in-lists': only(['listFiat'], 'not you') },
  latitudes: { 'test-greeting/short': 'hi' },
  protects: ['SUCCESS-STATUS'],
});

describe('an instance of the embedded service', () => {
  it('gives the lawful answer when no fault or latitude is chosen', () => {
    expect(Choices.named([]).of(greeting)).toBe('hello');
  });

  it.each([
    ['TEST-GREETING/rude', 'go away'],
    ['test-greeting/short', 'hi'],
  ])('gives the answer of %s when that is chosen', (name, said) => {
    expect(Choices.named([name]).of(greeting)).toBe(said);
  });

  it('uses a narrowed fault only on its operations', () => {
    const choices = Choices.named(['TEST-GREETING/rude-in-lists']);
    expect(choices.on('listFiat').of(greeting)).toBe('not you');
    expect(choices.on('getFiat').of(greeting)).toBe('hello');
  });

  it('refuses an unknown name in one sentence', () => {
    expect(() => Choices.named(['NO-SUCH/name'])).toThrow('there is no fault or latitude named "NO-SUCH/name"');
  });

  it.each([
    'TEST-GREETING',
    'TEST-GREETING/rud',
  ])('names the faults of the requirement when the name of a fault is incomplete: %s', (name) => {
    expect(() => Choices.named([name])).toThrow(
      'TEST-GREETING has TEST-GREETING/rude, TEST-GREETING/rude-in-lists; "serve --list" names them all',
    );
  });
});

describe('the catalogue of faults and latitudes', () => {
  it('refuses a name that is already used', () => {
    expect(() => decision(place, 1, { faults: { 'TEST-GREETING/rude': 2 } })).toThrow('two decisions');
  });

  it('derives the requirement of a fault from its name', () => {
    expect(requirementOf({ name: 'FW-ONE-OF/accepts-both' })).toBe('FW-ONE-OF');
  });
});
