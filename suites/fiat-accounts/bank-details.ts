import { documented } from '../../src/contract/documented.ts';
import { Inconclusive } from '../../src/engine/inconclusive.ts';
import type { Probing } from '../../src/engine/probing.ts';
import { ABSENT, type Failure, shown } from '../../src/model/outcome.ts';
import { at, isObject, type Json, type JsonObject, member } from '../../src/values/json.ts';
import { acceptedBody, string } from '../vocabulary/answers.ts';
import { readUpdatable } from '../vocabulary/disturbance.ts';
import { asking } from '../vocabulary/requests.ts';
import { beginsAlike, isAlike } from './texts.ts';
import { type AsUpdated, shownUpdated, unlessAwaitingApproval } from './updating.ts';

/** The member that identifies an account on each network. */
const NUMBERED = [
  ['wire', 'account_number'],
  ['dbs_act', 'account_number'],
  ['scb', 'account_number'],
  ['cubix', 'account_id'],
  ['cbit', 'wallet_address'],
] as const;

/** The members that the document names. Others are the service's own and may change in every answer. */
const NAMED = new Set(
  ['wire', 'routing-details', 'address', 'cubix', 'cbit', 'dbs-act', 'scb'].flatMap((name) => documented(name)),
);

/** Returns the strings in documented members of an object, with their pointers. */
function strings(value: Json | undefined, root: string): readonly (readonly [pointer: string, text: string])[] {
  if (typeof value === 'string') return [[root, value]];
  const named = isObject(value) ? Object.entries(value).filter(([name]) => NAMED.has(name)) : [];
  return named.flatMap(([name, inner]) => strings(inner, `${root}/${name}`));
}

/** What an update of one network sent, and the account before the update. */
interface Given {
  readonly pointer: string;
  readonly name: string;
  readonly number: string;
  readonly sent: JsonObject;
  readonly before: JsonObject;
}

/** Whether a number has lost its beginning, as leading zeros are lost when it is stored as a number. */
export const isCut = (number: string, now: string): boolean =>
  now.length > 4 && now.length < number.length && number.endsWith(now);

/** Chooses one of two texts, given the present one. */
type Choose = (texts: readonly [string, string], present: string | undefined) => string;

/** Returns the first text, or the second if the first ends like the present one. */
const first: Choose = ([one, other], present) =>
  present !== undefined && one.endsWith(present.slice(-4)) ? other : one;

/** Prefers the second text in the same way. */
const second: Choose = ([one, other], present) => first([other, one], present);

/**
 * Returns what is wrong with the number after an update. It may be missing, or masked except for its end. It may stay
 * unchanged if the name of the bank was changed, or if the network has nothing else to change.
 */
function numberFlaw(account: JsonObject, { pointer, name, number, sent, before }: Given) {
  const now = string(account, `${pointer}/${name}`);
  const last = string(before, `${pointer}/${name}`)?.slice(-4);
  const renamed =
    isAlike(
      string(account, `${pointer}/routing_details/bank_name`) ?? null,
      string(sent, '/routing_details/bank_name') ?? null,
    ) || member(sent, 'routing_details') === undefined;
  const ends = now?.slice(-4) === number.slice(-4) && !isCut(number, now);
  // The answer may hide more than the document shows, which FA-READ-NOT-MASKED judges.
  const isHidden = now !== undefined && /[^\p{L}\p{N}]/u.test(now.slice(-4));
  return now === undefined || isHidden || ends || (renamed && now.slice(-4) === last)
    ? undefined
    : { expected: `${pointer}/${name} ${shown(number)} after the update`, actual: shown(now) };
}

/** Members whose text a service may complete: a zip code with four more digits, a state with its whole name. */
const COMPLETED: ReadonlySet<string> = new Set(['zip_code', 'province']);

const nameOf = (pointer: string): string => pointer.slice(pointer.lastIndexOf('/') + 1);

const isAsSent = (place: string, found: Json, text: string): boolean =>
  COMPLETED.has(nameOf(place)) && typeof found === 'string' ? beginsAlike(found, text) : isAlike(found, text);

/** What belongs to a bank: the first group is the pointer to its routing details, the second one its routing number. */
const OF_BANK = /^(.*\/(?:intermediary_)?routing_details)\/(?:bank_name|bank_address\/.*|(routing_number))$/;

/**
 * Whether a text is about a bank that is shown with another name than the update sent: its routing number may determine
 * its name and address. Part of the name that was sent, or another text that was sent, is no name of a bank. A routing
 * number may stay if the name stays too: the bank may be one that cannot be changed.
 */
function isOfKnownBank(account: JsonObject, place: string, { pointer, sent, before }: Given): boolean {
  const [, bank, routingNumber] = OF_BANK.exec(place) ?? [];
  const name = `${bank}/bank_name`;
  const texts = strings(sent, pointer);
  const [due, found] = [texts.find(([each]) => each === name)?.[1], string(account, name)];
  if (due === undefined || found === undefined) return false;
  if (routingNumber && ![place, name].every((each) => string(account, each) === string(before, each))) return false;
  return !beginsAlike(due, found) && texts.every(([, text]) => !isAlike(found, text));
}

/**
 * Returns what is wrong with other texts after an update. A member may be missing, unless it was shown before and its
 * network is still shown.
 */
function textFlaw(account: JsonObject, given: Given) {
  const { pointer, name, sent, before } = given;
  const isShown = isObject(at(account, pointer));
  const wrong = strings(sent, pointer).find(([place, text]) => {
    const found = at(account, place);
    if (place === `${pointer}/${name}` || found === null || isOfKnownBank(account, place, given)) return false;
    return found === undefined ? isShown && string(before, place) !== undefined : !isAsSent(place, found, text);
  });
  return wrong && { expected: `${wrong[0]} ${shown(wrong[1])} after the update`, actual: shown(at(account, wrong[0])) };
}

/** Objects that hold bank details. Each gets texts of its own, so that text in the wrong object is detected. */
const HOLDERS = ['fiat_account_owner_address', 'routing_details', 'intermediary_routing_details'] as const;

type Holder = (typeof HOLDERS)[number];

/**
 * New texts for addresses and banks, one pair for each holder. Codes begin with a zero, as real ones may. Streets have no
 * words that services abbreviate.
 */
const OTHERS: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  routing_number: HOLDERS.map(() => ['021000021', '011000015']),
  bank_name: [
    ['Bank of Conformance', 'Bank of Examples'],
    ['Bank of Conformance', 'Bank of Examples'],
    ['Correspondent of Conformance', 'Correspondent of Examples'],
  ],
  address1: [
    ['10 Broadway', '20 Bowery'],
    ['31 Broadway', '32 Bowery'],
    ['41 Broadway', '42 Bowery'],
  ],
  address2: [
    ['Floor 12', 'Suite 40'],
    ['Floor 23', 'Suite 51'],
    ['Floor 34', 'Suite 62'],
  ],
  city: [
    ['Boston', 'Agawam'],
    ['Boston', 'Amherst'],
    ['Boston', 'Amherst'],
  ],
  province: HOLDERS.map(() => ['MA', 'MA']),
  zip_code: [
    ['02110', '01001'],
    ['02111', '01002'],
    ['02112', '01003'],
  ],
};

/** Members whose letters and digits are shown as they were sent, if at all. A zip code may be extended. */
const KEPT: ReadonlySet<string> = new Set(['routing_number', 'routing_number_type', 'address1', 'city', 'zip_code']);

/** Members that are added to bank details where the account does not show them. */
const PARTS: Readonly<Record<string, JsonObject>> = {
  routing_details: { routing_number: '', bank_name: '' },
  fiat_account_owner_address: { zip_code: '' },
};

/**
 * Returns bank details with new texts, in nested objects too. An intermediary keeps its routing number, so that it
 * remains another bank.
 */
const renamed = (details: JsonObject, choose: Choose, holder: Holder = 'routing_details'): JsonObject =>
  Object.fromEntries(
    Object.entries(details).map(([name, value]) => [name, renamedMember(name, value, choose, holder)]),
  );

function renamedMember(name: string, value: Json | undefined, choose: Choose, holder: Holder): Json | undefined {
  const own = HOLDERS.find((each) => each === name) ?? holder;
  if (isObject(value) && name === 'intermediary_routing_details')
    return { ...renamed(value, choose, own), routing_number: member(value, 'routing_number') ?? '' };
  if (isObject(value)) return renamed({ ...PARTS[name], ...value }, choose, own);
  const others = OTHERS[name]?.[HOLDERS.indexOf(holder)];
  return others && typeof value === 'string' ? choose(others, value) : value;
}

/**
 * Throws Inconclusive unless the run may change bank details and status: on loopback, or on an account that the
 * fixtures name.
 */
export function demandsPermission({ run }: Probing): void {
  if (run.changesBankDetails) return;
  const reason =
    'bank details and status are changed only on a loopback target, or on an account that the fixtures file names';
  throw new Inconclusive('fixture', reason, { need: { fixture: 'updatable_fiat_account_id' } });
}

/** Other bank details on the network that an account has, with the checks after the update. */
interface OtherDetails {
  readonly change: JsonObject;
  /** Returns what is wrong if any of the details is not shown after the update. */
  readonly holds: AsUpdated;
  /** Returns what is wrong if the number, a street, a city or a code is another one than the update sent. */
  readonly shows: AsUpdated;
  /** Returns what is wrong if a detail is missing from a read that a read showed before the update. */
  readonly keeps: AsUpdated;
  /** Whether the number of the update is shown. */
  readonly isShown: (account: JsonObject) => boolean;
  /** Returns what is wrong if another number is shown, be it the former one. */
  readonly stays: AsUpdated;
}

/**
 * Returns what is wrong if one of the members that are kept is shown with another text than the update sent, or another
 * member with the text of one of those.
 */
function keptFlaw(account: JsonObject, given: Given) {
  const all = strings(given.sent, given.pointer);
  const kept = all.filter(([place]) => KEPT.has(nameOf(place)));
  const wrong = all.find(([place, text]) => {
    const found = string(account, place);
    if (found === undefined || beginsAlike(found, text) || isOfKnownBank(account, place, given)) return false;
    return KEPT.has(nameOf(place)) || kept.some(([, other]) => isAlike(found, other));
  });
  return wrong && { expected: `${wrong[0]} ${shown(wrong[1])} after the update`, actual: shown(at(account, wrong[0])) };
}

/**
 * Returns what is wrong if the account is shown without any network, or its network without a text that it showed before
 * the update.
 */
function lostFlaw(account: JsonObject, given: Given) {
  const { pointer, sent, before } = given;
  const instructions = at(account, '/fiat_network_instructions');
  if (isObject(instructions) && !NUMBERED.some(([network]) => isObject(instructions[network])))
    return { expected: `${pointer} after the update, as before`, actual: shown(instructions) };
  if (!isObject(at(account, pointer))) return undefined;
  const lost = strings(sent, pointer).find(
    ([place]) =>
      string(before, place) !== undefined && at(account, place) === undefined && !isOfKnownBank(account, place, given),
  );
  return lost && { expected: `${lost[0]} ${shown(lost[1])} after the update`, actual: ABSENT };
}

/** Returns another number on the account's own network, and new texts in place of those that it has. */
function otherDetails(before: JsonObject, choose: Choose): OtherDetails {
  const own = NUMBERED.map(([network, name]) => ({ network, name, pointer: `/fiat_network_instructions/${network}` }));
  const found = own.find(({ name, pointer }) => string(before, `${pointer}/${name}`) !== undefined);
  if (!found) throw new Inconclusive('fixture', 'the account to update shows no number of its network');
  const { network, name, pointer } = found;
  const number = choose(['000123456789', '000198765432'], string(before, `${pointer}/${name}`));
  const inner = at(before, pointer);
  const sent = { ...(isObject(inner) ? renamed(inner, choose) : {}), [name]: number };
  const given = { pointer, name, number, sent, before };
  return {
    change: { fiat_network_instructions: { [network]: sent } },
    holds: (account) => numberFlaw(account, given) ?? textFlaw(account, given),
    shows: (account) => numberFlaw(account, given) ?? keptFlaw(account, given),
    isShown: (account) => string(account, `${pointer}/${name}`)?.slice(-4) === number.slice(-4),
    stays: (account) => numberFlaw(account, { ...given, before: {} }),
    keeps: (account) => lostFlaw(account, given),
  };
}

/** Reads the account before the first update of its bank details: later ones must not be taken for the original. */
const original = (p: Probing): Promise<JsonObject> => p.once('bank details before', () => readUpdatable(p));

/** Returns other bank details for an update of several parts. They differ from those of {@link updatesInstructions}. */
export const detailsBesideOthers = async (p: Probing): Promise<OtherDetails> => otherDetails(await original(p), first);

/** Returns bank details with another number than the present one, so that an update with them that is dropped shows. */
export async function detailsUnlikeNow(p: Probing): Promise<OtherDetails> {
  const usual = await detailsBesideOthers(p);
  return usual.isShown(await readUpdatable(p)) ? otherDetails(await original(p), second) : usual;
}

/** Updates the account to other bank details, and demands that it shows them. */
export async function updatesInstructions(p: Probing): Promise<readonly Failure[]> {
  demandsPermission(p);
  const { change, holds, isShown, stays } = otherDetails(await original(p), second);
  const [excused, kept] = [
    await unlessAwaitingApproval(p, 'an update of bank details', holds),
    await unlessAwaitingApproval(p, 'an update of bank details', stays),
  ];
  const answer = await p.sendValid(asking(p, 'putFiat', change));
  // The number may be one that cannot be changed, but not if the answer shows the new one.
  return shownUpdated(p, answer, excused, isShown(acceptedBody(answer) ?? {}) ? kept : undefined);
}
