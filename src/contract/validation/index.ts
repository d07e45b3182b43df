import { existsSync } from 'node:fs';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { schema } from '../../../schemas/index.ts';

export type { ErrorObject } from 'ajv';

type Validators = (name: string) => ValidateFunction | undefined;

/** What the build compiled ahead of time; running from the sources, ajv compiles when first asked. */
async function validators(): Promise<Validators> {
  const built = new URL('compiled.js', import.meta.url);
  if (existsSync(built)) {
    const compiled = (await import(built.href)) as Readonly<Record<string, ValidateFunction>>;
    return (name) => compiled[exportOf(name)];
  }
  const ajv = (await import('./compiler.ts')).compiler();
  return (name) => ajv.getSchema(schema(name).$id ?? '');
}

/** The name by which the compiled file exports the validator of a schema. */
export const exportOf = (name: string): string => name.replaceAll('-', '_');

const known = await validators();

/** The errors of a value under a schema of schemas/; none when it is valid. */
export function errorsOf(name: string, value: unknown): readonly ErrorObject[] {
  const validate = known(name);
  if (!validate) throw new Error(`there is no schema ${name}`);
  return validate(value) ? [] : (validate.errors ?? []);
}
