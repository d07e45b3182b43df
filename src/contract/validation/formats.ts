import type { Format } from 'ajv';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { isDecimal } from '../../values/decimal.ts';
import { instant } from '../../values/instant.ts';

type Check = (text: string) => boolean;

/** Converts a format of the library to a function. */
function checkOf(format: Format): Check {
  if (typeof format === 'function') return (text) => format(text) === true;
  if (format instanceof RegExp) return (text) => format.test(text);
  if (typeof format === 'object' && typeof format.validate === 'function') return checkOf(format.validate as Check);
  throw new Error('a format of a kind that is not used here');
}

const { date, 'date-time': dateTime, uuid } = fullFormats;

/**
 * Matches the usual form of timestamps, in UTC. One expression is faster than a cache of earlier timestamps. It leaves
 * February 29 to the other checks.
 */
const USUAL =
  /^\d{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?Z$/;

const isDateTime = checkOf(dateTime);

/**
 * Accepts RFC 3339, and other extended forms of ISO 8601 that denote one instant, such as a decimal comma or an offset
 * of hours.
 */
const isMoment: Check = (text) => USUAL.test(text) || isDateTime(text) || instant(text) !== undefined;

/** The formats that the schemas name: those of JSON Schema, and decimal numbers in strings (Conventions). */
export const formats = {
  date,
  'date-time': isMoment,
  uuid,
  decimal: isDecimal,
} as const;
