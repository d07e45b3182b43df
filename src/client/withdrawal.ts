import { nativeAsset } from '../contract/assets.ts';
import type { WithdrawalOperation } from '../contract/operations.ts';
import { answered, isAccepted, isAnswered, type Recorded, type RequestInput } from '../model/exchange.ts';
import { type Decimal, decimal, larger, magnitude, plus } from '../values/decimal.ts';
import { isClientError, REQUEST_TIMEOUT } from '../values/http-status.ts';
import { type Json, member } from '../values/json.ts';

/** What a request would withdraw, as far as its body shows. */
export interface Withdrawal {
  readonly asset: string;
  readonly onCrypto: boolean;
  /** The larger absolute value of amount and total, or undefined when none of them or not all of them can be read. */
  readonly quantity: Decimal | undefined;
  /** Whether the fee is added to it: it is an amount, and not a total. */
  readonly isBeforeFee: boolean;
}

/**
 * Reads a withdrawal, even from an invalid body: a target that accepts an invalid request moves money all the same.
 * Without an asset, it counts as USD or as the native asset of its network.
 */
export function withdrawalOf(operation: WithdrawalOperation, { body }: RequestInput): Withdrawal {
  const onCrypto = operation === 'cryptoWithdrawal';
  const asset = member(body, 'asset');
  const given = [member(body, 'amount'), member(body, 'total')];
  const [amount, total] = given.map(number);
  const areAllRead = given.every((each) => (each ?? null) === null || number(each) !== undefined);
  const assumed = onCrypto ? (nativeAsset(String(member(body, 'crypto_network'))) ?? 'unknown') : 'USD';
  return {
    asset: typeof asset === 'string' && asset !== '' ? asset : assumed,
    onCrypto,
    quantity: areAllRead ? larger(amount, total) : undefined,
    isBeforeFee: total === undefined,
  };
}

/** The outcome of a withdrawal that was sent. */
export type Settlement =
  | { readonly kind: 'moved'; readonly total: Decimal | undefined }
  | { readonly kind: 'refused' }
  /** There is no answer, or one that does not show whether it moved: it counts as moved. */
  | { readonly kind: 'unknown' };

/**
 * Returns what an answer says was moved: its total, or its amount and fee together if that is more, since one of them may
 * be wrong.
 */
function movedIn(answer: Json | undefined): Decimal | undefined {
  const [total, amount, fee] = ['total', 'amount', 'fee'].map((name) => number(member(answer, name)));
  return larger(total, amount && fee ? plus(amount, fee) : amount);
}

/** A 4xx is a refusal, except 408, after which it may have been executed. */
export function settlementOf(recorded: Recorded | undefined): Settlement {
  if (!recorded || !isAnswered(recorded)) return { kind: 'unknown' };
  const { status } = recorded.response;
  if (isAccepted(recorded)) return { kind: 'moved', total: movedIn(answered(recorded)) };
  return isClientError(status) && status !== REQUEST_TIMEOUT ? { kind: 'refused' } : { kind: 'unknown' };
}

/** Reads a decimal from a string, or from a JSON number in plain notation. Returns its absolute value. */
function number(value: Json | undefined): Decimal | undefined {
  const read = decimal(typeof value === 'number' ? String(value) : value);
  return read && magnitude(read);
}
