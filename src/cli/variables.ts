import { variableNotes } from '../settings/run-settings.ts';
import { escapeForTerminal } from '../values/escape.ts';

/** Warns of variables that were meant as settings and have no effect. */
export function warnOfVariables(): void {
  for (const note of variableNotes()) process.stderr.write(`note: ${escapeForTerminal(note)}\n`);
}
