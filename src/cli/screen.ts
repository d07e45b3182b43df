import supportsHyperlinks from 'supports-hyperlinks';
import type { TerminalOptions } from '../../reporters/terminal/index.ts';
import type { Flags } from '../settings/settings.ts';

const WIDEST = 100;

/** Returns whether to use colour. NO_COLOR and FORCE_COLOR decide; otherwise a terminal that is not dumb has colour. */
function hasColour(): boolean {
  const { NO_COLOR, FORCE_COLOR, TERM } = process.env;
  if (NO_COLOR) return false;
  if (FORCE_COLOR) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  return process.stdout.isTTY === true && TERM !== 'dumb';
}

/** Returns the properties of standard output, and how much detail to print. */
export function screen(flags: Flags): Omit<TerminalOptions, 'report'> {
  return {
    // A terminal without a known size reports 0.
    columns: Math.min(process.stdout.columns || 80, WIDEST),
    colour: hasColour(),
    detail: flags['quiet'] === true ? 'quiet' : flags['verbose'] === true ? 'verbose' : 'normal',
  };
}

/** Gives a terminal without a known size, which reports 0, the usual one: questions would show one letter a line. */
export function assumeSize(terminal: { columns: number; rows: number }): void {
  terminal.columns ||= 80;
  terminal.rows ||= 24;
}

/** Returns whether standard output supports hyperlinks (OSC 8). */
export const showsLinks = (): boolean => !process.env['NO_COLOR'] && supportsHyperlinks.stdout;
