import { expect, it } from 'vitest';
import { isWithoutTarget } from '../../../../src/run/embedded/embedded.ts';
import { type ConfigFile, fileSources } from '../../../../src/settings/config-file.ts';
import { environmentSource, flagSource, optionSource, Settings } from '../../../../src/settings/settings.ts';

type Given = Readonly<Record<string, string>>;

/** Decides as a command does whose folder has a configuration file with these targets. */
function decides(targets: ConfigFile['targets'], flags: Given, env: Given = {}): boolean {
  const file = { file: 'own.json', values: {}, targets };
  const sources = [flagSource(flags), environmentSource(env), ...fileSources(file, flags['target'])];
  return isWithoutTarget(new Settings(sources), flags);
}

const a = { baseUrl: 'http://127.0.0.1:1' };

it.each([
  [{}, {}],
  [{}, { ACCESS_TOKEN: 'x' }],
  [{ fixtures: 'f.json' }, { CLIENT_ID: 'x' }],
])('asks which of several targets is meant when the flags are %j and the variables %j', (flags, env) => {
  expect(() => decides({ a, b: {} }, flags, env)).toThrow(
    'own.json defines the targets a and b, and none is chosen: name one with --target',
  );
});

it('asks for the only target, too', () => {
  expect(() => decides({ a }, {})).toThrow('own.json defines the target a, and none is chosen: name one with --target');
});

it('asks for the address of the chosen target', () => {
  expect(() => decides({ a, b: {} }, { target: 'b' })).toThrow(
    'the target b (--target) has no address: add baseUrl to its settings, or give --base-url or BASE_URL',
  );
});

it('needs no choice where an address is given, or no target is defined', () => {
  expect(decides({ a, b: {} }, { baseUrl: 'http://127.0.0.1:2' })).toBe(false);
  expect(decides({ a }, { target: 'a' })).toBe(false);
  expect(decides({}, {})).toBe(true);
});

it('is not misled by settings of a program', () => {
  expect(isWithoutTarget(new Settings([optionSource({ label: 'x' })]), {})).toBe(true);
});
