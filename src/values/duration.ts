const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000 };

/** Returns a readable duration: `340 ms`, `41.2 s`, `3 min 5 s`, `24 h 0 min`. */
export function duration(milliseconds: number): string {
  if (milliseconds < 10) return `${Number(milliseconds.toFixed(1))} ms`;
  if (milliseconds < 999.5) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 59_950) return `${(milliseconds / 1000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1000);
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes} min ${seconds % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Writes milliseconds as settings give them, exactly and in one unit, such as `30m` or `90s`. */
export function inUnits(milliseconds: number): string {
  const unit = ['h', 'm'].find((each) => milliseconds % (UNITS[each] ?? 1) === 0) ?? 's';
  return `${milliseconds / (UNITS[unit] ?? 1)}${unit}`;
}

/** Reads a text such as `30m` or `90s`. Returns milliseconds, or NaN for any other text. */
export function readUnits(text: string): number {
  const [, count = '', unit = ''] = /^\s*(\d{1,6}(?:\.\d{1,3})?)([smh])\s*$/.exec(text) ?? [];
  return Number(count) * (UNITS[unit] ?? Number.NaN);
}
