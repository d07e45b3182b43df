import type { Format } from 'ajv';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { isDecimal } from '../../values/decimal.ts';
import { instant } from '../../values/instant.ts';

type Check = (text: string) => boolean;

/** A format of the library as a function. */
function checkOf(format: Format): Check {
  if (typeof format === 'function') return (text) => format(text) === true;
  if (format instanceof RegExp) return (text) => format.test(text);
  if (typeof format === 'object' && typeof format.validate === 'function') return checkOf(format.validate as Check);
  throw new Error('a format of a kind that is not used here');
}

const { date, 'date-time': dateTime, uuid } = fullFormats;

/** Timestamps as nearly all are written, in UTC: one expression knows them faster than a list of those met before. The 29th of February is left to others. */
const USUAL =
  /^\d{4}-(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?Z$/;

const isDateTime = checkOf(dateTime);

/** RFC 3339, or another extended form of ISO 8601 that says one instant: with a decimal comma, say, or an offset of hours. */
const isMoment: Check = (text) => USUAL.test(text) || isDateTime(text) || instant(text) !== undefined;

/** The formats that the schemas name: those of JSON Schema, and decimal numbers in strings (Conventions). */
export const formats = {
  date,
  'date-time': isMoment,
  uuid,
  decimal: isDecimal,
} as const;
