/** How the run of a mutant ended, and what the mutant is. */
export interface Judgement {
  readonly end: string;
  readonly kind: string;
  readonly reason?: string | undefined;
}

export function judge(finding: {
  readonly mutant: string;
  readonly verdict?: string;
  readonly broken?: string;
  readonly strict?: { readonly verdict: string };
}): Judgement;
