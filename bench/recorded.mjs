// The requests of a run, as bare clients can send them again.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The token of a service, by client credentials. */
export async function tokenOf({ AUTH_URL, CLIENT_ID, CLIENT_SECRET }) {
  const answer = await fetch(AUTH_URL, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${CLIENT_ID}:${CLIENT_SECRET}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  return (await answer.json()).access_token;
}

/** The requests in a folder of reports, on another base URL and with another token. */
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
