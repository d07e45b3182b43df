// Starts an implementation of tests/independent in a process of its own: how it is reached, what it holds, and how it is ended.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** Those that share no code with the embedded one and none with each other. */
export const INDEPENDENT = ['terse', 'lavish', 'quirky', 'wary'];

/** Options as a library takes them, fixtures, and `close`. */
export async function startIndependent(name) {
  const file = join(import.meta.dirname, '..', 'tests', 'independent', `${name}.js`);
  const child = spawn(process.execPath, [file], { stdio: ['pipe', 'pipe', 'inherit'] });
  for await (const line of createInterface({ input: child.stdout })) {
    const { env, args, fixtures } = JSON.parse(line);
    const options = {
      baseUrl: env.BASE_URL,
      accessToken: env.ACCESS_TOKEN,
      authUrl: env.AUTH_URL,
      clientId: env.CLIENT_ID,
      clientSecret: env.CLIENT_SECRET,
      arrayFormat: args[args.indexOf('--array-format') + 1],
    };
    return { options, fixtures, close: async () => child.stdin.end() };
  }
  throw new Error(`${name} did not start`);
}
