// What the run of a mutant means, with what a reader has found of the mutant itself.
import { readFileSync } from 'node:fs';

/** Mutants that somebody has judged: defect, lawful (keeps the document) or unobservable (no request shows it), with the reason. */
export const reviewed = new Map(
  JSON.parse(readFileSync(new URL('./reviewed.json', import.meta.url), 'utf8')).map((each) => [each.mutant, each]),
);

const ENDS = { nonconformant: 'failed', conformant: 'unseen' };

/**
 * How the run of a mutant ended, and what the mutant is. One that fails the run is a defect unless a reader found that it keeps the
 * document; one that does not is open until a reader has judged it.
 */
export function judge({ mutant, verdict, broken }) {
  const end = broken ? 'broken' : (ENDS[verdict] ?? verdict);
  const kind = reviewed.get(mutant)?.kind ?? (end === 'failed' ? 'defect' : 'open');
  return { end, kind: end === 'not started' || end === 'broken' ? end : kind };
}
