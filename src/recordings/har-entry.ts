import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ownOfResponse, PART_OF_BODY } from '../model/har.ts';
import { type Headers, joinedHeaders } from '../values/headers.ts';
import { at, isArray, isObject, type Json, member } from '../values/json.ts';
import type { Capture, CapturedAnswer, CapturedBody } from './capture.ts';
import { durationOf, startOf } from './times.ts';

const UNRECORDED: CapturedBody = { kind: 'unrecorded' };
const NOTHING: CapturedBody = { kind: 'bytes', bytes: Buffer.alloc(0) };

const textAt = (value: unknown, pointer: string): string | undefined => {
  const found = at(value, pointer);
  return typeof found === 'string' ? found : undefined;
};

const numberAt = (value: unknown, pointer: string): number | undefined => {
  const found = at(value, pointer);
  return typeof found === 'number' && Number.isFinite(found) ? found : undefined;
};

/** Returns the headers of a HAR request or response. */
function headersOf(message: Json | undefined): Headers {
  const lines = member(message, 'headers');
  return joinedHeaders(
    (isArray(lines) ? lines : []).map((line) => [textAt(line, '/name') ?? '', textAt(line, '/value') ?? '']),
  );
}

const bytesOf = (text: string, encoding: string | undefined): CapturedBody => ({
  kind: 'bytes',
  bytes: Buffer.from(text, encoding === 'base64' ? 'base64' : 'utf8'),
});

/** Bodies in separate files that are longer than this count as unrecorded. */
const MOST_ATTACHED_BYTES = 64 * 1024 * 1024;

/** Does not follow a symbolic link, and does not wait for the writer of a pipe. Windows has neither flag. */
const READ_ONLY = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/**
 * Reads a body from a file next to the recording, as Playwright writes it. Never reads outside its folder, nor anything
 * that is not an ordinary file.
 */
function attached(file: string, folder: string | undefined): CapturedBody {
  if (folder === undefined) return UNRECORDED;
  try {
    const opened = openSync(join(folder, basename(file)), READ_ONLY);
    try {
      const found = fstatSync(opened);
      if (!found.isFile() || found.size > MOST_ATTACHED_BYTES) return UNRECORDED;
      return { kind: 'bytes', bytes: readFileSync(opened) };
    } finally {
      closeSync(opened);
    }
  } catch {
    return UNRECORDED;
  }
}

function bodyOf(content: Json | undefined, size: number | undefined, folder: string | undefined): CapturedBody {
  const [text, file] = [textAt(content, '/text'), textAt(content, '/_file')];
  if (file !== undefined) return attached(file, folder);
  if (isCut(content)) return UNRECORDED;
  if (text !== undefined && text !== '') {
    const encoding = textAt(content, '/encoding');
    return encoding === undefined && isTruncated(text, size) ? UNRECORDED : bytesOf(text, encoding);
  }
  return (size ?? -1) === 0 || (text === '' && (size ?? -1) < 0) ? NOTHING : UNRECORDED;
}

/** Some tools cut long texts: a text shorter than the body that is not complete JSON does not show the body. */
function isTruncated(text: string, size: number | undefined): boolean {
  if (size === undefined || Buffer.byteLength(text) >= size) return false;
  try {
    JSON.parse(text);
    return false;
  } catch {
    return true;
  }
}

/** Whether this tool itself recorded only a part of a long answer. */
const isCut = (content: Json | undefined): boolean => textAt(content, '/comment') === PART_OF_BODY;

/** Reads the body of a request. Without `postData`, it is known to be empty only when its size says so. */
function requestBody(request: Json, headers: Headers, method: string, folder: string | undefined): CapturedBody {
  const size = numberAt(request, '/bodySize');
  if (isObject(member(request, 'postData'))) return bodyOf(member(request, 'postData'), size, folder);
  const length = headers['content-length'];
  if (method === 'GET' || size === 0 || length === '0') return NOTHING;
  return UNRECORDED;
}

function answerOf(response: Json | undefined, folder: string | undefined): CapturedAnswer {
  const status = numberAt(response, '/status') ?? 0;
  if (status < 100) {
    const error = ownOfResponse(response, '_error');
    const reason = typeof error === 'string' ? error : 'the recording has no response';
    return { kind: ownOfResponse(response, '_unsent') === true ? 'unsent' : 'lost', reason };
  }
  const content = member(response, 'content');
  const size = numberAt(content, '/size') ?? numberAt(response, '/bodySize');
  return { kind: 'answered', status, headers: headersOf(response), body: bodyOf(content, size, folder) };
}

/** Returns the URL of a request, which HTTP/2 recordings may contain only in pseudo headers. */
function urlOf(request: Json): string {
  const url = textAt(request, '/url') ?? '';
  if (URL.canParse(url)) return url;
  const lines = member(request, 'headers');
  const pseudo = (name: string): string | undefined =>
    isArray(lines)
      ? textAt(
          lines.find((line) => textAt(line, '/name')?.toLowerCase() === name),
          '/value',
        )
      : undefined;
  const authority = pseudo(':authority') ?? headersOf(request)['host'];
  const path = pseudo(':path') ?? url;
  return authority === undefined ? url : `${pseudo(':scheme') ?? 'https'}://${authority}${path}`;
}

/** The position of an entry in the recordings. */
export interface EntryPlace {
  readonly id: number;
  readonly file: string;
  readonly entry: number;
  /** The folder of the recording, for bodies in separate files. */
  readonly folder?: string;
}

/** Converts a HAR entry (1.1, 1.2 and variants of tools). Returns undefined when it is no entry. */
export function captureOf(entry: unknown, { id, file, entry: number, folder }: EntryPlace): Capture | undefined {
  const request = member(entry, 'request');
  if (!isObject(request)) return undefined;
  const headers = headersOf(request);
  const method = (textAt(request, '/method') ?? '').toUpperCase();
  return {
    id,
    recorded: { file, entry: number },
    method,
    url: urlOf(request),
    startedAt: startOf(member(entry, 'startedDateTime')),
    durationMs: durationOf(member(entry, 'time')),
    purpose: { kind: 'traffic', what: 'recorded traffic' },
    headers,
    body: requestBody(request, headers, method, folder),
    answer: answerOf(member(entry, 'response'), folder),
  };
}
