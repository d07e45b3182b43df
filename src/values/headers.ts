/** Headers by name in lower case; the values of repeated ones are joined by ", ". */
export type Headers = Readonly<Record<string, string>>;

/** Joins header lines and drops HTTP/2 pseudo headers. */
export function joinedHeaders(lines: Iterable<readonly [name: string, value: string]>): Headers {
  const headers = new Map<string, string>();
  for (const [given, value] of lines) {
    const name = given.toLowerCase();
    if (name === '' || name.startsWith(':')) continue;
    const before = headers.get(name);
    headers.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return Object.fromEntries(headers);
}
