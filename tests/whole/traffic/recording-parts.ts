/** A withdrawal and its answer, as the tools below record it. */
export interface Recording {
  readonly sent: string;
  readonly answer: string;
}

/** Where all of them were sent. */
export const WITHDRAWALS = 'https://api.example.com/v2/transfer/fiat-withdrawals';
/** The media type of bodies. */
export const JSON_TYPE = 'application/json';
/** When each exchange began. */
export const begun = '2026-01-02T03:04:05.678Z';
/** A header line. */
export const header = (name: string, value: string) => ({ name, value });
/** Text in base64. */
export const base64 = (text: string): string => Buffer.from(text).toString('base64');
/** Sizes that were not measured. */
export const unknownSizes = { headersSize: -1, bodySize: -1 };
/** A HAR of entries. */
export const log = (creator: object, entries: readonly unknown[], more: object = {}): string =>
  JSON.stringify({ log: { version: '1.2', creator, ...more, entries } });
