import { replacedRun } from '../run/files/replaced-run.ts';
import { say } from './output.ts';

/** Says on standard error that this command replaces the report of a run, before it does so. */
export function warnOfReplaced(out: string): void {
  const note = replacedRun(out);
  if (note !== undefined) say(note);
}
