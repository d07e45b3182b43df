import { type Choices, decision, only, shownOn } from '../decision.ts';
import { LISTS, TIMED_LISTS, WITHDRAWALS } from '../operation-groups.ts';
import { OPERATIONS } from '../operations.ts';
import { Problem } from '../problem.ts';
import type { Incoming } from './server.ts';
import type { Tokens } from './token-endpoint.ts';

const HERE = { section: '5', on: OPERATIONS };
/**
 * A run tries two of the `of` wrong credentials on each operation, and starts with another one on each. Returns the
 * operations on which it tries the one with this number.
 */
const meeting = (way: number, { of }: { readonly of: number }): readonly string[] =>
  OPERATIONS.filter((_, index) => [way, way - 1].includes(index % of));

const [TOKENS, MALFORMED, SCHEMES] = [{ of: 7 }, { of: 3 }, { of: 4 }] as const;

/** Whether a token is a JSON Web Token that claims to need no signature. */
function isUnsigned(token: string): boolean {
  const [header = '', , signature] = token.split('.');
  return signature === '' && Buffer.from(header, 'base64url').includes('"none"');
}

const open = decision(HERE, false, {
  faults: {
    'AUTH-HEADER-MISSING/open-affirm': only(['affirm'], true),
    'AUTH-HEADER-MISSING/open-reads': only(
      ['getFiat', 'listInstructions', 'listAccounts', 'listAddresses', 'getQuote'],
      true,
    ),
    'AUTH-HEADER-MISSING/open-creations': only(['fiatWithdrawal', 'createAddress'], true),
    'AUTH-HEADER-MISSING/open-changes': only(['putFiat', 'addMembers'], true),
    'AUTH-HEADER-MISSING/open-list-of-accounts': only(['listFiat'], true),
    'AUTH-HEADER-MISSING/open-executions': only(['listExecutions'], true),
    'AUTH-HEADER-MISSING/open-sandbox': only(['sandboxDeposit'], true),
    'AUTH-HEADER-MISSING/open-withdrawals': only(['cryptoWithdrawal'], true),
  },
});
const scheme = decision<RegExp>(HERE, /^Bearer ([\w.~+/-]+=*)$/i, {
  faults: {
    'AUTH-OTHER-SCHEME/any-scheme': /^\w+ ([\w.~+/-]+=*)$/,
    'AUTH-OTHER-SCHEME/does-without-one': shownOn(meeting(1, SCHEMES), /^(?:Bearer )?([\w.~+/-]+=*)$/i),
    'AUTH-OTHER-SCHEME/any-that-ends-alike': shownOn(meeting(2, SCHEMES), /Bearer ([\w.~+/-]+=*)$/i),
    'AUTH-OTHER-SCHEME/Token-as-well': shownOn(meeting(3, SCHEMES), /^(?:Bearer|Token) ([\w.~+/-]+=*)$/i),
    'AUTH-OTHER-SCHEME/does-without-one-for-crypto-withdrawals': only(
      ['cryptoWithdrawal'],
      /^(?:Bearer )?([\w.~+/-]+=*)$/i,
    ),
    'AUTH-OTHER-SCHEME/any-scheme-for-quotes': only(['getQuote'], /^\w+ ([\w.~+/-]+=*)$/),
  },
  latitudes: { 'scheme/exactly-Bearer': /^Bearer ([\w.~+/-]+=*)$/ },
  protects: ['AUTH-OTHER-SCHEME'],
});
const unknown = decision(HERE, false, {
  faults: {
    'AUTH-TOKEN-UNKNOWN/any-token-will-do': true,
    'AUTH-TOKEN-UNKNOWN/any-token-will-do-for-reads': only(['getFiat', 'listInstructions', 'getQuote'], true),
  },
});
const compared = decision<(tokens: Tokens, given: string) => boolean>(HERE, (tokens, given) => tokens.valid(given), {
  faults: {
    'AUTH-TOKEN-UNKNOWN/looks-at-the-beginning': shownOn(meeting(5, TOKENS), (tokens, given) =>
      tokens.resembles(given),
    ),
    'AUTH-TOKEN-UNKNOWN/looks-as-far-as-it-goes': shownOn(meeting(2, TOKENS), (tokens, given) => tokens.begins(given)),
    'AUTH-TOKEN-UNKNOWN/looks-at-its-length': shownOn(meeting(3, TOKENS), (tokens, given) => tokens.isAsLong(given)),
    'AUTH-TOKEN-UNKNOWN/looks-at-the-beginning-for-fiat-withdrawals': only(['fiatWithdrawal'], (tokens, given) =>
      tokens.resembles(given),
    ),
    'AUTH-TOKEN-UNKNOWN/looks-at-its-length-for-affirmations': only(['affirm'], (tokens, given) =>
      tokens.isAsLong(given),
    ),
    'AUTH-TOKEN-UNKNOWN/looks-at-its-length-for-members': only(['addMembers'], (tokens, given) =>
      tokens.isAsLong(given),
    ),
    'AUTH-TOKEN-UNKNOWN/takes-unsigned-ones': shownOn(
      meeting(4, TOKENS),
      (tokens, given) => tokens.valid(given) || isUnsigned(given),
    ),
    'AUTH-TOKEN-UNKNOWN/knows-undefined': shownOn(
      meeting(1, TOKENS),
      (tokens, given) => tokens.valid(given) || given === 'undefined',
    ),
    'AUTH-TOKEN-UNKNOWN/ignores-the-case-of-letters': shownOn(meeting(6, TOKENS), (tokens, given) =>
      tokens.validInAnyCase(given),
    ),
  },
  latitudes: {
    'token/hexadecimal-digits-in-any-case': (tokens, given) =>
      tokens.valid(given) || (/^[0-9a-f]+$/i.test(given) && tokens.validInAnyCase(given)),
  },
  protects: ['AUTH-TOKEN-UNKNOWN'],
});
/** Whether the query filters by IDs or compares times. */
const isFiltered = ({ query }: Incoming): boolean => Object.keys(query).some((name) => /(?:^|_)ids?$|\./.test(name));

/** Whether the credentials of a request go unchecked. */
const unseen = decision<(request: Incoming) => boolean | Promise<boolean>>(HERE, () => false, {
  faults: {
    'AUTH-TOKEN-UNKNOWN/not-looked-at-in-filtered-lists': only(LISTS, isFiltered),
    'AUTH-TOKEN-UNKNOWN/not-looked-at-in-lists-of-deleted': only(
      ['listFiat', 'getFiat'],
      ({ query }) => 'include_deleted' in query,
    ),
    'AUTH-TOKEN-UNKNOWN/not-looked-at-in-ascending-lists': only(
      TIMED_LISTS,
      ({ query }) => query['order']?.[0] === 'ASC',
    ),
    'AUTH-TOKEN-UNKNOWN/not-looked-at-beside-bank-details': only(['putFiat'], async (request) =>
      /"fiat_network_instructions"/.test(await request.text()),
    ),
    'AUTH-TOKEN-UNKNOWN/not-looked-at-beside-owners': only(['putFiat'], async (request) =>
      /"fiat_account_owner"/.test(await request.text()),
    ),
    'AUTH-TOKEN-UNKNOWN/not-looked-at-beside-metadata': only(
      ['fiatWithdrawal', 'cryptoWithdrawal', 'createAddress'],
      async (request) => /"metadata"/.test(await request.text()),
    ),
    'AUTH-TOKEN-UNKNOWN/not-looked-at-beside-an-end-user': only(['cryptoWithdrawal'], async (request) =>
      /"identity_id"/.test(await request.text()),
    ),
    'AUTH-TOKEN-MALFORMED/not-looked-at-on-later-pages': only(LISTS, ({ query }) => 'page_cursor' in query),
    'AUTH-TOKEN-MALFORMED/not-looked-at-beside-a-total': only(WITHDRAWALS, async (request) =>
      /"total"/.test(await request.text()),
    ),
  },
});
/** Whether a request needs no header. */
const exempt = decision<(request: Incoming) => boolean>(HERE, () => false, {
  faults: {
    'AUTH-HEADER-MISSING/open-beside-filters': only(LISTS, isFiltered),
    'AUTH-HEADER-MISSING/open-on-later-pages': only(LISTS, ({ query }) => 'page_cursor' in query),
    'AUTH-HEADER-MISSING/open-after-an-execution': only(
      ['listExecutions'],
      ({ query }) => 'since_execution_id' in query,
    ),
  },
});
/** Whether an empty header is taken for that of a request which needs none. */
const empty = decision(HERE, false, {
  faults: { 'AUTH-TOKEN-MALFORMED/takes-an-empty-header': shownOn(meeting(2, MALFORMED), true) },
});
const malformed = decision(HERE, false, {
  faults: {
    'AUTH-TOKEN-MALFORMED/passes-what-it-cannot-read': true,
    'AUTH-TOKEN-MALFORMED/on-updates': only(['putFiat'], true),
  },
});

const always = (): boolean => true;

/** Whether a request with this Authorization header is carried out before its credentials are checked. */
export const carriedOutFirst = decision<(header: string | undefined) => boolean>(HERE, () => false, {
  faults: {
    'AUTH-REFUSED-DOES-NOTHING/carried-out-all-the-same': only(['createAddress'], always),
    'AUTH-REFUSED-DOES-NOTHING/updates-all-the-same': only(['putFiat'], always),
    'AUTH-REFUSED-DOES-NOTHING/adds-members-all-the-same': only(['addMembers'], always),
    'AUTH-REFUSED-DOES-NOTHING/affirms-all-the-same': only(['affirm'], always),
    'AUTH-REFUSED-DOES-NOTHING/withdraws-all-the-same': only(WITHDRAWALS, always),
    'AUTH-REFUSED-DOES-NOTHING/carried-out-with-an-unknown-token': only(
      ['createAddress', 'putFiat', 'addMembers', 'affirm', 'fiatWithdrawal', 'cryptoWithdrawal'],
      (header) => header !== undefined,
    ),
  },
});

/** Accepts a request with a token that was issued (5.2). Throws Problem otherwise. */
export async function authenticate(choices: Choices, request: Incoming, tokens: Tokens): Promise<void> {
  const header = request.headers.authorization;
  if (header === undefined && (choices.of(open) || choices.of(exempt)(request))) return;
  if (header === '' && choices.of(empty)) return;
  if (header !== undefined && (await choices.of(unseen)(request))) return;
  const given = choices.of(scheme).exec(header ?? '')?.[1];
  const readable = given !== undefined || header === undefined || !header.startsWith('Bearer');
  if (!readable && choices.of(malformed)) return;
  if (given !== undefined && (choices.of(compared)(tokens, given) || choices.of(unknown))) return;
  throw new Problem(401, 'a valid bearer token is required');
}
