import type { Judgement } from './judge.mjs';

type Judged = Judgement & { readonly mutant: string };

/** The table of figures: each implementation, and all of them. */
export function figuresTable(findings: readonly Judged[], names: readonly string[]): string;

/** The page with this section in the place of the former one; the rest stays as it is. */
export function withSection(page: string, section: string): string;
