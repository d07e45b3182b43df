import { existsSync } from 'node:fs';
import type { ValidateFunction } from 'ajv';
import { schema } from '../../../schemas/index.ts';

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

/** Validators that were asked for: each item of each list asks again. */
const known = new Map<string, ValidateFunction | undefined>();

const find = await validators();

/** The validator of a schema of schemas/, by its name. */
export const validatorOf: Validators = (name) => {
  const found = known.get(name) ?? find(name);
  known.set(name, found);
  return found;
};
