import type { ErrorObject } from 'ajv';
import { validatorOf } from './validators.ts';

export type { ErrorObject } from 'ajv';

/** Validates a value against a schema of schemas/ and returns the errors; none if it is valid. */
export function errorsOf(name: string, value: unknown): readonly ErrorObject[] {
  const validate = validatorOf(name);
  if (!validate) throw new Error(`there is no schema ${name}`);
  return validate(value) ? [] : (validate.errors ?? []);
}
