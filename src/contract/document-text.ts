import { readFileSync } from 'node:fs';

/** The text of docs/interface.md: the sources lie one folder below the package's own, compiled files two. */
export function documentText(): string {
  for (const place of ['../../docs/interface.md', '../../../docs/interface.md']) {
    try {
      return readFileSync(new URL(place, import.meta.url), 'utf8');
    } catch {
      // The other place.
    }
  }
  return '';
}
