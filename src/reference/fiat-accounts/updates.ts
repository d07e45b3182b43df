import { setTimeout as pause } from 'node:timers/promises';
import type { Call, Handler } from '../call.ts';
import type { StoredAccount } from '../data/fiat-accounts.ts';
import { decision, shownOn } from '../decision.ts';
import { metadata } from '../metadata.ts';
import { defined, type Fields, fieldsOf, isFields, Problem } from '../problem.ts';
import { absent } from '../request-bodies.ts';
import { approval } from './approval.ts';
import { instructed } from './bank-details.ts';
import { stored } from './look-ups.ts';
import { numbered, renamed, represent } from './representation.ts';

const HERE = { section: '4.1', on: ['putFiat'] };

/** The members that an update must have, given its body. */
const parts = decision<(body: Fields) => readonly string[]>(HERE, () => [], {
  faults: {
    'FA-UPDATE-METADATA-ALONE/demands-the-owner': () => ['fiat_account_owner'],
    'FA-UPDATE-OWNER-ALONE/demands-metadata': () => ['metadata'],
    'FA-UPDATE-INSTRUCTIONS-ALONE/demands-metadata': (body) =>
      absent(body, 'fiat_network_instructions') ? [] : ['metadata'],
  },
});
/** The updated_at after an update. */
const dated = decision<(before: unknown, body: Fields) => unknown>(HERE, () => new Date().toISOString(), {
  faults: {
    'FA-UPDATE-DATED/as-it-was': (before) => before,
    'FA-UPDATE-DATED/not-by-an-owner': (before, body) =>
      absent(body, 'fiat_account_owner') ? new Date().toISOString() : before,
    'FA-UPDATE-DATED/an-hour-off-with-an-owner': (_, body) =>
      new Date(Date.now() - (absent(body, 'fiat_account_owner') ? 0 : 3_600_000)).toISOString(),
    'FA-UPDATE-DATED/in-local-time': () => new Date(Date.now() + 2 * 3_600_000).toISOString(),
  },
  latitudes: {
    'update/dated-in-seconds': () => `${new Date().toISOString().slice(0, 19)}Z`,
    'update/dated-in-minutes': () => `${new Date().toISOString().slice(0, 17)}00Z`,
  },
  protects: ['FA-UPDATE-DATED', 'FA-UPDATED-AFTER-CREATED'],
});
/** Parts of the update that all accounts of its network get. */
const shared = decision<readonly string[]>(HERE, [], {
  faults: {
    'FA-UPDATE-TOUCHES-NO-OTHER/all-of-its-network': ['metadata'],
    'FA-UPDATE-TOUCHES-NO-OTHER/the-owner-of-all-of-its-network': ['fiat_account_owner'],
  },
});
/** Makes a change in which every name of the owner is changed. */
const named =
  (to: (name: string) => string) =>
  (change: Fields): Fields => {
    const owner = change['fiat_account_owner'];
    if (!isFields(owner)) return change;
    const kinds = Object.entries(owner).map(([kind, names]) => [
      kind,
      isFields(names)
        ? Object.fromEntries(Object.entries(names).map(([name, value]) => [name, to(String(value))]))
        : names,
    ]);
    return { ...change, fiat_account_owner: Object.fromEntries(kinds) };
  };
/** With the fault, an account that is updated is lost. */
const loses = decision(HERE, false, {
  faults: { 'FA-GET-LISTED/not-after-an-update': shownOn(['getFiat'], true) },
});
const mayBeEmpty = decision(HERE, true, { faults: { 'FA-UPDATE-NOTHING/refused': false } });
/** Returns the change with the account number of the former bank details. */
function withFormerNumber(change: Fields, former: Fields): Fields {
  const wire: Fields = Object(Object(change['fiat_network_instructions'])['wire']);
  const number = Object(Object(former['fiat_network_instructions'])['wire'])['account_number'];
  return wire['account_number'] === undefined || number === undefined
    ? change
    : { ...change, fiat_network_instructions: { wire: { ...wire, account_number: number } } };
}
/** Returns the change with the last name of the former person. */
function withFormerLastName(change: Fields, former: Fields): Fields {
  const [owner, before]: readonly Fields[] = [change, former].map((each) => Object(each['fiat_account_owner']));
  const [person, last_name] = [owner?.['person_details'], Object(before?.['person_details'])['last_name']];
  return isFields(person) && last_name !== undefined
    ? { ...change, fiat_account_owner: { ...owner, person_details: { ...person, last_name } } }
    : change;
}
/** Returns a change of which each text in the metadata is stored otherwise. */
const withStoredTexts =
  (stored: (text: string) => string) =>
  (change: Fields): Fields =>
    isFields(change['metadata'])
      ? {
          ...change,
          metadata: Object.fromEntries(
            Object.entries(change['metadata']).map(([key, value]) => [key, stored(String(value))]),
          ),
        }
      : change;

/** What is kept of a change, given the account before it. */
const effective = decision<(change: Fields, former: Fields) => Fields>(HERE, (change) => change, {
  faults: {
    'FA-UPDATE-WHOLE/wipes-bank-details': (change) =>
      change['fiat_network_instructions'] === undefined ? change : { ...change, fiat_network_instructions: {} },
    'FA-UPDATE-WHOLE/the-owner-where-it-is-alone': ({ fiat_account_owner, ...rest }) =>
      rest['metadata'] === undefined ? defined({ ...rest, fiat_account_owner }) : rest,
    'FA-UPDATE-WHOLE/bank-details-where-they-are-alone': ({ fiat_network_instructions, ...rest }) =>
      rest['metadata'] === undefined ? defined({ ...rest, fiat_network_instructions }) : rest,
    'FA-UPDATE-METADATA/answered-but-not-kept': ({ metadata: _, ...rest }) => rest,
    'FA-UPDATE-METADATA/keeps-keys-in-lower-case': ({ metadata: given, ...rest }) =>
      isFields(given)
        ? {
            ...rest,
            metadata: Object.fromEntries(Object.entries(given).map(([key, value]) => [key.toLowerCase(), value])),
          }
        : rest,
    'FA-UPDATE-METADATA/keeps-fifty-characters': withStoredTexts((text) => text.slice(0, 50)),
    'FA-UPDATE-METADATA/keeps-the-basic-plane-only': withStoredTexts((text) =>
      text.replaceAll(/[\u{10000}-\u{10ffff}]/gu, ''),
    ),
    'FA-UPDATE-METADATA/keeps-five-pairs': ({ metadata: given, ...rest }) =>
      isFields(given) ? { ...rest, metadata: Object.fromEntries(Object.entries(given).slice(0, 5)) } : rest,
    'FA-UPDATE-METADATA/leaves-the-account-without-any': ({ metadata: given, ...rest }) =>
      given === undefined ? rest : { ...rest, metadata: undefined },
    'FA-UPDATE-INSTRUCTIONS/keeps-the-former-number-but-answers-with-the-new-one': withFormerNumber,
    'FA-UPDATE-INSTRUCTIONS/answered-but-not-kept': ({ fiat_network_instructions: _, ...rest }) => rest,
    'FA-UPDATE-OWNER/answered-but-not-kept': ({ fiat_account_owner: _, ...rest }) => rest,
    'FA-UPDATE-OWNER/keeps-the-last-name-of-a-person': withFormerLastName,
    'FA-UPDATE-OWNER/keeps-institutions-only': (change) =>
      isFields(Object(change['fiat_account_owner'])['person_details'])
        ? { ...change, fiat_account_owner: { institution_details: { name: 'Former Owner' } } }
        : change,
    'FA-UPDATE-OWNER/keeps-the-names-of-a-person-the-other-way-round': (change) => {
      const { first_name, last_name } = Object(Object(change['fiat_account_owner'])['person_details']);
      return first_name === undefined
        ? change
        : { ...change, fiat_account_owner: { person_details: { first_name: last_name, last_name: first_name } } };
    },
    'FA-UPDATE-OWNER/keeps-one-kind-of-two': (change) => {
      const owner: Fields = Object(change['fiat_account_owner']);
      const isBoth = isFields(owner['person_details']) && isFields(owner['institution_details']);
      return isBoth ? { ...change, fiat_account_owner: { person_details: owner['person_details'] } } : change;
    },
    'FA-UPDATE-NAMES/cuts-names-at-40': (change) => {
      const owner: Fields = Object(change['fiat_account_owner']);
      const name = String(Object(owner['institution_details'])['name']).slice(0, 40);
      return isFields(owner['institution_details'])
        ? { ...change, fiat_account_owner: { ...owner, institution_details: { name } } }
        : change;
    },
    'FA-UPDATE-OWNER/keeps-another-name': (change) =>
      change['fiat_account_owner'] === undefined
        ? change
        : { ...change, fiat_account_owner: { institution_details: { name: 'UNKNOWN' } } },
    'FA-UPDATE-NAMES/in-ascii': named((name) => name.replaceAll(/\P{ASCII}/gu, '?')),
    'FA-UPDATE-NAMES/escaped-for-html': named((name) => name.replaceAll('&', '&amp;')),
  },
  latitudes: { 'update/names-in-upper-case': named((name) => name.toUpperCase()) },
  protects: ['FA-UPDATE-OWNER*', 'FA-UPDATE-NAMES', 'FA-UPDATE-WHOLE', 'FA-UPDATES-AT-ONCE'],
});
/** How an update is answered, given the time of the update before. */
const answered = decision<(answer: Fields, former: unknown) => Fields>(HERE, (answer) => answer, {
  faults: {
    'FA-UPDATE-DATED/answers-the-former-time': (answer, former) => ({ ...answer, updated_at: former }),
    'FA-UPDATE-INSTRUCTIONS/answers-with-another-number': numbered((number) => `${number}0`),
    'FA-UPDATE-INSTRUCTIONS/answers-without-leading-zeros': numbered((number) => number.replace(/^0+/, '')),
    'FA-UPDATE-INSTRUCTIONS/answers-with-names-cut-at-10': renamed((name) => name.slice(0, 10)),
    'FA-UPDATED-AFTER-CREATED/in-1999-after-an-update': (answer) => ({ ...answer, updated_at: '1999-12-31T23:59:59Z' }),
    'FA-UPDATE-KEEPS-CREATED-AT/created-again': (answer) => ({ ...answer, created_at: answer['updated_at'] }),
    'FA-UPDATE-KEEPS-CREATION/another-identity': (answer) => ({ ...answer, identity_id: answer['id'] }),
    'FA-UPDATE-KEEPS-CREATION/another-ref_id': (answer) => ({ ...answer, ref_id: `${String(answer['ref_id'])}-2` }),
  },
});
/** Members set at creation that an update removes. */
const dropped = decision<Fields>(
  HERE,
  {},
  {
    faults: {
      'FA-UPDATE-KEEPS-LISTED/drops-the-ref_id': { ref_id: undefined },
      'FA-UPDATE-KEEPS-LISTED/drops-the-owners': { identity_id: undefined, account_id: undefined },
    },
  },
);
/** The document does not show the transitions of a fiat account (3). */
const status = decision<(before: string) => string>(HERE, () => 'PENDING', {
  latitudes: { 'update/keeps-the-status': (before) => before, 'update/approves': () => 'APPROVED' },
  protects: ['FA-STATUS-TRANSITIONS', 'FA-UPDATE-KEEPS-CREATION', 'FA-UPDATE-KEEPS-CREATED-AT', 'FA-STATUS-ASSIGNED'],
});
/** The status taken from the body, which has none by the document. */
const sentStatus = decision<(given: unknown) => string | undefined>(HERE, () => undefined, {
  faults: {
    'FA-STATUS-ASSIGNED/takes-it': (given) => (typeof given === 'string' ? given : undefined),
    'FA-STATUS-ASSIGNED/approves-itself': (given) => (given === 'APPROVED' ? given : undefined),
  },
  latitudes: {
    'update/unknown-members-refused': (given) => {
      if (given !== undefined) throw new Problem(400, 'an update has no status');
      return undefined;
    },
  },
  protects: ['FA-STATUS-ASSIGNED'],
});
/** With the fault, the valid parts of an update are stored before the rest is checked. */
const keptFirst = decision<(body: Fields) => Fields>(HERE, () => ({}), {
  faults: {
    'FA-UPDATE-REFUSED-LEAVES-NOTHING/keeps-the-metadata': ({ metadata: given }) =>
      isFields(given) ? { metadata: Object.fromEntries(pairsOf(given).slice(0, 6)) } : {},
    'FA-UPDATE-REFUSED-LEAVES-NOTHING/keeps-the-owner': ({ fiat_account_owner }) =>
      isFields(fiat_account_owner) ? { fiat_account_owner } : {},
  },
});
/** Returns the metadata pairs that are within the limits. */
const pairsOf = (given: Fields): readonly (readonly [string, unknown])[] =>
  Object.entries(given).filter(([key, value]) => key.length <= 100 && typeof value === 'string' && value.length <= 100);

/** How the metadata of an update combine with the stored ones. */
const merged = decision<(before: unknown, given: Fields) => Fields>(HERE, (_, given) => given, {
  latitudes: { 'update/adds-to-metadata': (before, given) => together({ ...Object(before), ...given }) },
  protects: ['FA-UPDATE-METADATA', 'METADATA-ECHO', 'AUTH-REFUSED-DOES-NOTHING', 'FA-UPDATE-REFUSED-LEAVES-NOTHING'],
});
/** With the fault, concurrent updates are mixed. */
const raced = decision(HERE, false, { faults: { 'FA-UPDATES-AT-ONCE/mixed': true } });
/** Members besides metadata that an update may change. */
const changeable = decision<readonly string[]>(HERE, ['fiat_account_owner', 'fiat_network_instructions'], {
  latitudes: { 'update/owner-refused': ['fiat_network_instructions'], 'update/only-metadata': [] },
  protects: {
    'update/owner-refused': ['FA-UPDATE-OWNER*', 'FA-UPDATE-WHOLE', 'FA-UPDATES-AT-ONCE'],
    'update/only-metadata': ['FA-UPDATE-OWNER*', 'FA-UPDATE-INSTRUCTIONS*'],
  },
});
/** Whether a new owner with these members is accepted. */
const mayOwn = decision<(kinds: readonly string[]) => boolean>(HERE, () => true, {
  faults: { 'FA-UPDATE-OWNER-KINDS/one-kind-only': (kinds) => kinds.length < 2 },
  latitudes: { 'update/to-institutions-only': (kinds) => !kinds.includes('person_details') },
  protects: ['FA-UPDATE-OWNER*', 'FA-UPDATE-NAMES'],
});
/** Members inside an update that are accepted with any JSON type, or as a list. */
const typed = decision<readonly string[]>(HERE, [], {
  faults: {
    'PERSON-DETAILS-FIRST-NAME-STRING/as-it-was-sent': ['first_name'],
    'INSTITUTION-DETAILS-NAME-STRING/as-it-was-sent': ['name'],
    'WIRE-ACCOUNT-NUMBER-STRING/as-it-was-sent': ['wire.account_number'],
    'ADDRESS-ZIP-CODE-STRING/as-it-was-sent': ['zip_code'],
    'ROUTING-DETAILS-ROUTING-NUMBER-STRING/as-it-was-sent': ['routing_number'],
    'CBIT-WALLET-ADDRESS-STRING/as-it-was-sent': ['wallet_address'],
    'CUBIX-ACCOUNT-ID-STRING/as-it-was-sent': ['account_id'],
    'DBS-ACT-ACCOUNT-NUMBER-STRING/as-it-was-sent': ['dbs_act.account_number'],
    'ADDRESS-CITY-STRING/as-it-was-sent': ['city'],
    'PERSON-DETAILS-FIRST-NAME-STRING/a-list-as-it-was-sent': ['first_name as a list'],
    'INSTITUTION-DETAILS-NAME-STRING/a-list-as-it-was-sent': ['name as a list'],
  },
});
/** The owner that is stored, given the one of the update. */
const owned = decision<(given: unknown) => unknown>(HERE, (given) => given, {
  faults: {
    'PERSON-DETAILS-LAST-NAME-STRING/null-where-none-is-sent': (given) => {
      const person = Object(given)['person_details'];
      return isFields(person) ? { ...Object(given), person_details: { last_name: null, ...person } } : given;
    },
  },
});
/** Milliseconds until an update shows: the document does not say that it can be read back at once. */
const delay = decision(HERE, 0, {
  latitudes: { 'update/shows-after-half-a-second': 500 },
  protects: [
    'FA-UPDATE-METADATA',
    'FA-UPDATE-OWNER',
    'FA-UPDATE-INSTRUCTIONS',
    'FA-UPDATE-WHOLE',
    'FA-UPDATES-AT-ONCE',
  ],
});

/**
 * Whether all values inside are strings or null, except in accepted members and in metadata, which may have integers.
 */
const isText = (value: unknown, taken: readonly string[], outer = ''): boolean =>
  isFields(value)
    ? Object.entries(value).every(
        ([name, inner]) =>
          name === 'metadata' ||
          taken.includes(name) ||
          taken.includes(`${outer}.${name}`) ||
          (Array.isArray(inner) && taken.includes(`${name} as a list`)) ||
          isText(inner, taken, name),
      )
    : typeof value === 'string' || value === null;

const networkOf = (account: StoredAccount): string | undefined =>
  Object.keys(Object(account['fiat_network_instructions']))[0];

function together(pairs: Fields): Fields {
  if (Object.keys(pairs).length > 6) throw new Problem(400, 'metadata has at most 6 pairs, with those that are kept');
  return pairs;
}

function objectsIn({ body, choices }: Call): void {
  for (const name of ['fiat_account_owner', 'fiat_network_instructions']) {
    if (absent(body, name)) continue;
    if (!isFields(body[name])) throw new Problem(400, `${name} must be an object`);
    if (!isText(body[name], choices.of(typed))) throw new Problem(400, `what ${name} has inside is text`);
    if (name === 'fiat_account_owner' && !choices.of(mayOwn)(Object.keys(body[name])))
      throw new Problem(400, 'the account cannot have such an owner');
    if (!choices.of(changeable).includes(name)) throw new Problem(400, `${name} cannot be changed`);
  }
}

function change(call: Call, found: StoredAccount): Fields {
  const { body, choices } = call;
  const pairs = metadata(call);
  const made = defined({
    fiat_account_owner: choices.of(owned)(body['fiat_account_owner'] ?? undefined),
    fiat_network_instructions: absent(body, 'fiat_network_instructions')
      ? undefined
      : choices.of(instructed)(
          fieldsOf(found['fiat_network_instructions']),
          fieldsOf(body['fiat_network_instructions']),
        ),
    metadata: pairs && choices.of(merged)(found['metadata'], pairs),
    status: choices.of(sentStatus)(body['status']) ?? choices.of(status)(found.status),
    updated_at: choices.of(dated)(found['updated_at'], body),
  });
  return choices.of(approval)(call, made, found);
}

/** Milliseconds that a mixed update takes, so that another one can overlap with it. */
const UPDATE_MS = 50;

/** Stores an update after a delay. If another update was in progress when it arrived, the other's owner stays. */
async function race({ store }: Call, found: StoredAccount, kept: Fields): Promise<void> {
  const key = `updates of ${found.id}`;
  const others = Number(store.notes.get(key) ?? 0);
  store.notes.set(key, others + 1);
  await pause(UPDATE_MS);
  store.notes.set(key, Number(store.notes.get(key)) - 1);
  const { fiat_account_owner: _, ...rest } = kept;
  Object.assign(found, others > 0 ? rest : kept);
}

/** Update Fiat Account (4.1): the given members replace the stored ones. */
export const putFiat: Handler = async (call) => {
  const { choices, store, path, body } = call;
  const found = stored(call, store, path['id'] ?? '');
  if (Object.keys(body).length === 0 && !choices.of(mayBeEmpty)) throw new Problem(400, 'nothing is to be updated');
  objectsIn(call);
  Object.assign(found, choices.of(keptFirst)(body));
  if (
    Object.keys(body).length > 0 &&
    choices
      .of(parts)(body)
      .some((name) => absent(body, name))
  )
    throw new Problem(400, 'a part is missing');
  const former = found['updated_at'];
  const made = change(call, found);
  const kept = { ...choices.of(effective)(made, found), ...choices.of(dropped) };
  if (!store.notes.has(`before ${found.id}`)) store.notes.set(`before ${found.id}`, { ...found });
  const network = networkOf(found);
  if (!store.notes.has(`network of ${found.id}`)) store.notes.set(`network of ${found.id}`, network);
  for (const part of choices.of(shared).filter((each) => made[each] !== undefined))
    for (const other of store.fiat.filter((each) => networkOf(each) === networkOf(found))) other[part] = made[part];
  const wait = choices.of(delay);
  if (choices.of(raced)) await race(call, found, kept);
  else if (wait > 0) setTimeout(() => Object.assign(found, kept), wait).unref();
  else Object.assign(found, kept);
  if (choices.of(loses)) store.notes.set(`lost ${found.id}`, true);
  return represent(choices, choices.of(answered)({ ...found, ...made }, former));
};
