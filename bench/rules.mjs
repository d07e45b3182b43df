// The cost of judging an answer by every rule, compared with parsing it.
import { Judge } from '../dist/src/engine/judge.js';
import { rows } from '../dist/suites/index.js';
import { inTurn, ratio } from './figures.mjs';
import { withService } from './processes.mjs';
import { tokenOf } from './recorded.mjs';

const JSON_TYPE = { 'content-type': 'application/json' };

const queryOf = (url) => Object.fromEntries([...new URL(url).searchParams].map(([name, value]) => [name, [value]]));
const pathOf = (url) => ({ id: new URL(url).pathname.split('/').at(-1) ?? '' });

/**
 * Returns an accepted exchange in the form for the judge, with its body parsed again from the text.
 * @param {number} id
 * @param {import('../dist/src/contract/operations.js').Operation} operation
 * @param {string} url
 * @param {string} text
 * @returns {import('../dist/src/model/exchange.js').Exchange}
 */
const exchangeOf = (id, operation, url, text) => ({
  id,
  operation,
  purpose: { kind: 'traffic', what: 'recorded traffic' },
  request: {
    method: 'GET',
    url,
    path: pathOf(url),
    query: queryOf(url),
    headers: {},
    body: undefined,
    credentials: 'token',
  },
  response: {
    status: 200,
    headers: JSON_TYPE,
    body: { kind: 'json', value: JSON.parse(text), text },
    bytes: text.length,
  },
  startedAt: 0,
  durationMs: 1,
});

/** Returns the microseconds of parsing and of judging an answer, measured `times` times each. */
async function costs(rounds, times, operation, url, text) {
  const judge = new Judge(rows);
  let id = 0;
  const exchanges = () => Array.from({ length: times }, () => exchangeOf(id++, operation, url, text));
  for (const exchange of exchanges()) judge.take(exchange);
  const spent = (act) => {
    const began = performance.now();
    act();
    return ((performance.now() - began) / times) * 1000;
  };
  return inTurn(
    rounds,
    () => {
      const fresh = exchanges();
      return spent(() => {
        for (const exchange of fresh) judge.take(exchange);
      });
    },
    () =>
      spent(() => {
        for (let i = 0; i < times; i += 1) JSON.parse(text);
      }),
  );
}

/**
 * Measures all rules ÷ JSON.parse, for one resource and for a list of 1,000.
 * @param {{ rounds?: number }} [options]
 * @returns {Promise<import('./figures.mjs').Figure[]>}
 */
export const measureRules = ({ rounds = 9 } = {}) =>
  withService({}, async (env) => {
    const headers = { authorization: `Bearer ${await tokenOf(env)}` };
    /** @returns {Promise<[string, string]>} */
    const read = async (/** @type {string} */ path) => {
      const url = `${env.BASE_URL}/v2${path}`;
      return [url, await (await fetch(url, { headers })).text()];
    };
    const [listUrl, list] = await read('/transfer/fiat-accounts?limit=1000');
    const [{ id }] = JSON.parse(list).items;
    const [oneUrl, one] = await read(`/transfer/fiat-accounts/${id}`);
    return [
      ratio(
        'all rules ÷ JSON.parse, one fiat account',
        'at most 3',
        ...(await costs(rounds, 20_000, 'getFiat', oneUrl, one)),
      ),
      ratio(
        'all rules ÷ JSON.parse, a list of 1,000',
        'at most 1',
        ...(await costs(rounds, 20, 'listFiat', listUrl, list)),
      ),
    ];
  });

if (process.argv[1] === import.meta.filename) console.table(await measureRules());
