// Starts the services that scripts verify: the embedded one, or one of tests/independent in a separate process.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startEmbedded } from '../dist/src/run/embedded/embedded.js';

/**
 * Options as the library takes them, the content of a fixtures file, and what ends the service.
 * @typedef {{
 *   options: { baseUrl: string, accessToken?: string, authUrl?: string, clientId?: string, clientSecret?: string },
 *   fixtures: import('../dist/src/model/fixtures.js').Fixtures,
 *   close: () => Promise<unknown>,
 * }} Started
 */

/** The implementations, which share no code with the embedded one or with each other. */
export const INDEPENDENT = ['terse', 'lavish', 'quirky', 'wary'];

/**
 * Starts the embedded service with some latitudes. Resolves when it listens.
 * @param {readonly string[]} latitudes
 * @returns {Promise<Started>}
 */
export async function startWithLatitudes(latitudes) {
  const { url: baseUrl, authUrl, clientId, clientSecret, fixtures, close } = await startEmbedded({ latitudes });
  return { options: { baseUrl, authUrl, clientId, clientSecret }, fixtures, close };
}

/**
 * Resolves when the implementation listens.
 * @param {string} name
 * @returns {Promise<Started>}
 */
export async function startIndependent(name) {
  const file = join(import.meta.dirname, '..', 'tests', 'independent', `${name}.js`);
  const child = spawn(process.execPath, [file], { stdio: ['pipe', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: child.stdout })) {
    const { env, fixtures } = JSON.parse(line);
    const options = {
      baseUrl: env.BASE_URL,
      accessToken: env.ACCESS_TOKEN,
      authUrl: env.AUTH_URL,
      clientId: env.CLIENT_ID,
      clientSecret: env.CLIENT_SECRET,
    };
    return { options, fixtures, close: async () => child.stdin.end() };
  }
  throw new Error(`${name} did not start`);
}
