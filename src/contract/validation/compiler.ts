import { _, Ajv2020 } from 'ajv/dist/2020.js';
import { schemas } from '../../../schemas/index.ts';
import { formats } from './formats.ts';

/** ajv in strict mode with every schema of the project. The build writes what it compiles to a file, by `source`. */
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
