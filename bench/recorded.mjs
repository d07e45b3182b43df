// The requests of a run, in a form that bare clients can send again.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns a token of a service, by the client credentials grant.
 * @param {import('./processes.mjs').Environment} env
 * @returns {Promise<string>}
 */
export async function tokenOf({ AUTH_URL = '', CLIENT_ID, CLIENT_SECRET }) {
  const answer = await fetch(AUTH_URL, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${CLIENT_ID}:${CLIENT_SECRET}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const { access_token } = /** @type {{ access_token: string }} */ (await answer.json());
  return access_token;
}

/**
 * Returns the requests in a report folder, with another base URL and token.
 * @param {string} folder
 * @param {string} baseUrl
 * @param {string} token
 * @returns {{ url: string, method: string, headers: Record<string, string>, body?: string }[]}
 */
export function requestsIn(folder, baseUrl, token) {
  const { log } = JSON.parse(readFileSync(join(folder, 'exchanges.har'), 'utf8'));
  return log.entries.map(({ request }) => {
    const { pathname, search } = new URL(request.url);
    const headers = Object.fromEntries(request.headers.map(({ name, value }) => [name, value]));
    const authorization = headers.authorization?.replace('$ACCESS_TOKEN', token);
    return {
      url: `${baseUrl}${pathname}${search}`,
      method: request.method,
      headers: { ...headers, ...(authorization ? { authorization } : {}) },
      ...(request.postData ? { body: request.postData.text } : {}),
    };
  });
}
