import { ENTITIES, visible, visibleLines } from '../../src/values/escape.ts';

const BREAK = '&#8203;';

/**
 * Escapes text for a paragraph, list item or table cell of GitHub's Markdown: no markup, HTML, mentions, issue
 * references or automatic links.
 */
export function markdown(text: string): string {
  return visible(text)
    .replace(/[\\`*_{}[\]()<>#+\-!|~&$]/g, (char) => ENTITIES[char] ?? `\\${char}`)
    .replace(/@|\\#|:(?=\/\/)|\bwww(?=\.)|\bGH(?=\\-\d)/gi, (found) => found + BREAK)
    .replace(/^(\s*\d+)([.)])(?=\s|$)/, '$1\\$2');
}

const longestRun = (text: string): number => Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));

/** Returns text as an inline code span of Markdown. */
export function codeSpan(text: string): string {
  const shown = visible(text);
  const fence = '`'.repeat(longestRun(shown) + 1);
  return /^`|`$|^\s*$/.test(shown) ? `${fence} ${shown || ' '} ${fence}` : `${fence}${shown}${fence}`;
}

/** Like {@link codeSpan}, for a table cell. */
export const cellCode = (text: string): string => codeSpan(text).replaceAll('|', '\\|');

/** Returns text as a fenced code block of Markdown. */
export function codeBlock(text: string, language = ''): string {
  const shown = visibleLines(text);
  const fence = '`'.repeat(Math.max(3, longestRun(shown) + 1));
  return `${fence}${language}\n${shown}\n${fence}`;
}

/** Returns a table in GitHub's Markdown; the cells must be Markdown already. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
