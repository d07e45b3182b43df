import { shown } from '../../src/model/outcome.ts';
import { at, isObject, type JsonObject, member } from '../../src/values/json.ts';
import { string } from '../vocabulary/answers.ts';
import { isAlike } from './texts.ts';
import type { AsUpdated } from './updating.ts';

/** Kinds of owners. An account has at least one of them (2.2). */
const OWNERS = ['person_details', 'institution_details'] as const;

/** Returns the kinds of owners that an account names. Objects without a name may stand for an owner that it lacks. */
export const ownersOf = (account: JsonObject): readonly string[] =>
  OWNERS.filter((kind) => {
    const details = at(account, `/fiat_account_owner/${kind}`);
    return isObject(details) && Object.values(details).some((name) => typeof name === 'string' && name !== '');
  });

/** An owner to update an account to, and the check that an account shows it. Answers may leave out an owner. */
export interface NewOwner {
  readonly owner: JsonObject;
  readonly holds: AsUpdated;
}

const INSTITUTION = { name: 'Conformance Example Inc' } as const;
const PERSON = { first_name: 'Ada', last_name: 'McLovelace' } as const;

/** Checks that each name of the person is alike. The person may be absent, but not replaced by an institution. */
const isPerson: AsUpdated = (account) => {
  const person = at(account, '/fiat_account_owner/person_details');
  if (!isObject(person)) {
    const other = string(account, '/fiat_account_owner/institution_details/name');
    return other === undefined
      ? undefined
      : { expected: `the person ${shown(PERSON)} after the update`, actual: shown(other) };
  }
  const wrong = Object.entries(PERSON).find(([name, given]) => !isAlike(member(person, name) ?? given, given));
  return (
    wrong && { expected: `${wrong[0]} ${shown(wrong[1])} after the update`, actual: shown(member(person, wrong[0])) }
  );
};

/** Checks the name of the institution. It may be absent, but not replaced by a person. */
const isInstitution: AsUpdated = (account) => {
  const found = string(account, '/fiat_account_owner/institution_details/name');
  const other = at(account, '/fiat_account_owner/person_details');
  if (isAlike(found ?? INSTITUTION.name, INSTITUTION.name) && (found !== undefined || !isObject(other)))
    return undefined;
  return { expected: `the owner's name ${shown(INSTITUTION.name)} after the update`, actual: shown(found) };
};

/** Returns an owner with these members. None of them may be absent if another is shown. */
function havingAll(owner: Readonly<Record<string, JsonObject>>): NewOwner {
  const holds: AsUpdated = (account) => {
    const kinds = Object.entries(owner).map(([kind, given]) => ({
      kind,
      given,
      now: member(member(account, 'fiat_account_owner'), kind),
    }));
    if (kinds.every(({ now }) => !isObject(now))) return undefined;
    const wrong = kinds.find(
      ({ given, now }) =>
        !isObject(now) ||
        Object.entries(given).some(
          ([name, value]) => value !== undefined && !isAlike(member(now, name) ?? value, value),
        ),
    );
    return wrong && { expected: `${wrong.kind} ${shown(wrong.given)} after the update`, actual: shown(wrong.now) };
  };
  return { owner, holds };
}

/** Another person than {@link PERSON}: a service may keep a name of the person before. */
const OTHER_PERSON = { first_name: 'Grace', last_name: 'MacHopper' } as const;

export const BOTH_KINDS = havingAll({ person_details: OTHER_PERSON, institution_details: INSTITUTION });

export const PERSON_ONLY: NewOwner = { owner: { person_details: PERSON }, holds: isPerson };

export const INSTITUTION_ONLY: NewOwner = { owner: { institution_details: INSTITUTION }, holds: isInstitution };

const LONG_INSTITUTION = { name: 'Conformance & Example Holdings International Incorporated' } as const;

/** Owners with long names and punctuation, the first with letters that are not in ASCII, the last of one kind only. */
export const UNUSUAL_OWNERS: readonly NewOwner[] = [
  havingAll({
    person_details: { first_name: 'Zoë Alexandra Josephine Mary', last_name: "O'Brien-McFeatherstonehaugh" },
    institution_details: { name: 'Müller & Conformance Example Holdings International Inc.' },
  }),
  havingAll({
    person_details: { first_name: 'Wilhelmina Alexandra Josephine', last_name: 'McLovelace-Featherstonehaugh' },
    institution_details: LONG_INSTITUTION,
  }),
  havingAll({ institution_details: LONG_INSTITUTION }),
];
