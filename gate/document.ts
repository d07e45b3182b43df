import type { ErrorObject } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { readable } from '../model/json.ts';
import { schema } from '../schemas/index.ts';

/** A file that was read, or one sentence on what is wrong with it. */
export type Read<T> =
  | { readonly kind: 'read'; readonly value: T }
  | { readonly kind: 'wrong'; readonly problem: string };

function sentence({ instancePath, message = 'is not usable', params }: ErrorObject): string {
  const name: unknown = params['additionalProperty'] ?? params['allowedValues'];
  const place = instancePath === '' ? 'the whole' : readable(instancePath);
  return `${place} ${message}${name === undefined ? '' : ` (${String(name)})`}`;
}

/** JSON text as the value that a schema of schemas/ describes. */
export function readDocument<T>(name: string, content: string): Read<T> {
  const ajv = new Ajv2020({ allowUnionTypes: true });
  formats.default(ajv, ['date', 'date-time']);
  const validate = ajv.compile<T>(schema(name));
  try {
    const value: unknown = JSON.parse(content);
    if (validate(value)) return { kind: 'read', value };
    const [first] = validate.errors ?? [];
    return { kind: 'wrong', problem: first ? sentence(first) : 'it does not match its schema' };
  } catch {
    return { kind: 'wrong', problem: 'it is not JSON' };
  }
}
