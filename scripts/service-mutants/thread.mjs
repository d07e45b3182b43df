// The thread of an implementation: hands requests to its handler, with no socket between them, and its answers back.
import http, { validateHeaderName, validateHeaderValue } from 'node:http';
import { Session } from 'node:inspector/promises';
import { syncBuiltinESMExports } from 'node:module';
import { Readable, Writable } from 'node:stream';
import { parentPort, workerData } from 'node:worker_threads';

if (!parentPort) throw new Error('this is the script of a thread');
const run = parentPort;

let handler;
const { createServer } = http;
http.createServer = (given) => {
  handler = given;
  return createServer(given);
};
syncBuiltinESMExports();

/** No compression is asked for, which would be half of what a run costs. */
const PLAIN = { 'accept-encoding': 'identity' };

function asRequest({ path: url, method, headers, body = '' }) {
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]);
  const request = new Readable({ read: () => {} });
  request.push(Buffer.from(body));
  request.push(null);
  return Object.assign(request, { method, url, headers: { ...Object.fromEntries(named), ...PLAIN } });
}

/** As much of an answer as the implementations write, with the errors that Node's own one throws. */
class Answer extends Writable {
  #headers = {};
  #chunks = [];
  #isBegun = false;
  statusCode = 200;

  setHeader(name, value) {
    if (this.#isBegun) throw new Error('the headers are sent');
    validateHeaderName(name);
    validateHeaderValue(name, value);
    this.#headers[name.toLowerCase()] = String(value);
  }

  writeHead(status, headers = {}) {
    if (!Number.isInteger(status) || status < 100 || status > 999) throw new RangeError(`no status: ${status}`);
    for (const [name, value] of Object.entries(headers)) this.setHeader(name, value);
    this.#isBegun = true;
    this.statusCode = status;
    return this;
  }

  /**
   * @override
   * @param {Buffer} chunk
   * @param {BufferEncoding} _
   * @param {() => void} done
   */
  _write(chunk, _, done) {
    this.#isBegun = true;
    this.#chunks.push(chunk);
    done();
  }

  get whole() {
    return { status: this.statusCode, headers: this.#headers, bytes: Buffer.concat(this.#chunks) };
  }
}

const inspector = new Session();
const url = `data:text/javascript,${encodeURIComponent(workerData.text)}`;

/** The functions that were reached since it was asked for before. */
async function reached() {
  const { result } = await inspector.post('Profiler.takePreciseCoverage');
  return result.find((script) => script.url === url)?.functions ?? [];
}

let atStart = [];
if (workerData.isCovered) {
  inspector.connect();
  await inspector.post('Profiler.enable');
  await inspector.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
}
await import(url);
if (workerData.isCovered) atStart = await reached();

run.on('message', async ({ number, request }) => {
  if (request === undefined) return run.postMessage({ number, atStart, later: await reached() });
  const answer = new Answer();
  answer.on('finish', () => run.postMessage({ number, ...answer.whole }));
  return handler(asRequest(request), answer);
});
