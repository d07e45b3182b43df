import { expect, test } from 'vitest';
import { Client } from '../../../src/client/client.ts';
import type { Operation } from '../../../src/contract/operations.ts';
import { isAnswered } from '../../../src/model/exchange.ts';
import { keep } from '../../support/keep.ts';
import { configured, json, serve } from '../../support/loopback.ts';

/** The client waits longer and longer before it gives a request up. */
const WITHIN = { timeout: 120_000 };

test('an operation whose quota is used up gets no more requests, and the others still do', WITHIN, async () => {
  const server = keep(
    await serve(({ url }, response, count) =>
      json(response, url.startsWith('/v2/executions') && count > 1 ? 429 : 200, {}),
    ),
  );
  const exhausted: Operation[] = [];
  const client = keep(new Client(configured(server.url), { onQuotaReached: (operation) => exhausted.push(operation) }));
  const answer = async (operation: Operation): Promise<number | string> => {
    const recorded = await client.send(operation, {}, 'TEST');
    return isAnswered(recorded) ? recorded.response.status : recorded.lost;
  };
  const asked = ['listExecutions', 'listExecutions', 'listAccounts', 'listExecutions'] as const;
  const answers: (number | string)[] = [];
  for (const operation of asked) answers.push(await answer(operation));
  expect(answers).toEqual([200, 429, 200, 429]);
  expect(exhausted).toEqual(['listExecutions']);
  expect(await answer('listExecutions')).toMatch('limited listExecutions with status 429');
  expect(await answer('listAccounts')).toBe(200);
});
