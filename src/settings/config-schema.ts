import { byName, defaultOf, type SettingName, settingNames } from './declarations.ts';

const propertyOf = (name: SettingName): readonly [string, unknown] => {
  const { type, meaning } = byName[name];
  const words = defaultOf(name);
  return [name, { description: `${meaning}${words === '' ? '' : ` (${words})`}`, ...type.schema }];
};

/** Makes the JSON Schema of the configuration file from the settings that are not secret. */
export function configSchema(): Readonly<Record<string, unknown>> {
  const kept = settingNames.filter((name) => !byName[name].secret);
  const settings = (names: readonly SettingName[]) => Object.fromEntries(names.map(propertyOf));
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'https://transfer-conformance.dev/schemas/config.schema.json',
    title: 'Config',
    description:
      'Settings of transfer-conformance: transfer-conformance.config.json, or the key transfer-conformance of package.json. Secrets come from the environment or .env.',
    type: 'object',
    properties: {
      $schema: { type: 'string' },
      ...settings(kept),
      targets: {
        description: 'targets by name, each with settings that override those at the top level; --target selects one',
        type: 'object',
        additionalProperties: {
          type: 'object',
          properties: settings(kept.filter((name) => name !== 'target')),
          additionalProperties: false,
        },
      },
    },
    additionalProperties: false,
  };
}
