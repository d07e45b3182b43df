import { describe, expect, it } from 'vitest';
import { type ConformanceOptions, inOptions, refuseUnknown } from '../../../src/library/options.ts';

describe('inOptions', () => {
  it('names options where a sentence names the flags of settings', () => {
    expect(inOptions('raise --max-withdrawals, or give --base-url; see also --runs.')).toBe(
      'raise maxWithdrawals, or give baseUrl; see also runs.',
    );
  });

  it.each(['start with --listen', 'a word--runs', 'a---runs', 'runs -- 3'])('leaves "%s" as it is', (text) => {
    expect(inOptions(text)).toBe(text);
  });
});

describe('refuseUnknown', () => {
  const baseUrl = 'http://127.0.0.1:8080';

  it('accepts options of the library and settings that both share', () => {
    const options: ConformanceOptions = {
      baseUrl,
      accessToken: 'token',
      fixtures: {},
      provide: () => undefined,
      onReport: () => undefined,
      runs: 3,
      maxAmount: '25',
    };
    expect(() => refuseUnknown(options)).not.toThrow();
  });

  it.each([
    'run',
    'target',
    'clientId',
    'fixturesCommand',
    'constructor',
  ])('refuses %s, and names the options', (name) => {
    const options = { baseUrl, [name]: 'given' };
    expect(() => refuseUnknown(options)).toThrow(new RegExp(`^there is no option ${name}: use baseUrl, .*\\bruns\\b`));
  });
});
