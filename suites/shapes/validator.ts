import type { ErrorObject, ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { decimal } from '../../model/decimal.ts';
import { schemas } from '../../schemas/index.ts';

const ID = 'https://transfer-conformance.dev/schemas/';

/** ajv in strict mode with every schema of the project; compiled when first asked for. */
function compiler(): Ajv2020 {
  const ajv = new Ajv2020({ strict: true, strictRequired: false, allErrors: true, inlineRefs: false });
  ajv.addVocabulary(['x-section']);
  formats.default(ajv, ['date-time', 'uuid']);
  ajv.addFormat('decimal', (text) => decimal(text) !== undefined);
  for (const each of Object.values(schemas)) ajv.addSchema(each);
  return ajv;
}

let ajv: Ajv2020 | undefined;

/** The compiled validator of a schema by its name. */
export function validator(name: string): ValidateFunction {
  ajv ??= compiler();
  const found = ajv.getSchema(`${ID}${name}.schema.json`);
  if (!found) throw new Error(`there is no schema ${name}`);
  return found;
}

/** The errors of a value under a schema; none when it is valid. */
export function errorsOf(name: string, value: unknown): readonly ErrorObject[] {
  const validate = validator(name);
  return validate(value) ? [] : (validate.errors ?? []);
}
