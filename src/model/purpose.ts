const runPurposes = ['reachability', 'array-format', 'fixtures', 'doctor', 'replay'] as const;

/**
 * What an exchange was made for: a requirement; something the run itself has to know, such as whether the target
 * answers; or nothing known, since others made it.
 */
export type Purpose =
  | { readonly kind: 'requirement'; readonly id: string }
  | { readonly kind: 'run'; readonly what: (typeof runPurposes)[number] }
  | { readonly kind: 'traffic'; readonly what: 'recorded traffic' | 'live traffic' | 'verifyExchange' };

/** Returns a purpose as recordings and reports name it. */
export const purposeText = (purpose: Purpose): string => (purpose.kind === 'requirement' ? purpose.id : purpose.what);

/** Returns the purpose that a run's recording names. */
export function purposeNamed(text: string): Purpose {
  const what = runPurposes.find((each) => each === text);
  return what ? { kind: 'run', what } : { kind: 'requirement', id: text };
}
