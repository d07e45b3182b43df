export type Fields = Record<string, unknown>;

/** A request that the service refuses, with the status and words it refuses with. */
export class Problem extends Error {
  readonly status: 400 | 401 | 403 | 404 | 405 | 409 | 415 | 423 | 429 | 500 | 503;
  /** Further members of the answer. */
  readonly more: Fields;

  constructor(status: Problem['status'], detail: string, more: Fields = {}) {
    super(detail);
    this.status = status;
    this.more = more;
  }
}

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An optional string member. */
export function optional(body: Fields, name: string): string | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string') throw new Problem(400, `${name} must be a string`);
  return value;
}

/** The members that are there. */
export const defined = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** All members but one. */
export const without = (fields: Fields, name: string): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([key]) => key !== name));
