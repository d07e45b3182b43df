export type Fields = Record<string, unknown>;

/** A refusal of a request, with its HTTP status and its message. */
export class Problem extends Error {
  readonly status: 400 | 401 | 403 | 404 | 405 | 409 | 414 | 415 | 423 | 429 | 500 | 503;
  /** Additional members of the error body. */
  readonly more: Fields;

  constructor(status: Problem['status'], detail: string, more: Fields = {}) {
    super(detail);
    this.status = status;
    this.more = more;
  }
}

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the members of an object; none of any other value. */
export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

/** Returns an optional string member, or undefined when it is missing or null. Throws Problem for other types. */
export function optional(body: Fields, name: string): string | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw new Problem(400, `${name} must be a string`);
  return value;
}

/** Returns the members that are not undefined. */
export const defined = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** Returns all members except one. */
export const without = (fields: Fields, name: string): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name));
