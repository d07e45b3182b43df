// What the run of a mutant means, with what a reader has found of the mutant itself.
import { readFileSync } from 'node:fs';

/** @import { Found, Judgement } from './types.ts' */

/**
 * Mutants that somebody has judged, each with the reason: `defect` breaks a sentence of the document, `undecidable` as well, but what
 * requests show may have another cause; `warned` breaks only what follows from a meaning, which a run warns of; `lawful` keeps the
 * document, and of `unobservable` no request shows anything.
 * @type {ReadonlyMap<string, { mutant: string, kind: string, reason: string }>}
 */
export const reviewed = new Map(
  JSON.parse(readFileSync(new URL('./reviewed.json', import.meta.url), 'utf8')).map((each) => [each.mutant, each]),
);

/** @type {Readonly<Record<string, string>>} */
const ENDS = { nonconformant: 'failed', conformant: 'unseen' };

/**
 * What the judgement needs of a finding.
 * @typedef {Pick<Found, 'verdict' | 'broken'> & { readonly strict?: { readonly verdict: string } }} Ended
 */

/**
 * How a run ended: as its verdict says, or `strictly failed` where it is incomplete and nonconformant with --strict.
 * @param {Ended} found
 */
function endOf({ verdict = '', broken, strict }) {
  if (broken) return 'broken';
  return strict?.verdict === 'nonconformant' ? 'strictly failed' : (ENDS[verdict] ?? verdict);
}

/**
 * How the run of a mutant ended, and what the mutant is. One that fails the run is a defect unless a reader found that it keeps the
 * document; one that does not is open until a reader has judged it.
 * @param {{ readonly mutant: string } & Ended} finding
 * @returns {Judgement}
 */
export function judge({ mutant, ...found }) {
  const end = endOf(found);
  const { kind = end === 'failed' ? 'defect' : 'open', reason } = reviewed.get(mutant) ?? {};
  return { end, kind: end === 'not started' || end === 'broken' ? end : kind, reason };
}
