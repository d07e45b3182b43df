import { fullFormats } from 'ajv-formats/dist/formats.js';
import { decimal } from '../model/decimal.ts';

/** The formats that the schemas name: those of JSON Schema, and decimal numbers in strings (Conventions). */
export const formats = {
  date: fullFormats.date,
  'date-time': fullFormats['date-time'],
  uuid: fullFormats.uuid,
  decimal: (text: string): boolean => decimal(text) !== undefined,
} as const;
