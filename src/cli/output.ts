import { escapeForTerminal, visibleLines } from '../values/escape.ts';
import { PRODUCT } from '../values/product.ts';

/**
 * Everything that commands print goes through here, except the progress of a run. Lines and data may contain what a
 * target sent, so characters that a terminal or a CI runner takes for a command are escaped.
 */
const lineOf = (text: string): string => `${escapeForTerminal(text)}\n`;

/** Prints lines on standard output. */
export function printLines(lines: readonly string[]): void {
  process.stdout.write(lines.map(lineOf).join(''));
}

/** Prints one JSON document on standard output. */
export function printJson(data: unknown): void {
  process.stdout.write(`${visibleLines(JSON.stringify(data, null, 2))}\n`);
}

/** Prints a document on standard output that is safe to show. */
export function printDocument(text: string): void {
  process.stdout.write(text);
}

/** Says something about the command itself on standard error, beside its output. */
export function say(sentence: string): void {
  process.stderr.write(lineOf(sentence));
}

/** Says on standard error why the command, or a part of it, did not succeed. */
export const complain = (sentence: string): void => say(`${PRODUCT}: ${sentence}`);
