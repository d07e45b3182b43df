// Shared parts of the pages.
export const MADE = 'Made by `npm run reference` from the code; a test fails when it is not up to date.';

const cell = (text) => String(text).replaceAll('|', '\\|').replaceAll('\n', ' ');
const line = (cells) => `| ${cells.map(cell).join(' | ')} |`;

/**
 * Returns the lines of a table.
 * @param {readonly string[]} head
 * @param {readonly (readonly unknown[])[]} rows
 */
export const table = (head, rows) => [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)];
