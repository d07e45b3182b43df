// The embedded service behind a relay that delays each answer by this many milliseconds.
import { createServer, request } from 'node:http';
import { listen } from '../dist/src/reference/service.js';
import { addressOf } from '../scripts/address.mjs';

const delay = Number(process.argv[2]);
const { url, authUrl, clientId, clientSecret, fixtures } = await listen();
const { hostname, port } = new URL(url);

const relay = createServer((asked, answer) => {
  const { method, url: path, headers } = asked;
  const passed = request({ hostname, port, method, path, headers }, (response) =>
    setTimeout(() => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    }, delay),
  );
  asked.pipe(passed);
});
relay.listen(0, '127.0.0.1', () => {
  const here = addressOf(relay);
  const service = { url: here, authUrl: authUrl.replace(url, here), clientId, clientSecret, fixtures };
  process.stdout.write(`${JSON.stringify(service)}\n`);
});
process.stdin.resume().on('end', () => process.exit(0));
