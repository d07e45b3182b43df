import { type Headers, joinedHeaders } from '../values/headers.ts';
import { at, isArray, isObject, type Json, member } from '../values/json.ts';
import type { Capture, CapturedAnswer, CapturedBody } from './capture.ts';
import { captureOf, type EntryPlace } from './har-entry.ts';
import { durationOf, startOf } from './times.ts';

/** Returns the values of a header: a text, a number or a list of these. Anything else is no header. */
function valuesOf(given: Json | undefined): readonly string[] {
  if (isArray(given)) return given.flatMap((each) => (isArray(each) ? [] : valuesOf(each)));
  return typeof given === 'string' || typeof given === 'number' ? [String(given)] : [];
}

/** Reads headers from an object of names and values, or of names and lists of values. */
function headersOf(value: Json | undefined): Headers {
  if (!isObject(value)) return {};
  return joinedHeaders(
    Object.entries(value).flatMap(([name, inner]) => valuesOf(inner).map((each): [string, string] => [name, each])),
  );
}

/** Returns a value as JSON text; undefined if it is nested too deeply to be written. */
function written(value: Json): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

/** Reads a body given as JSON; under a media type other than JSON, a string is the body itself. */
function bodyOf(message: Json | undefined, headers: Headers): CapturedBody {
  if (member(message, 'cut') === true) return { kind: 'unrecorded' };
  const body = member(message, 'body');
  if (body === undefined) return { kind: 'bytes', bytes: Buffer.alloc(0) };
  const isText = typeof body === 'string' && !/json/i.test(headers['content-type'] ?? '');
  const text = isText ? body : written(body);
  return text === undefined ? { kind: 'unrecorded' } : { kind: 'bytes', bytes: Buffer.from(text) };
}

function answerOf(line: unknown): CapturedAnswer {
  const response = member(line, 'response');
  const status = member(response, 'status');
  if (typeof status !== 'number' || status < 100) {
    const lost = member(line, 'lost');
    const reason = typeof lost === 'string' ? lost : 'the recording has no response';
    return { kind: member(line, 'unsent') === true ? 'unsent' : 'lost', reason };
  }
  const headers = headersOf(member(response, 'headers'));
  const { 'content-encoding': _, ...plain } = headers;
  return { kind: 'answered', status, headers: plain, body: bodyOf(response, headers) };
}

/**
 * Reads one line of NDJSON: a HAR entry, or the plain form with headers as an object and bodies as JSON. Returns
 * undefined for other lines.
 */
export function lineCapture(line: unknown, place: EntryPlace): Capture | undefined {
  const request = member(line, 'request');
  if (isArray(at(request, '/headers')) || member(line, 'startedDateTime') !== undefined) return captureOf(line, place);
  const [method, url] = [member(request, 'method'), member(request, 'url')];
  if (typeof method !== 'string' || typeof url !== 'string') return undefined;
  const headers = headersOf(member(request, 'headers'));
  return {
    id: place.id,
    recorded: { file: place.file, entry: place.entry },
    method: method.toUpperCase(),
    url,
    startedAt: startOf(member(line, 'started_at')),
    durationMs: durationOf(member(line, 'duration_ms')),
    purpose: { kind: 'traffic', what: 'recorded traffic' },
    headers,
    body: bodyOf(request, headers),
    answer: answerOf(line),
  };
}
