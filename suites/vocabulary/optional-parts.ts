import { isLowerBound, turnedTo } from '../../src/contract/lists.ts';
import {
  definitionOf,
  isCreation,
  isList,
  isWithdrawal,
  type ListOperation,
  type Operation,
  type Parameter,
} from '../../src/contract/operations.ts';
import { cursorOf } from '../../src/engine/paging.ts';
import type { Probing } from '../../src/engine/probing.ts';
import type { Exchange, QueryValue, RequestInput } from '../../src/model/exchange.ts';
import { isObject, type JsonObject, member } from '../../src/values/json.ts';
import { readUpdatable } from './disturbance.ts';
import { sharedPage } from './lists/listing.ts';
import { AFTER_ALL, BEFORE_ALL } from './lists/rules.ts';
import { bodies, endUserKnown, unknownId } from './requests.ts';
import { totalBody } from './totals.ts';

/** Optional members besides ref_id, by operation. End users are left out, since they come from the fixtures. */
export const OPTIONAL = {
  fiatWithdrawal: { metadata: { run: 'conformance' }, memo: 'CONFORMANCE' },
  cryptoWithdrawal: { metadata: { run: 'conformance' } },
  sandboxDeposit: { fiat_account_owner: { institution_details: { name: 'Example Inc' } } },
  createAddress: { metadata: { run: 'conformance' }, conversion_target_asset: 'NO_CONVERSION' },
} as const satisfies Readonly<Partial<Record<Operation, JsonObject>>>;

/** Returns the usual body of an operation with all optional members, and with the end user if the fixtures name one. */
export const withOptional = (p: Probing, operation: keyof typeof OPTIONAL): JsonObject => ({
  ...bodies[operation](p),
  ...OPTIONAL[operation],
  ...(operation === 'sandboxDeposit' ? {} : endUserKnown(p)),
});

/**
 * Parameters that cannot be sent with a made-up value for a first page: a cursor, and the ID of an execution, which
 * must be known.
 */
const OF_ITEMS: readonly string[] = ['page_cursor', 'since_execution_id'];

/** Values that the fixtures name, by parameter. */
const known = ({
  fixtures: { profile_id, account_id, identity_id, order_id },
}: Probing): Readonly<Record<string, string | undefined>> => ({
  profile_id,
  account_id,
  identity_id,
  order_id,
});

/** Returns a valid value of a query parameter, which need not select any item: not the default, if there is another. */
function value(p: Probing, name: string, parameter: Parameter): QueryValue {
  const { filter } = parameter;
  switch (parameter.kind) {
    case 'strings':
      return [unknownId(p, name)];
    case 'date-time':
      return filter?.by === 'time' && isLowerBound(filter.comparison) ? BEFORE_ALL : AFTER_ALL;
    case 'integer':
      return 1;
    case 'boolean':
      return true;
    case 'enum':
      return parameter.values.find((each) => each !== parameter.default) ?? parameter.default;
    default:
      return known(p)[name] ?? unknownId(p, name);
  }
}

/** Makes another valid request of the operation from a given one, or undefined where there is none. */
export type OtherForm = (p: Probing, input: RequestInput) => Promise<RequestInput | undefined>;

/** Adds every query parameter that a first page may have, or every optional member. */
export const withEveryOption: OtherForm = async (p, input) => {
  const { operation } = p;
  const options = Object.entries(definitionOf(operation).query).filter(([name]) => !OF_ITEMS.includes(name));
  if (options.length > 0) {
    const query = Object.fromEntries(options.map(([name, each]) => [name, value(p, name, each)]));
    return { ...input, query: { ...query, ...(operation === 'listExecutions' ? await sinceShown(p) : {}) } };
  }
  if (operation === 'putFiat') return p.run.spendsFreely ? withOwnDetails(p, input) : undefined;
  const members = Object.entries(OPTIONAL).find(([name]) => name === operation)?.[1];
  const user = isCreation(operation) ? endUserKnown(p) : {};
  return members && { ...input, body: { ...bodyOf(input), ...members, ...user } };
};

/** Returns the ID of an execution that the list shows as a parameter; nothing if it shows none. */
async function sinceShown(p: Probing): Promise<Readonly<Record<string, string>>> {
  const [shown] = (await p.known('listExecutions')).items;
  return shown?.text === undefined ? {} : { since_execution_id: shown.text };
}

/** Adds the account's own bank details and owner to an update, so that nothing changes if it is carried out. */
async function withOwnDetails(p: Probing, input: RequestInput): Promise<RequestInput | undefined> {
  const account = await readUpdatable(p);
  const own = ['fiat_network_instructions', 'fiat_account_owner'].flatMap((name) => {
    const value = member(account, name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return own.length === 0 ? undefined : { ...input, body: { ...bodyOf(input), ...Object.fromEntries(own) } };
}

/**
 * Reads a page of a list that gives a cursor, if there are more items. On another host, uses a page that was read
 * before.
 */
async function firstPage(p: Probing, operation: ListOperation): Promise<Exchange | undefined> {
  const short = p.run.spendsFreely ? await p.answerTo(sharedPage(p, { limit: 1 })) : undefined;
  return short?.isAccepted ? short.exchange : (await p.known(operation)).pages[0];
}

/** Uses the other form that the operation offers: a later page of a list, or `total` in place of `amount`. */
export const byTheOtherWay: OtherForm = async (p, input) => {
  const { operation } = p;
  if (isList(operation)) {
    const page = await firstPage(p, operation);
    const cursor = page && cursorOf(page);
    return cursor === undefined ? undefined : { ...input, query: turnedTo(cursor, page?.request.query) };
  }
  const { amount, ...rest } = bodyOf(input);
  return isWithdrawal(operation) && typeof amount === 'string'
    ? { ...input, body: await totalBody(p, operation, { ...rest, amount }) }
    : undefined;
};

const bodyOf = ({ body }: RequestInput): JsonObject => (isObject(body) ? body : {});
