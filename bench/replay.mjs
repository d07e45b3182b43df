// Sends the requests of a file with bare undici, with this concurrency: the minimum cost of a run.
import { readFileSync } from 'node:fs';
import { Agent, request } from 'undici';

const [file = '', concurrency] = process.argv.slice(2);
const waiting = JSON.parse(readFileSync(file, 'utf8'));
const dispatcher = new Agent({ connections: Number(concurrency) });

async function work() {
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { url, ...options } = next;
    const { body } = await request(url, { ...options, dispatcher });
    await body.text();
  }
}

await Promise.all(Array.from({ length: Number(concurrency) }, work));
await dispatcher.close();
