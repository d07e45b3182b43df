import { expect, it } from 'vitest';
import { startEmbedded } from '../../src/run/embedded.ts';
import { Run } from '../../src/run/run.ts';
import { readSettings } from '../../src/run/settings.ts';
import { optionSource, Settings } from '../../src/settings/settings.ts';
import { closing } from '../cli/command.ts';
import { relay } from './relay.ts';

/** The pages that a cursor leads to under a filter by time: each is answered 500 at first. */
function erring(): (path: string) => boolean {
  const met = new Set<string>();
  return (path) => {
    const isFirst = path.includes('page_cursor=') && /_at(\.|%2E)/.test(path) && !met.has(path);
    met.add(path);
    return isFirst;
  };
}

it('a page that meets an error of the server once is not taken for one without its filter', async () => {
  const service = closing(await startEmbedded({}));
  const { url: baseUrl } = closing(await relay(service.url, { errs: erring() }));
  const { authUrl, clientId, clientSecret, fixtures } = service;
  const given = { baseUrl, authUrl, clientId, clientSecret, seed: 1, runs: 5, only: 'LIST-CURSOR-KEEPS-FILTERS' };
  const run = new Run(readSettings(new Settings([optionSource(given)]), {}, fixtures));
  await run.complete();
  // Flaky: it passes, and shows the answers that did not come back.
  expect(run.report().requirements.map(({ status }) => status)).toEqual(['passed']);
});
