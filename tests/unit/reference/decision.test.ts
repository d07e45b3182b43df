import { describe, expect, it } from 'vitest';
import { Choices, decision, only, requirementOf } from '../../../src/reference/decision.ts';

const place = { section: '1', on: ['listFiat', 'getFiat'] };
const greeting = decision(place, 'hello', {
  faults: { 'TEST-GREETING/rude': 'go away', 'TEST-GREETING/rude-in-lists': only(['listFiat'], 'not you') },
  latitudes: { 'test-greeting/short': 'hi' },
  protects: ['SUCCESS-STATUS'],
});

describe('an instance', () => {
  it('decides lawfully when nothing is chosen', () => {
    expect(Choices.named([]).of(greeting)).toBe('hello');
  });

  it.each([
    ['TEST-GREETING/rude', 'go away'],
    ['test-greeting/short', 'hi'],
  ])('decides as %s says', (name, said) => {
    expect(Choices.named([name]).of(greeting)).toBe(said);
  });

  it('keeps to the operations that a way is narrowed to', () => {
    const choices = Choices.named(['TEST-GREETING/rude-in-lists']);
    expect(choices.on('listFiat').of(greeting)).toBe('not you');
    expect(choices.on('getFiat').of(greeting)).toBe('hello');
  });

  it('refuses a name that no decision has, in one sentence', () => {
    expect(() => Choices.named(['NO-SUCH/name'])).toThrow('there is no fault or latitude named "NO-SUCH/name"');
  });

  it.each(['TEST-GREETING', 'TEST-GREETING/rud'])('names the faults of the requirement that %s begins with', (name) => {
    expect(() => Choices.named([name])).toThrow(
      'TEST-GREETING has TEST-GREETING/rude, TEST-GREETING/rude-in-lists; "serve --list" names them all',
    );
  });
});

describe('a catalogue', () => {
  it('takes no name twice', () => {
    expect(() => decision(place, 1, { faults: { 'TEST-GREETING/rude': 2 } })).toThrow('two decisions');
  });

  it('knows the requirement of a fault', () => {
    expect(requirementOf({ name: 'FW-ONE-OF/accepts-both' })).toBe('FW-ONE-OF');
  });
});
