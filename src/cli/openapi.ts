import { stringify } from 'yaml';
import { type OpenApiVersion, openApiVersions } from '../contract/openapi/dialect.ts';
import { openApi } from '../contract/openapi/document.ts';
import { writeAsked } from '../run/files/write-file.ts';
import type { Flags } from '../settings/settings.ts';
import { UsageError } from '../settings/usage-error.ts';
import { version } from '../settings/version.ts';
import { EXIT } from './exit-codes.ts';
import { printDocument } from './output.ts';

/**
 * Prints the contract as an OpenAPI document or writes it to a file. The version is 3.1, or 3.0.3 with `--openapi 3.0`;
 * the format is YAML with `--yaml` or a .yaml file name.
 */
export async function openapi(flags: Flags): Promise<number> {
  const file = typeof flags['out'] === 'string' && flags['out'] !== '-' ? flags['out'] : undefined;
  const document = openApi(version, versionIn(flags['openapi']));
  const isYaml = flags['yaml'] === true || (file !== undefined && /\.ya?ml$/i.test(file));
  const text = isYaml
    ? stringify(document, { aliasDuplicateObjects: false })
    : `${JSON.stringify(document, null, 2)}\n`;
  if (file === undefined) printDocument(text);
  else await writeAsked(file, text, 'give a path in an existing folder with --out');
  return EXIT.conformant;
}

function versionIn(given: Flags[string]): OpenApiVersion {
  const found = openApiVersions.find((each) => each === (given ?? openApiVersions[0]));
  if (found) return found;
  throw new UsageError(`--openapi must be ${openApiVersions.join(' or ')}, not "${String(given)}"`);
}
