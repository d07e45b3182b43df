// What the run of a mutant means, with what a reader has found of the mutant itself.
import { readFileSync } from 'node:fs';

/**
 * Mutants that somebody has judged, each with the reason: `defect` breaks a sentence of the document, `undecidable` as well, but what
 * requests show may have another cause; `warned` breaks only what follows from a meaning, which a run warns of; `lawful` keeps the
 * document, and of `unobservable` no request shows anything.
 */
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
  const { kind = end === 'failed' ? 'defect' : 'open', reason } = reviewed.get(mutant) ?? {};
  return { end, kind: end === 'not started' || end === 'broken' ? end : kind, reason };
}
