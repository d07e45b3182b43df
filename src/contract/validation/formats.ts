import type { Format } from 'ajv';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { decimal } from '../../values/decimal.ts';
import { instant } from '../../values/instant.ts';

const MOST_KNOWN = 20_000;

type Check = (text: string) => boolean;

/** The same format for texts that come again and again, as timestamps and ids in lists do. */
function remembered(format: Check): Check {
  const known = new Map<string, boolean>();
  return (text) => {
    const found = known.get(text);
    if (found !== undefined) return found;
    if (known.size >= MOST_KNOWN) known.clear();
    const holds = format(text);
    known.set(text, holds);
    return holds;
  };
}

/** A format of the library as a function. */
function checkOf(format: Format): Check {
  if (typeof format === 'function') return (text) => format(text) === true;
  if (format instanceof RegExp) return (text) => format.test(text);
  if (typeof format === 'object' && typeof format.validate === 'function') return checkOf(format.validate as Check);
  throw new Error('a format of a kind that is not used here');
}

const { date, 'date-time': dateTime, uuid } = fullFormats;

/** RFC 3339, or another extended form of ISO 8601 that says one instant: with a decimal comma, say, or an offset of hours. */
const isMoment: Check = (text) => checkOf(dateTime)(text) || instant(text) !== undefined;

/** The formats that the schemas name: those of JSON Schema, and decimal numbers in strings (Conventions). */
export const formats = {
  date,
  'date-time': remembered(isMoment),
  uuid,
  decimal: remembered((text) => decimal(text) !== undefined),
} as const;
