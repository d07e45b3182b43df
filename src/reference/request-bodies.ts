import type { Call } from './call.ts';
import { type Decision, decision, inId, only, type Place } from './decision.ts';
import { WITHDRAWALS } from './operation-groups.ts';
import { type Fields, Problem } from './problem.ts';

/** Declares the required members of a body, with faults that do without one of them or require another one. */
export function requiring(
  place: Place,
  prefix: string,
  names: readonly string[],
  optional?: string,
): Decision<readonly string[]> {
  const faults = names.map((name): [string, readonly string[]] => [
    `${prefix}-${inId(name)}-REQUIRED/does-without`,
    names.filter((each) => each !== name),
  ]);
  const more = optional === undefined ? {} : { [`${prefix}-REQUIRED-ALONE/demands-${optional}`]: [...names, optional] };
  return decision(place, names, { faults: { ...Object.fromEntries(faults), ...more } });
}

const fromTheAccount = (body: Fields): readonly string[] => (absent(body, 'account_id') ? [] : ['profile_id']);

const fromNull =
  (name: string) =>
  (body: Fields): readonly string[] =>
    body[name] === null ? [name] : [];

/** Required members that the fault derives from the rest of the body, or that it takes to be given. */
const inferred = decision<(body: Fields) => readonly string[]>(
  { section: '4', on: ['fiatWithdrawal', 'cryptoWithdrawal', 'sandboxDeposit', 'createAddress'] },
  () => [],
  {
    faults: {
      'FW-PROFILE-ID-REQUIRED/taken-from-the-account': only(['fiatWithdrawal'], fromTheAccount),
      'CW-PROFILE-ID-REQUIRED/taken-from-the-account': only(['cryptoWithdrawal'], fromTheAccount),
      'DA-PROFILE-ID-REQUIRED/taken-from-the-account': only(['createAddress'], fromTheAccount),
      'CW-DESTINATION-ADDRESS-REQUIRED/takes-null': only(['cryptoWithdrawal'], fromNull('destination_address')),
      'SD-AMOUNT-REQUIRED/takes-null': only(['sandboxDeposit'], fromNull('amount')),
      'DA-PROFILE-ID-REQUIRED/takes-null': only(['createAddress'], fromNull('profile_id')),
    },
  },
);

/** Throws Problem when a required member is missing. */
export function demand({ choices, body }: Call, required: Decision<readonly string[]>): void {
  const known = choices.of(inferred)(body);
  const missing = choices.of(required).find((name) => absent(body, name) && !known.includes(name));
  if (missing !== undefined) throw new Problem(400, `${missing} is required`);
}

/** Whether a member is missing; null counts as missing. */
export const absent = (body: Fields, name: string): boolean => body[name] === undefined || body[name] === null;

/** Declares the values that a member may have, with faults that accept another value or refuse a listed one. */
export function listed(
  place: Place,
  values: readonly string[],
  faults: Readonly<Record<string, readonly string[]>>,
): Decision<readonly string[]> {
  return decision(place, values, { faults });
}

/** How a value outside an enum is read: as itself or, with the fault, as a value of the enum. */
export const takenFor = (place: Place, values: readonly string[], fault: string, value: string) =>
  decision<(given: string) => string>(place, (given) => given, {
    faults: { [fault]: (given) => (values.includes(given) ? given : value) },
  });

/** Whether the values of an enum are checked, given the rest of the body. */
const checks = decision<(body: Fields) => boolean>({ section: '4', on: WITHDRAWALS }, () => true, {
  faults: {
    'FW-ASSET-OUTSIDE/unchecked-beside-a-total': only(['fiatWithdrawal'], (body) => absent(body, 'total')),
    'CW-CRYPTO-NETWORK-OUTSIDE/unchecked-beside-a-total': only(['cryptoWithdrawal'], (body) => absent(body, 'total')),
  },
});

/** Returns the value when it is in the set. Throws Problem otherwise. */
export function oneOf(call: Call, name: string, value: string, set: Decision<readonly string[]>): string {
  const { choices, body } = call;
  if (!choices.of(set).includes(value) && choices.of(checks)(body))
    throw new Problem(400, `${name} is not one of its listed values`);
  return value;
}
