import { readable } from '../model/json.ts';
import { type ErrorObject, errorsOf } from '../validation/index.ts';

/** A file that was read, or one sentence on what is wrong with it. */
export type Read<T> =
  | { readonly kind: 'read'; readonly value: T }
  | { readonly kind: 'wrong'; readonly problem: string };

function sentence({ instancePath, message = 'is not usable', params }: ErrorObject): string {
  const name: unknown = params['additionalProperty'] ?? params['allowedValues'];
  const place = instancePath === '' ? 'it' : readable(instancePath);
  return `${place} ${message.replace('must have required property', 'must have the property')}${name === undefined ? '' : ` (${String(name)})`}`;
}

/** JSON text as the value that a schema of schemas/ describes. */
export function readDocument<T>(name: string, content: string): Read<T> {
  try {
    const value = JSON.parse(content) as T;
    const [first] = errorsOf(name, value);
    return first ? { kind: 'wrong', problem: sentence(first) } : { kind: 'read', value };
  } catch {
    return { kind: 'wrong', problem: 'it is not JSON' };
  }
}
