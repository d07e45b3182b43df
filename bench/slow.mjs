// The embedded service behind a relay that delays each answer by this many milliseconds.
import { createServer, request } from 'node:http';
import { listen } from '../dist/src/reference/service.js';

const delay = Number(process.argv[2]);
const { url, authUrl, clientId, clientSecret, fixtures } = await listen();
const { hostname, port } = new URL(url);

const relay = createServer((asked, answer) => {
  const { method, url: path, headers } = asked;
  const passed = request({ hostname, port, method, path, headers }, (response) =>
    setTimeout(() => {
      answer.writeHead(response.statusCode, response.headers);
      response.pipe(answer);
    }, delay),
  );
  asked.pipe(passed);
});
relay.listen(0, '127.0.0.1', () => {
  const here = `http://127.0.0.1:${relay.address().port}`;
  const service = { url: here, authUrl: authUrl.replace(url, here), clientId, clientSecret, fixtures };
  process.stdout.write(`${JSON.stringify(service)}\n`);
});
process.stdin.resume().on('end', () => process.exit(0));
