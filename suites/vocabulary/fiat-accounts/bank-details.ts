import { Inconclusive } from '../../../src/engine/inconclusive.ts';
import type { Probing } from '../../../src/engine/probing.ts';
import { type Failure, shown } from '../../../src/model/outcome.ts';
import { at, isObject, type Json, type JsonObject, member } from '../../../src/values/json.ts';
import { string } from '../answers.ts';
import { documented } from '../comparisons.ts';
import { readUpdatable } from './disturbance.ts';
import { type AsUpdated, updated } from './updating.ts';

/** What distinguishes the accounts of a network. */
const NUMBERED = [
  ['wire', 'account_number'],
  ['dbs_act', 'account_number'],
  ['scb', 'account_number'],
  ['cubix', 'account_id'],
  ['cbit', 'wallet_address'],
] as const;

/** The members that the document names: what a service adds of its own may change at every answer. */
const NAMED = new Set(
  ['wire', 'routing-details', 'address', 'cubix', 'cbit', 'dbs-act', 'scb'].flatMap((name) => documented(name)),
);

/** The strings inside an object that the document names, by their pointers. */
function strings(value: Json | undefined, root: string): readonly (readonly [pointer: string, text: string])[] {
  if (typeof value === 'string') return [[root, value]];
  const named = isObject(value) ? Object.entries(value).filter(([name]) => NAMED.has(name)) : [];
  return named.flatMap(([name, inner]) => strings(inner, `${root}/${name}`));
}

/** What an update of one network gave, with what was there before. */
interface Given {
  readonly pointer: string;
  readonly name: string;
  readonly number: string;
  readonly sent: JsonObject;
  readonly before: JsonObject;
}

/** Whether a number has lost its beginning: the zeros that a number without a type of its own does not keep. */
const isCut = (number: string, now: string): boolean =>
  now.length > 4 && now.length < number.length && number.endsWith(now);

/** The one of some texts that does not end like another. */
const unlike = (texts: readonly [string, string], other: string | undefined): string =>
  other !== undefined && texts[0].endsWith(other.slice(-4)) ? texts[1] : texts[0];

/**
 * A number may be left out or masked but for its end; one that cannot be changed is allowed where the bank's name was, or
 * where the network has nothing else that could be changed.
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

/**
 * Text that is not what was given. A member may be left out, but not one that was shown before where others of its network are shown
 * still; what is shown is as it was updated.
 */
function textFlaw(account: JsonObject, { pointer, name, sent, before }: Given) {
  const isShown = isObject(at(account, pointer));
  const wrong = strings(sent, pointer).find(([place, text]) => {
    const found = at(account, place);
    if (place === `${pointer}/${name}` || found === null) return false;
    return found === undefined ? isShown && string(before, place) !== undefined : found !== text;
  });
  return wrong && { expected: `${wrong[0]} ${shown(wrong[1])} after the update`, actual: shown(at(account, wrong[0])) };
}

/** Whose details an object holds: each gets texts of its own, so that one which is kept in place of another shows. */
const HOLDERS = ['fiat_account_owner_address', 'routing_details', 'intermediary_routing_details'] as const;

type Holder = (typeof HOLDERS)[number];

/** Other texts of an address and of a bank, a pair for each holder; codes begin with a zero, as codes may. */
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

/** Members that bank details are given in, with what they have at least: an intermediary stays another bank than the first. */
const PARTS: Readonly<Record<string, JsonObject>> = {
  routing_details: { routing_number: '', bank_name: '' },
  fiat_account_owner_address: { zip_code: '' },
};

/** An object of bank details in which these texts are others, as far as it has them, in those inside it as well. */
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

/** Bank details and status are changed where nobody minds: throws Inconclusive elsewhere. */
export function demandsLeave({ run }: Probing): void {
  if (run.changesBankDetails) return;
  const reason = 'bank details and status are changed only on loopback, and of an account that the fixtures file names';
  throw new Inconclusive('fixture', reason, { provide: 'updatable_fiat_account_id' });
}

/** Other bank details on the network that an account has. */
interface OtherDetails {
  readonly change: JsonObject;
  /** What is wrong where one of them is not shown after an update. */
  readonly holds: AsUpdated;
  /** The same where none of them is. */
  readonly shows: AsUpdated;
}

/** Details that are as they were before, all that an account shows of those that were to be changed. */
function droppedFlaw(account: JsonObject, { pointer, sent, before }: Given) {
  const changed = strings(sent, pointer).filter(([place, text]) => string(before, place) !== text);
  const seen = changed.filter(([place]) => string(account, place) !== undefined);
  const [first] = seen;
  return first === undefined || seen.some(([place]) => string(account, place) !== string(before, place))
    ? undefined
    : { expected: `${first[0]} ${shown(first[1])} after the update`, actual: shown(at(account, first[0])) };
}

/** Another number on the account's own network, another name of its bank, and the rest as it is. */
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

/** Gives the account other bank details. */
export async function updatesInstructions(p: Probing): Promise<readonly Failure[]> {
  demandsLeave(p);
  // As it was at first: when this is tried again, what the first update made of it must not pass for what was there before.
  const { change, holds } = otherDetails(await p.once('bank details before', () => readUpdatable(p)));
  return updated(p, change, holds);
}
