/** What the test file is made from. The secrets stay in `.env`. */
export interface VitestTarget {
  readonly baseUrl: string;
  /** Set if tokens come from a token endpoint. */
  readonly authUrl?: string | undefined;
  readonly scope?: string | undefined;
  /** Further options by name. */
  readonly options: Readonly<Record<string, unknown>>;
}

const quoted = (value: unknown): string =>
  typeof value === 'string'
    ? `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
    : JSON.stringify(value);

const line = (name: string, code: string): string => `    ${name}: ${code},`;

function credentials({ authUrl, scope }: VitestTarget): readonly string[] {
  if (authUrl === undefined) return [line('accessToken', "process.env.ACCESS_TOKEN ?? ''")];
  return [
    '    clientCredentials: {',
    `      authUrl: ${quoted(authUrl)},`,
    "      clientId: process.env.CLIENT_ID ?? '',",
    "      clientSecret: process.env.CLIENT_SECRET ?? '',",
    ...(scope === undefined ? [] : [`      scope: ${quoted(scope)},`]),
    '    },',
  ];
}

/** Returns the text of a Vitest file that makes a test of each requirement. */
export const vitestFile = (target: VitestTarget): string =>
  [
    '// Each requirement of the interface is a test: `npx vitest run`, or `npx vitest run -t FW-ONE-OF` for one.',
    "import { existsSync, readFileSync } from 'node:fs';",
    "import { defineConformance } from 'transfer-conformance/vitest';",
    "import { afterAll, beforeAll, describe, test } from 'vitest';",
    '',
    '// Reads the credentials. Variables that are already set take precedence.',
    "if (existsSync('.env')) process.loadEnvFile('.env');",
    '',
    'defineConformance(',
    '  { describe, test, beforeAll, afterAll },',
    '  {',
    line('baseUrl', quoted(target.baseUrl)),
    ...credentials(target),
    ...Object.entries(target.options).map(([name, value]) => line(name, quoted(value))),
    line('fixtures', "JSON.parse(readFileSync('fixtures.json', 'utf8'))"),
    '    // Tests that the target lacks fixtures for are skipped; remove this line to make them fail.',
    line('allowIncomplete', 'true'),
    '  },',
    ');',
    '',
  ].join('\n');
