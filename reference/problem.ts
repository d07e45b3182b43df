/** A request that the service refuses, with the status and words it refuses with. */
export class Problem extends Error {
  readonly status: 400 | 401 | 404 | 405 | 409 | 415;

  constructor(status: Problem['status'], detail: string) {
    super(detail);
    this.status = status;
  }
}

export type Fields = Record<string, unknown>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A required string member. */
export function need(body: Fields, name: string): string {
  const value = body[name];
  if (typeof value !== 'string' || value === '') throw new Problem(400, `${name} is required and must be a string`);
  return value;
}

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
