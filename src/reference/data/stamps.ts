const EPOCH = Date.parse('2025-01-06T08:00:00Z');

/** Returns the timestamp `step` seconds after the start of the data, with 0, 3, 6 or 9 fractional digits. */
export function stamp(step: number, style: number): string {
  const base = new Date(EPOCH + step * 1000).toISOString().slice(0, 19);
  const fraction = String(100_000_001 + (Math.abs(step * 7_919_337) % 899_999_990));
  const digits = [0, 3, 6, 9][style % 4] ?? 0;
  return `${base}${digits > 0 ? `.${fraction.slice(0, digits)}` : ''}Z`;
}
