import { _, Ajv2020 } from 'ajv/dist/2020.js';
import { schemas } from '../../../schemas/index.ts';
import { formats } from './formats.ts';

/**
 * Makes an ajv in strict mode with every schema of the project. With `source`, the build can write the compiled
 * validators to a file.
 */
export function compiler({ source = false } = {}): Ajv2020 {
  const code = source ? { source, esm: true, formats: _`formats` } : {};
  const ajv = new Ajv2020({
    strict: true,
    strictRequired: false,
    allowUnionTypes: true,
    allErrors: true,
    inlineRefs: false,
    code,
  });
  ajv.addVocabulary(['x-section']);
  for (const [name, format] of Object.entries(formats)) ajv.addFormat(name, format);
  for (const each of Object.values(schemas)) ajv.addSchema(each);
  return ajv;
}
