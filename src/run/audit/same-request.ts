import { isWithdrawal } from '../../contract/operations.ts';
import type { Recorded, SentRequest } from '../../model/exchange.ts';
import { isAccountNumber, maskNumber, SHOWN } from '../../values/account-number.ts';
import { isObject, type Json } from '../../values/json.ts';

/** Returns whether a recorded text equals the given one except in masked characters. */
export const isSameText = (recorded: string, given: string): boolean =>
  recorded === given ||
  (recorded.includes('*') &&
    recorded.length === given.length &&
    [...given].every((character, i) => recorded[i] === character || recorded[i] === '*'));

const endOf = (number: number): string => String(number).slice(-SHOWN);

/**
 * Returns whether a recorded account number may be the given one. A JSON number loses leading zeros, so a stand-in may
 * differ from it in length.
 */
const isMaskedNumber = (recorded: number, given: number): boolean =>
  recorded === maskNumber(recorded) && (recorded === maskNumber(given) || endOf(recorded) === endOf(given));

/** Returns whether a recorded value equals the given one except in masked characters. */
function isSameValue(recorded: Json | undefined, given: Json | undefined, isNumber = false): boolean {
  if (typeof recorded === 'string') return typeof given === 'string' && isSameText(recorded, given);
  if (typeof recorded === 'number' && typeof given === 'number')
    return recorded === given || (isNumber && isMaskedNumber(recorded, given));
  if (Array.isArray(recorded))
    return (
      Array.isArray(given) &&
      recorded.length === given.length &&
      recorded.every((each, i) => isSameValue(each, given[i], isNumber))
    );
  if (!isObject(recorded)) return recorded === given;
  if (!isObject(given)) return false;
  const names = Object.keys(recorded);
  return (
    names.length === Object.keys(given).length &&
    names.every((name) => isSameValue(recorded[name], given[name], isNumber || isAccountNumber(name)))
  );
}

/**
 * Whether a recorded withdrawal differs from another one only in its amount or total. Once a target has refused equal
 * amounts, later withdrawals vary them, and an audit exercises the checks in another order.
 */
export function differsInAmount({ operation, request }: Recorded, given: SentRequest): boolean {
  if (!isWithdrawal(operation)) return false;
  const [recorded, made] = [request, given].map((each) => ({ ...each, body: withoutAmount(each.body) }));
  return recorded !== undefined && made !== undefined && isSameRequest(recorded, made);
}

function withoutAmount(body: SentRequest['body']): SentRequest['body'] {
  if (!isObject(body)) return body;
  const { amount: _, total: __, ...rest } = body;
  return { ...rest, has: Object.keys(body).filter((name) => name === 'amount' || name === 'total') };
}

/** Returns whether a recorded request equals the given one except in masked characters. */
export const isSameRequest = (recorded: SentRequest, given: SentRequest): boolean =>
  recorded.method === given.method && isSameText(recorded.url, given.url) && isSameValue(recorded.body, given.body);
