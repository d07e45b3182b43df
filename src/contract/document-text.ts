import { readFileSync } from 'node:fs';

/**
 * Returns the text of docs/interface.md, or an empty text if it is missing. Sources lie one folder below the package's
 * own, compiled files two.
 */
export function documentText(): string {
  for (const place of ['../../docs/interface.md', '../../../docs/interface.md']) {
    try {
      return readFileSync(new URL(place, import.meta.url), 'utf8');
    } catch {
      // Tries the other path.
    }
  }
  return '';
}
