import { existsSync } from 'node:fs';
import type { ValidateFunction } from 'ajv';
import { schema } from '../../../schemas/index.ts';

type Validators = (name: string) => ValidateFunction | undefined;

/**
 * Returns the validators that the build compiled. If the code runs from its sources, ajv compiles them on first use.
 */
async function validators(): Promise<Validators> {
  const built = new URL('compiled.js', import.meta.url);
  if (existsSync(built)) {
    const compiled = (await import(built.href)) as Readonly<Record<string, ValidateFunction>>;
    return (name) => compiled[exportOf(name)];
  }
  const ajv = (await import('./compiler.ts')).compiler();
  return (name) => ajv.getSchema(schema(name).$id ?? '');
}

/** Returns the name under which the compiled file exports the validator of a schema. */
export const exportOf = (name: string): string => name.replaceAll('-', '_');

/** Validators that were looked up before, since each item of each list needs one. */
const known = new Map<string, ValidateFunction | undefined>();

const find = await validators();

/** Returns the validator of a schema of schemas/ by its name. */
export const validatorOf: Validators = (name) => {
  const found = known.get(name) ?? find(name);
  known.set(name, found);
  return found;
};
