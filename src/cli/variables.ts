import { variableNotes } from '../settings/run-settings.ts';
import { say } from './output.ts';

/** Warns of variables that were meant as settings and have no effect. */
export function warnOfVariables(): void {
  for (const note of variableNotes()) say(`note: ${note}`);
}
