import type { Fixtures } from '../../model/fixtures.ts';

/**
 * Describes members of the fixtures that are not set, that no list shows, and that no requirement needs. A target may
 * refuse every withdrawal without them.
 */
export function unsetLines(fixtures: Fixtures): readonly string[] {
  const amounts = (fixtures.crypto_destinations ?? []).some(({ amount }) => amount !== undefined);
  const unset = [
    ...(fixtures.third_party === undefined
      ? ['  "third_party": true, if withdrawals must have identity_id and account_id']
      : []),
    ...(fixtures.fiat_amount === undefined ? ['  "fiat_amount": "5", if 0.50 USD is too small to withdraw'] : []),
    ...(amounts
      ? []
      : ['  "amount": "0.01" next to a destination_address, if 0.0001 of its asset is too small to withdraw']),
  ];
  return unset.length === 0 ? [] : ['not set, and needed only by some targets:', ...unset];
}
