import { describe, expect, it } from 'vitest';
import { fileSources } from '../../../src/settings/config-file.ts';

describe('the targets of a configuration file', () => {
  const config = { file: 'own.json', values: {}, targets: { staging: { label: 'staging' } } };

  it('come before the settings for every target', () => {
    expect(fileSources(config, 'staging').map(({ given }) => given('label'))).toEqual(['staging', undefined]);
  });

  it.each(['production', 'constructor', 'toString', '__proto__'])('do not include %s', (name) => {
    expect(() => fileSources(config, name)).toThrow(`own.json has no target ${name}`);
  });
});
