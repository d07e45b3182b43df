import type { Call } from './call.ts';
import { decision, only } from './decision.ts';
import { WITHDRAWALS } from './operation-groups.ts';
import { type Fields, Problem } from './problem.ts';
import { plain, units } from './values.ts';

const HERE = { section: '2.1', on: WITHDRAWALS };
const FIAT = ['fiatWithdrawal'];
const CRYPTO = ['cryptoWithdrawal'];

/** Amount and fee of a withdrawal, in units, and whether amount or total was given. */
interface Money {
  readonly amount: bigint;
  readonly fee: bigint;
  readonly given: 'amount' | 'total';
}

type Sum = (money: Money) => string;

const float: Sum = ({ amount, fee }) => String(Number(plain(amount)) + Number(plain(fee)));
const exact: Sum = ({ amount, fee }) => plain(amount + fee);
const total = decision<Sum>(HERE, exact, {
  faults: {
    'FW-TOTAL/subtracts-fee': only(FIAT, ({ amount, fee }) => plain(amount > fee ? amount - fee : fee - amount)),
    'FW-TOTAL/sums-in-floating-point': only(FIAT, float),
    'FW-TOTAL/leaves-out-the-fee-above-one-dollar': only(FIAT, (money) =>
      money.amount > (units('1') ?? 0n) ? plain(money.amount) : exact(money),
    ),
    'CW-TOTAL/sums-in-floating-point': only(CRYPTO, float),
    'CW-TOTAL/leaves-out-the-fee': only(CRYPTO, ({ amount }) => plain(amount)),
    'TRANSFER-TOTAL-DECIMAL/with-an-exponent-for-hundreds': only(FIAT, (money) =>
      exact(money).replace(
        /^(\d)(\d*?)(0{2,})$/,
        (whole, first, rest) => `${first}.${rest || '0'}E+${whole.length - 1}`,
      ),
    ),
    'TRANSFER-TOTAL-UNSIGNED/negative-for-debits': (money) => `-${exact(money)}`,
    'TRANSFER-TOTAL-UNSIGNED/negative-with-amount-given': (money) =>
      `${money.given === 'amount' ? '-' : ''}${exact(money)}`,
  },
  latitudes: {
    'total/trailing-zeros': (money) => `${exact(money)}${exact(money).includes('.') ? '00' : '.00'}`,
    'total/plus-sign': (money) => `+${exact(money)}`,
  },
  protects: {
    'total/trailing-zeros': ['TRANSFER-TOTAL-DECIMAL', 'FW-TOTAL', 'CW-TOTAL', 'FW-TOTAL-KEPT', 'CW-TOTAL-KEPT'],
    'total/plus-sign': ['TRANSFER-TOTAL-UNSIGNED', 'TRANSFER-TOTAL-DECIMAL', 'FW-TOTAL', 'CW-TOTAL'],
  },
});
const unit = (text: string): bigint => units(text) ?? 0n;

/** Returns the withdrawn amount, given the value in the request and the fee. */
type Net = (given: bigint, fee: bigint, by: Money['given']) => bigint;

const onTopFrom =
  (large: string): Net =>
  (given, fee, by) =>
    by === 'amount' || given >= unit(large) ? given : given - fee;

/** Returns the amount after a round trip through a floating-point number. */
const floating = (given: bigint): bigint => units(String(Number(plain(given)))) ?? given;

/** Cuts the fraction of amounts from `large` on. */
const wholeFrom =
  (large: string): Net =>
  (given, fee, by) =>
    by === 'amount' ? (given >= unit(large) ? given - (given % unit('1')) : given) : given - fee;

const lawfulNet: Net = (given, fee, by) => (by === 'amount' ? given : given - fee);
const net = decision<Net>(HERE, lawfulNet, {
  faults: {
    'FW-AMOUNT-KEPT/takes-the-fee-off': only(FIAT, (given, fee) => given - fee),
    'FW-AMOUNT-KEPT/rounds-up-to-a-dollar': only(FIAT, (given, fee, by) =>
      by === 'amount' ? ((given + unit('1') - 1n) / unit('1')) * unit('1') : given - fee,
    ),
    'FW-AMOUNT-KEPT/cuts-a-third-place': only(FIAT, (given, fee, by) =>
      by === 'amount' ? given - (given % unit('0.01')) : given - fee,
    ),
    'FW-AMOUNT-KEPT/cuts-cents-in-floating-point': only(FIAT, (given, fee, by) =>
      by === 'amount' ? unit(String(Math.floor(Number(plain(given)) * 100) / 100)) : given - fee,
    ),
    'FW-AMOUNT-KEPT/loses-the-cents-of-thousands': only(FIAT, (given, fee, by) => wholeFrom('1000')(given, fee, by)),
    'CW-AMOUNT-KEPT/loses-the-fraction-of-thousands': only(CRYPTO, (given, fee, by) =>
      wholeFrom('1000')(given, fee, by),
    ),
    'CW-AMOUNT-KEPT/takes-the-fee-off': only(CRYPTO, (given, fee) => given - fee),
    'CW-AMOUNT-KEPT/a-smallest-unit-less': only(CRYPTO, (given, fee, by) =>
      by === 'amount' ? given - unit('0.00000001') : given - fee,
    ),
    'CW-AMOUNT-KEPT/cut-to-eight-places': only(CRYPTO, (given, fee, by) =>
      by === 'amount' ? given - (given % unit('0.00000001')) : given - fee,
    ),
    'CW-AMOUNT-KEPT/in-floating-point': only(CRYPTO, (given, fee, by) =>
      by === 'amount' ? floating(given) : given - fee,
    ),
    'FW-TOTAL-KEPT/charges-the-fee-on-top': only(FIAT, (given) => given),
    'CW-TOTAL-KEPT/charges-the-fee-on-top': only(CRYPTO, (given) => given),
    'FW-TOTAL-KEPT/charges-the-fee-on-top-of-a-hundred': only(FIAT, onTopFrom('100')),
    'CW-TOTAL-KEPT/charges-the-fee-on-top-of-a-hundred': only(CRYPTO, onTopFrom('100')),
    'FW-TOTAL-KEPT/charges-the-fee-on-top-of-a-thousand': only(FIAT, onTopFrom('1000')),
    'FW-TOTAL-KEPT/subtracts-in-floating-point': only(FIAT, (given, fee, by) =>
      by === 'amount' ? given : unit(String(Number(plain(given)) - Number(plain(fee)))),
    ),
    'FW-TOTAL-KEPT/takes-the-fee-off-twice': only(FIAT, (given, fee, by) =>
      by === 'amount' ? given : given > 2n * fee ? given - 2n * fee : given,
    ),
  },
});
/** Whether the fee of a withdrawal by total is charged on top, given the request. */
const onTop = decision<(body: Call['body']) => boolean>(HERE, () => false, {
  faults: {
    'FW-TOTAL-KEPT/charges-the-fee-on-top-without-a-ref_id': only(FIAT, ({ ref_id }) => ref_id === undefined),
    'CW-TOTAL-KEPT/charges-the-fee-on-top-of-another-network': only(
      CRYPTO,
      ({ crypto_network }) => crypto_network === 'BITCOIN_CASH',
    ),
  },
});
/** The fee of a withdrawal, given the usual one and the number of earlier withdrawals. */
const fees = decision<(usual: string, before: number) => string>(HERE, (usual) => usual, {
  faults: {
    'TRANSFER-FEE-NOT-NEGATIVE/a-rebate': () => '-0.000001',
    'TRANSFER-FEE-NOT-NEGATIVE/a-rebate-of-cents': only(FIAT, () => '-0.15'),
  },
  latitudes: {
    'fee/zero': () => '0',
    'fee/zero-with-places': () => '0.0000000',
    'fee/many-places': () => '0.000000123456789',
    'fee/grows': (usual, before) => plain((unit(usual) * BigInt(100 + before)) / 100n),
  },
  protects: [
    'FW-TOTAL',
    'FW-TOTAL-ACCEPTED',
    'CW-TOTAL',
    'CW-TOTAL-ACCEPTED',
    'TRANSFER-FEE-DECIMAL',
    'TRANSFER-FEE-NOT-NEGATIVE',
  ],
});
/** With the fault, a withdrawal for a given total shows that total as its amount too, without subtracting the fee. */
const forgets = decision<readonly string[]>(HERE, [], {
  faults: {
    'FW-TOTAL/forgets-the-fee-when-total-is-given': only(FIAT, ['fiat']),
    'CW-TOTAL/forgets-the-fee-when-total-is-given': only(CRYPTO, ['crypto']),
  },
});

/** Whether this combination of amount and total is accepted. */
type OneOf = (amount: boolean, total: boolean, body: Call['body']) => boolean;

/** Accepts exactly one of amount and total, except for bodies in which both are accepted. */
const bothIn =
  (isMeant: (body: Call['body']) => boolean): OneOf =>
  (amount, all, body) =>
    isMeant(body) ? amount || all : amount !== all;

const oneOf = decision<OneOf>(HERE, (amount, all) => amount !== all, {
  faults: {
    'FW-ONE-OF/accepts-both': only(FIAT, (amount, all) => amount || all),
    'FW-ONE-OF/accepts-neither': only(FIAT, (amount, all) => !(amount && all)),
    'CW-ONE-OF/accepts-both': only(CRYPTO, (amount, all) => amount || all),
    'CW-ONE-OF/accepts-neither': only(CRYPTO, (amount, all) => !(amount && all)),
    'FW-ONE-OF/accepts-both-and-no-amount-by-itself': only(FIAT, (_, all) => all),
    'FW-AMOUNT-DIGITS/takes-totals-only': only(FIAT, (amount, all) => all && !amount),
    'CW-AMOUNT-DIGITS/takes-totals-only': only(CRYPTO, (amount, all) => all && !amount),
    'FW-ONE-OF/accepts-both-beside-a-memo': only(
      FIAT,
      bothIn(({ memo }) => memo !== undefined),
    ),
    'FW-ONE-OF/accepts-both-where-total-is-0': only(
      FIAT,
      bothIn(({ total }) => units(total) === 0n),
    ),
    'CW-ONE-OF/accepts-both-where-total-is-0': only(
      CRYPTO,
      bothIn(({ total }) => units(total) === 0n),
    ),
    'CW-ONE-OF/accepts-both-beside-an-account': only(
      CRYPTO,
      bothIn(({ account_id }) => account_id !== undefined),
    ),
    'CW-ONE-OF/accepts-any-beside-a-balance': only(
      CRYPTO,
      (amount, all, { balance_asset }) => balance_asset !== undefined || amount !== all,
    ),
    'CW-ONE-OF/accepts-both-for-bitcoin-cash': only(
      CRYPTO,
      bothIn(({ asset }) => asset === 'BCH'),
    ),
    'FW-TOTAL-ACCEPTED/refused': only(FIAT, (amount, all) => amount && !all),
    'CW-TOTAL-ACCEPTED/refused': only(CRYPTO, (amount, all) => amount && !all),
    'FW-TOTAL-ACCEPTED/not-beside-a-memo': only(FIAT, (amount, all, { memo }) =>
      memo === undefined ? amount !== all : amount && !all,
    ),
    'CW-TOTAL-ACCEPTED/not-for-bitcoin-cash': only(CRYPTO, (amount, all, { asset }) =>
      asset === 'BCH' ? amount && !all : amount !== all,
    ),
  },
});
/** With the fault, amount and total are accepted together when they agree. */
const agreeing = decision(HERE, false, {
  faults: {
    'FW-ONE-OF/accepts-both-that-agree': only(FIAT, true),
    'CW-ONE-OF/accepts-both-that-agree': only(CRYPTO, true),
  },
});
/** Returns an amount in units, or undefined when it is refused. */
type Read = (text: unknown) => bigint | undefined;

/** Treats the digits before the point like decimal places: 123 has three of them, 200 has one. */
const unlessOfThreeDigits: Read = (text) => (/^\d\d[1-9]/.test(String(text)) ? undefined : units(text));

const reading = decision<Read>(HERE, units, {
  faults: {
    'FW-AMOUNT-NOT-DECIMAL/takes-it-for-one': only(
      FIAT,
      (text) => units(text) ?? (/^[a-z]+$/i.test(String(text)) ? unit('1') : undefined),
    ),
    'CW-AMOUNT-NOT-DECIMAL/takes-it-for-one': only(
      CRYPTO,
      (text) => units(text) ?? (/^[a-z]+$/i.test(String(text)) ? unit('1') : undefined),
    ),
    'FW-AMOUNT-NOT-DECIMAL/reads-as-far-as-it-can': only(FIAT, (text) => units(/^[0-9.]+/.exec(String(text))?.[0])),
    'CW-AMOUNT-NOT-DECIMAL/reads-as-far-as-it-can': only(CRYPTO, (text) => units(/^[0-9.]+/.exec(String(text))?.[0])),
    'FW-AMOUNT-NOT-DECIMAL/looks-at-each-line': only(FIAT, (text) => units(/^\d+(?:\.\d+)?$/m.exec(String(text))?.[0])),
    'FW-AMOUNT-NOT-DECIMAL/takes-a-comma-for-a-point': only(FIAT, (text) => units(String(text).replace(',', '.'))),
    'CW-AMOUNT-NOT-DECIMAL/leaves-out-underscores': only(CRYPTO, (text) => units(String(text).replace('_', ''))),
    'FW-AMOUNT-DIGITS/whole-numbers-only': only(FIAT, (text) => (/\./.test(String(text)) ? undefined : units(text))),
    'FW-AMOUNT-DIGITS/refuses-whole-numbers': only(FIAT, (text) => (/\./.test(String(text)) ? units(text) : undefined)),
    'FW-AMOUNT-DIGITS/counts-places-before-the-point': only(FIAT, unlessOfThreeDigits),
    'CW-AMOUNT-DIGITS/counts-places-before-the-point': only(CRYPTO, unlessOfThreeDigits),
    'FW-AMOUNT-DIGITS/two-digits-exactly': only(FIAT, (text) =>
      /\.\d\d$/.test(String(text)) ? units(text) : undefined,
    ),
    'CW-AMOUNT-DIGITS/refuses-whole-numbers': only(CRYPTO, (text) =>
      /\./.test(String(text)) ? units(text) : undefined,
    ),
    'CW-AMOUNT-DIGITS/four-digits-at-most': only(CRYPTO, (text) =>
      /\.\d{5,}$/.test(String(text)) ? undefined : units(text),
    ),
    'FW-AMOUNT-NEGATIVE/drops-the-sign': only(FIAT, (text) => units(String(text).replace(/^-/, ''))),
    'CW-AMOUNT-NEGATIVE/drops-the-sign': only(CRYPTO, (text) => units(String(text).replace(/^-/, ''))),
  },
  latitudes: {
    'amounts/eight-places-at-most': (text) => (/\.\d{9,}$/.test(String(text)) ? undefined : units(text)),
    'amounts/two-places-at-most': only(FIAT, (text) => (/\.\d{3,}$/.test(String(text)) ? undefined : units(text))),
    'amounts/in-steps-of-five-cents': only(FIAT, (text) => {
      const given = units(text);
      return given !== undefined && given % unit('0.05') === 0n ? given : undefined;
    }),
    'amounts/numbers-too': (text) => units(String(text)),
  },
  protects: {
    'amounts/in-steps-of-five-cents': [
      'FW-TOTAL',
      'FW-TOTAL-ACCEPTED',
      'FW-TOTAL-KEPT',
      'FW-AMOUNT-DIGITS',
      'FW-REQUIRED-ALONE',
    ],
    'amounts/eight-places-at-most': ['FW-TOTAL', 'CW-TOTAL'],
    'amounts/two-places-at-most': ['FW-TOTAL'],
    'amounts/numbers-too': ['FW-AMOUNT-NOT-DECIMAL', 'CW-AMOUNT-NOT-DECIMAL'],
  },
});

/** Limits on withdrawn amounts, for fiat money and for crypto assets. */
interface Bounds {
  readonly fiat?: string;
  readonly crypto?: string;
}

/** The minimum withdrawal, and whether the fixtures say so: the document states none. */
const least = decision<Bounds & { readonly unsaid?: true }>(
  HERE,
  {},
  {
    latitudes: {
      'amounts/a-least-one': { fiat: '5', crypto: '0.01' },
      'amounts/a-least-one-that-is-not-in-the-fixtures': { fiat: '5', crypto: '0.01', unsaid: true },
    },
    protects: ['FW-AMOUNT-DIGITS', 'FW-TOTAL', 'FW-TOTAL-ACCEPTED', 'CW-TOTAL', 'CW-TOTAL-ACCEPTED'],
  },
);

/** The maximum withdrawal: the document states none. */
const most = decision<Bounds>(
  HERE,
  {},
  {
    latitudes: { 'amounts/a-most-one': { fiat: '99', crypto: '20' } },
    protects: ['FW-AMOUNT-DIGITS', 'CW-AMOUNT-DIGITS'],
  },
);

/** Returns the minimum amounts that the fixtures of an instance contain. */
export const leastOf = (choices: Call['choices']): Bounds => (choices.of(least).unsaid ? {} : choices.of(least));

function given({ choices, body }: Call, fee: bigint): { readonly by: Money['given']; readonly value: bigint } {
  const [amount, total] = [body['amount'] ?? undefined, body['total'] ?? undefined];
  const agree = choices.of(agreeing) && total !== undefined && units(total) === (units(amount) ?? 0n) + fee;
  const all = agree ? undefined : total;
  if (!choices.of(oneOf)(amount !== undefined, all !== undefined, body))
    throw new Problem(400, 'exactly one of amount or total must be specified');
  const value = choices.of(reading)(amount ?? all ?? '1');
  if (value === undefined || value === 0n) throw new Problem(400, 'amounts are positive decimal numbers in strings');
  return { by: amount === undefined && all !== undefined ? 'total' : 'amount', value };
}

/** Whether a total that does not exceed its fee is accepted. */
const beneathFee = decision(HERE, false, {
  faults: {
    'FW-TOTAL-COVERS-FEE/accepts-less': only(FIAT, true),
    'CW-TOTAL-COVERS-FEE/accepts-less': only(CRYPTO, true),
  },
});
/** The withdrawn amount as shown. */
const sentAs = decision<(amount: string) => string>(HERE, (amount) => amount, {
  faults: {
    'TRANSFER-AMOUNT-NOT-NEGATIVE/signed-as-a-debit': only(CRYPTO, (amount) => `-${amount}`),
    'TRANSFER-AMOUNT-NOT-NEGATIVE/signed-where-it-is-fiat': only(FIAT, (amount) => `-${amount}`),
    'TRANSFER-AMOUNT-DECIMAL/with-an-exponent-below-a-millionth': only(CRYPTO, (amount) =>
      Number(amount) < 1e-6 ? String(Number(amount)) : amount,
    ),
  },
});

/** Returns the number of earlier withdrawal requests, and counts this one. */
function counted({ store: { notes } }: Call): number {
  const before = Number(notes.get('withdrawals') ?? 0);
  notes.set('withdrawals', before + 1);
  return before;
}

/** Returns amount, fee and total of the answer: total = amount + fee (2.1). Throws Problem for refused amounts. */
export function money(call: Call, usualFee: string): Fields {
  const { choices } = call;
  const text = choices.of(fees)(usualFee, counted(call));
  const fee = text.startsWith('-') ? -unit(text.slice(1)) : unit(text);
  const { by, value } = given(call, fee);
  const amount = by === 'total' && choices.of(onTop)(call.body) ? value : choices.of(net)(value, fee, by);
  if (amount <= 0n && !choices.of(beneathFee)) throw new Problem(400, 'total must exceed the fee');
  const kind = call.body['asset'] === 'USD' ? 'fiat' : 'crypto';
  const [lowest, highest] = [choices.of(least)[kind], choices.of(most)[kind]];
  if (highest !== undefined && amount > unit(highest)) throw new Problem(400, `the most is ${highest}`);
  if (lowest !== undefined && amount < unit(lowest)) throw new Problem(400, `the least amount is ${lowest}`);
  const sums: Money = { amount: by === 'total' && choices.of(forgets).length > 0 ? value : amount, fee, given: by };
  const sum = by === 'total' && choices.of(forgets).length > 0 ? plain(value) : choices.of(total)(sums);
  return { amount: choices.of(sentAs)(plain(sums.amount)), fee: text, total: sum };
}
