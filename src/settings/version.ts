import { readFileSync } from 'node:fs';
import { PRODUCT } from '../values/product.ts';

function findVersion(): string {
  for (const place of ['../../package.json', '../../../package.json']) {
    try {
      const { name, version: found } = JSON.parse(readFileSync(new URL(place, import.meta.url), 'utf8')) as {
        name?: string;
        version?: string;
      };
      if (name === PRODUCT && found) return found;
    } catch {
      // Tries the other path: sources and compiled files lie at different depths.
    }
  }
  return '0.0.0';
}

export const version = findVersion();
