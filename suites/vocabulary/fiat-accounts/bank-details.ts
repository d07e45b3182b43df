import { Inconclusive } from '../../../src/engine/inconclusive.ts';
import type { Probing } from '../../../src/engine/probing.ts';
import { type Failure, shown } from '../../../src/model/outcome.ts';
import { at, isObject, type Json, type JsonObject, member } from '../../../src/values/json.ts';
import { string } from '../answers.ts';
import { documented } from '../comparisons.ts';
import { isAlike } from '../texts.ts';
import { readUpdatable } from './disturbance.ts';
import { type AsUpdated, unlessAwaitingApproval, updated } from './updating.ts';

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

/** Returns the first text, or the second if the first ends like `other`. */
const unlike = (texts: readonly [string, string], other: string | undefined): string =>
  other !== undefined && texts[0].endsWith(other.slice(-4)) ? texts[1] : texts[0];

/**
 * Returns what is wrong with the number after an update. It may be missing, or masked except for its end. It may stay
 * unchanged if the name of the bank was changed, or if the network has nothing else to change.
 */
function numberFlaw(account: JsonObject, { pointer, name, number, sent, before }: Given) {
  const now = string(account, `${pointer}/${name}`);
  const last = string(before, `${pointer}/${name}`)?.slice(-4);
  const renamed =
    string(account, `${pointer}/routing_details/bank_name`) === string(sent, '/routing_details/bank_name') ||
    member(sent, 'routing_details') === undefined;
  const ends = now?.slice(-4) === number.slice(-4) && !isCut(number, now);
  return now === undefined || ends || (renamed && now.slice(-4) === last)
    ? undefined
    : { expected: `${pointer}/${name} ${shown(number)} after the update`, actual: shown(now) };
}

/** Members that may stay as they were: a bank may have one name, which its routing number determines. */
const MAY_STAY: ReadonlySet<string> = new Set(['bank_name']);

const nameOf = (pointer: string): string => pointer.slice(pointer.lastIndexOf('/') + 1);

/**
 * Returns what is wrong with other texts after an update. A member may be missing, unless it was shown before and its
 * network is still shown.
 */
function textFlaw(account: JsonObject, { pointer, name, sent, before }: Given) {
  const isShown = isObject(at(account, pointer));
  const wrong = strings(sent, pointer).find(([place, text]) => {
    const found = at(account, place);
    const was = string(before, place);
    if (place === `${pointer}/${name}` || found === null || (found === was && MAY_STAY.has(nameOf(place))))
      return false;
    return found === undefined ? isShown && was !== undefined : !isAlike(found, text);
  });
  return wrong && { expected: `${wrong[0]} ${shown(wrong[1])} after the update`, actual: shown(at(account, wrong[0])) };
}

/** Objects that hold bank details. Each gets texts of its own, so that text in the wrong object is detected. */
const HOLDERS = ['fiat_account_owner_address', 'routing_details', 'intermediary_routing_details'] as const;

type Holder = (typeof HOLDERS)[number];

/** New texts for addresses and banks, one pair for each holder. Codes begin with a zero, as real ones may. */
const OTHERS: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  routing_number: HOLDERS.map(() => ['021000021', '011000015']),
  bank_name: [
    ['Bank of Conformance', 'Bank of Examples'],
    ['Bank of Conformance', 'Bank of Examples'],
    ['Correspondent of Conformance', 'Correspondent of Examples'],
  ],
  address1: [
    ['10 Example Street', '20 Sample Avenue'],
    ['31 Vault Street', '32 Ledger Avenue'],
    ['41 Clearing Road', '42 Transit Lane'],
  ],
  address2: [
    ['Floor 12', 'Suite 40'],
    ['Floor 23', 'Suite 51'],
    ['Floor 34', 'Suite 62'],
  ],
  zip_code: [
    ['02110', '01001'],
    ['02111', '01002'],
    ['02112', '01003'],
  ],
};

/** Members that are added to bank details where the account does not show them. */
const PARTS: Readonly<Record<string, JsonObject>> = {
  routing_details: { routing_number: '', bank_name: '' },
  fiat_account_owner_address: { zip_code: '' },
};

/**
 * Returns bank details with new texts, in nested objects too. An intermediary keeps its routing number, so that it
 * remains another bank.
 */
const renamed = (details: JsonObject, holder: Holder = 'routing_details'): JsonObject =>
  Object.fromEntries(Object.entries(details).map(([name, value]) => [name, renamedMember(name, value, holder)]));

function renamedMember(name: string, value: Json | undefined, holder: Holder): Json | undefined {
  const own = HOLDERS.find((each) => each === name) ?? holder;
  if (isObject(value) && name === 'intermediary_routing_details')
    return { ...renamed(value, own), routing_number: member(value, 'routing_number') ?? '' };
  if (isObject(value)) return renamed({ ...PARTS[name], ...value }, own);
  const others = OTHERS[name]?.[HOLDERS.indexOf(holder)];
  return others && typeof value === 'string' ? unlike(others, value) : value;
}

/**
 * Throws Inconclusive unless the run may change bank details and status: on loopback, or on an account that the
 * fixtures name.
 */
export function demandsPermission({ run }: Probing): void {
  if (run.changesBankDetails) return;
  const reason =
    'bank details and status are changed only on a loopback target, or on an account that the fixtures file names';
  throw new Inconclusive('fixture', reason, { provide: 'updatable_fiat_account_id' });
}

/** Other bank details on the network that an account has, with the checks after the update. */
interface OtherDetails {
  readonly change: JsonObject;
  /** Returns what is wrong if any of the details is not shown after the update. */
  readonly holds: AsUpdated;
  /** Returns what is wrong if a detail that cannot stay is as it was before the update. */
  readonly shows: AsUpdated;
}

/**
 * Returns what is wrong if a changed detail is shown as it was before the update, other than the number and the names
 * that may stay.
 */
function droppedFlaw(account: JsonObject, { pointer, name, sent, before }: Given) {
  const dropped = strings(sent, pointer).find(([place, text]) => {
    const was = string(before, place);
    const isFree = place === `${pointer}/${name}` || MAY_STAY.has(nameOf(place));
    return !isFree && was !== undefined && !isAlike(was, text) && string(account, place) === was;
  });
  return (
    dropped && {
      expected: `${dropped[0]} ${shown(dropped[1])} after the update`,
      actual: shown(at(account, dropped[0])),
    }
  );
}

/** Returns another number on the account's own network, and new texts in place of those that it has. */
export function otherDetails(before: JsonObject): OtherDetails {
  const own = NUMBERED.map(([network, name]) => ({ network, name, pointer: `/fiat_network_instructions/${network}` }));
  const found = own.find(({ name, pointer }) => string(before, `${pointer}/${name}`) !== undefined);
  if (!found) throw new Inconclusive('fixture', 'the account to update shows no number of its network');
  const { network, name, pointer } = found;
  const number = unlike(['000123456789', '000198765432'], string(before, `${pointer}/${name}`));
  const inner = at(before, pointer);
  const sent = { ...(isObject(inner) ? renamed(inner) : {}), [name]: number };
  const given = { pointer, name, number, sent, before };
  return {
    change: { fiat_network_instructions: { [network]: sent } },
    holds: (account) => numberFlaw(account, given) ?? textFlaw(account, given),
    shows: (account) => droppedFlaw(account, given),
  };
}

/** Updates the account to other bank details, and demands that it shows them. */
export async function updatesInstructions(p: Probing): Promise<readonly Failure[]> {
  demandsPermission(p);
  // The state before the first attempt: a repeated attempt must not take the effects of the first one for the original.
  const { change, holds } = otherDetails(await p.once('bank details before', () => readUpdatable(p)));
  const excused = await unlessAwaitingApproval(p, holds);
  return updated(p, change, excused);
}
