import { type Choices, decision, only } from '../decision.ts';
import { LISTS } from '../operation-groups.ts';
import { OPERATIONS } from '../operations.ts';
import type { Outgoing } from './server.ts';

const HERE = { section: '4', on: OPERATIONS };
const CREATIONS = ['fiatWithdrawal', 'cryptoWithdrawal', 'createAddress', 'addMembers'];

const status = decision(HERE, 200, {
  faults: {
    'SUCCESS-STATUS/created': only(CREATIONS, 201),
    'SUCCESS-STATUS/of-a-proxy': only(['putFiat', 'getFiat', 'sandboxDeposit', 'getQuote'], 203),
    'SUCCESS-STATUS/accepted-on-affirm': only(['affirm'], 202),
    'SUCCESS-STATUS/partial-content-for-lists': only(LISTS, 206),
  },
});
const mediaType = decision<string | undefined>(HERE, 'application/json', {
  faults: {
    'SUCCESS-CONTENT-TYPE/text': 'text/plain',
    'SUCCESS-CONTENT-TYPE/html-on-the-sandbox': only(['sandboxDeposit'], 'text/html; charset=utf-8'),
    'SUCCESS-CONTENT-TYPE/a-type-of-its-own': only(LISTS, 'application/vnd.list+json'),
  },
  latitudes: {
    'content-type/charset': 'application/json; charset=utf-8',
    'content-type/in-upper-case': 'Application/JSON;charset=UTF-8',
  },
  protects: ['SUCCESS-CONTENT-TYPE'],
});
const text = decision<(body: unknown) => string>(HERE, (body) => JSON.stringify(body), {
  faults: {
    'SUCCESS-JSON/single-quotes': only(['getQuote'], (body) => JSON.stringify(body).replaceAll('"', "'")),
    'SUCCESS-JSON/a-trailing-comma': (body) => JSON.stringify(body).replace(/\}$/, ',}'),
    'SUCCESS-JSON/an-empty-body': only(['sandboxDeposit'], () => ''),
    'SUCCESS-JSON/NaN': only(['listExecutions'], (body) => JSON.stringify(body).replace('"0.00"', 'NaN')),
  },
  latitudes: {
    'json/indented': (body) => JSON.stringify(body, null, 2),
    'json/escaped': (body) =>
      JSON.stringify(body).replace(/[^\0-\x7f]/g, (each) => `\\u${each.charCodeAt(0).toString(16).padStart(4, '0')}`),
    'json/after-blank-lines': (body) => `\n\n ${JSON.stringify(body)}\n`,
  },
  protects: ['SUCCESS-JSON'],
});

/** The Date header, if it is not the right one. */
const date = decision<() => Readonly<Record<string, string>>>(HERE, () => ({}), {
  latitudes: {
    'clock/of-a-gateway-an-hour-behind': () => ({ date: new Date(Date.now() - 3_600_000).toUTCString() }),
  },
  protects: ['CREATED-AT-NOW', 'TRANSFER-UPDATED-NOW', 'FA-UPDATE-DATED', 'ST-UPDATED-NOW'],
});

/** Returns the answer to a request that was carried out (4). */
export function succeed(choices: Choices, body: unknown): Outgoing {
  const type = choices.of(mediaType);
  return {
    status: choices.of(status),
    headers: { ...(type === undefined ? {} : { 'content-type': type }), ...choices.of(date)() },
    body: choices.of(text)(body),
  };
}
