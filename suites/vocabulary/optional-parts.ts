import { turnedTo } from '../../src/contract/lists.ts';
import {
  facts,
  isWithdrawal,
  type ListOperation,
  listOperations,
  type Operation,
  type Parameter,
} from '../../src/contract/operations.ts';
import { cursorOf } from '../../src/engine/paging.ts';
import type { Probing } from '../../src/engine/probing.ts';
import type { Exchange, QueryValue, RequestInput } from '../../src/model/exchange.ts';
import { isObject, type JsonObject } from '../../src/values/json.ts';
import { sharedPage } from './lists/listing.ts';
import { AFTER_ALL, BEFORE_ALL } from './lists/rules.ts';
import { bodies, endUserKnown, totalBody, unknownId } from './requests.ts';

/** Members that need not be given, beside ref_id, by operation; end users are for the fixtures to demand. */
export const OPTIONAL = {
  fiatWithdrawal: { metadata: { run: 'conformance' }, memo: 'conformance' },
  cryptoWithdrawal: { metadata: { run: 'conformance' } },
  sandboxDeposit: { fiat_account_owner: { institution_details: { name: 'Example Inc' } } },
  createAddress: { metadata: { run: 'conformance' }, conversion_target_asset: 'NO_CONVERSION' },
} as const satisfies Readonly<Partial<Record<Operation, JsonObject>>>;

/** The usual body of an operation with all that is optional; the end user as far as the fixtures name one. */
export const withOptional = (p: Probing, operation: keyof typeof OPTIONAL): JsonObject => ({
  ...bodies[operation](p),
  ...OPTIONAL[operation],
  ...(operation === 'sandboxDeposit' ? {} : endUserKnown(p)),
});

/** Parameters that are no filters of a first page: what leads to a later one, and the ID of an execution, which has to be known. */
const OF_ITEMS: readonly string[] = ['page_cursor', 'since_execution_id'];

/** Values that the target knows, by the parameters that they are for. */
const known = ({
  fixtures: { profile_id, account_id, identity_id, order_id },
}: Probing): Readonly<Record<string, string | undefined>> => ({
  profile_id,
  account_id,
  identity_id,
  order_id,
});

/** A lawful value of a query parameter, which need not leave anything of a list. */
function value(p: Probing, name: string, parameter: Parameter): QueryValue {
  switch (parameter.kind) {
    case 'strings':
      return [unknownId(p, name)];
    case 'date-time':
      return /\.(?:gte?|begin)$/.test(name) ? BEFORE_ALL : AFTER_ALL;
    case 'integer':
      return 1;
    case 'boolean':
      return true;
    case 'enum':
      return parameter.standard;
    default:
      return known(p)[name] ?? unknownId(p, name);
  }
}

/** Another lawful request of the operation than a given one; undefined where there is none. */
export type Alternative = (p: Probing, input: RequestInput) => Promise<RequestInput | undefined>;

/** With every query parameter that a first page may be asked for by, or with every optional member. */
export const withEveryOption: Alternative = async (p, input) => {
  const { operation } = p;
  const options = Object.entries(facts(operation).query).filter(([name]) => !OF_ITEMS.includes(name));
  if (options.length > 0)
    return { ...input, query: Object.fromEntries(options.map(([name, each]) => [name, value(p, name, each)])) };
  const members = Object.entries(OPTIONAL).find(([name]) => name === operation)?.[1];
  return members && { ...input, body: { ...bodyOf(input), ...members } };
};

/** A page of a list that gives a cursor, if there are more items: on another host one that was read before. */
async function firstPage(p: Probing, operation: ListOperation): Promise<Exchange | undefined> {
  return p.run.loopback ? p.accepted(sharedPage(p, { limit: 1 })) : (await p.known(operation)).pages[0];
}

/** By the other way that the operation offers: to a later page of a list, and with `total` in place of `amount`. */
export const byTheOtherWay: Alternative = async (p, input) => {
  const { operation } = p;
  const list = listOperations.find((each) => each === operation);
  if (list) {
    const page = await firstPage(p, list);
    const cursor = page && cursorOf(page);
    return cursor === undefined ? undefined : { ...input, query: turnedTo(cursor, page?.request.query) };
  }
  const { amount, ...rest } = bodyOf(input);
  return isWithdrawal(operation) && typeof amount === 'string'
    ? { ...input, body: await totalBody(p, operation, { ...rest, amount }) }
    : undefined;
};

const bodyOf = ({ body }: RequestInput): JsonObject => (isObject(body) ? body : {});
