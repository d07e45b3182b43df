// Serves the embedded service, with the options in the first argument, until its standard input ends.
import { listen } from '../dist/src/reference/service.js';

const service = await listen(JSON.parse(process.argv[2] ?? '{}'));
const { url, authUrl, clientId, clientSecret, fixtures } = service;
process.stdout.write(`${JSON.stringify({ url, authUrl, clientId, clientSecret, fixtures })}\n`);
process.stdin.resume().on('end', () => service.close().then(() => process.exit(0)));
