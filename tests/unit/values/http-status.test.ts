import { describe, expect, it } from 'vitest';
import { isOutage, isSuccess, isTemporary } from '../../../src/values/http-status.ts';

describe('isSuccess', () => {
  it.each([200, 201, 204, 299])('is true for status %i', (status) => expect(isSuccess(status)).toBe(true));
  it.each([0, 100, 199, 300, 404, 500])('is false for status %i', (status) => expect(isSuccess(status)).toBe(false));
});

describe('isTemporary', () => {
  it.each([408, 425, 502, 503, 504])('is true for status %i', (status) => expect(isTemporary(status)).toBe(true));
  it.each([200, 302, 400, 401, 409, 429, 500])('is false for status %i', (status) =>
    expect(isTemporary(status)).toBe(false));
});

describe('isOutage', () => {
  it.each([408, 502, 503, 504])('is true for status %i', (status) => expect(isOutage(status)).toBe(true));
  it.each([425, 429, 500])('is false for status %i', (status) => expect(isOutage(status)).toBe(false));
});
