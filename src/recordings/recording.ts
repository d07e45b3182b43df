import { accessSync, constants, createReadStream } from 'node:fs';
import { basename, dirname } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import { JSONParser } from '@streamparser/json';
import { unreadable } from '../settings/named-file.ts';
import { UsageError } from '../settings/usage-error.ts';
import { LineTooLong, linesOf } from '../values/lines.ts';
import type { Capture } from './capture.ts';
import { lineCapture } from './exchange-line.ts';
import { captureOf } from './har-entry.ts';

/** Thrown when a recording cannot be read, perhaps only from some entry on. */
export class UnreadableRecording extends UsageError {}

/** One entry of a recording; 'malformed' when it is not an exchange. */
export type Entry = Capture | 'malformed';

/** The paths to read; every HAR has the first two, which distinguishes it from other JSON. */
const PATHS = ['$.log.version', '$.log.creator', '$.log.entries.*'];
const PIECE = 256 * 1024;
const STRING_BUFFER = 64 * 1024;
/** Maximum length of a line of NDJSON. */
const LONGEST_LINE = 256 * 1024 * 1024;

/** Reads a file in pieces, or standard input for `-`. Throws UnreadableRecording. */
async function* pieces(path: string, signal?: AbortSignal): AsyncGenerator<Buffer> {
  const stream: Readable = path === '-' ? process.stdin : createReadStream(path, { highWaterMark: PIECE });
  // Without the signal, a pipe that nobody writes to would be waited for without end.
  if (signal) addAbortSignal(signal, stream);
  try {
    for await (const piece of stream) yield piece as Buffer;
  } catch (error) {
    throw notReadable(path, error);
  }
}

const notReadable = (path: string, error: unknown): UnreadableRecording =>
  new UnreadableRecording(`the recording ${path} ${unreadable(error)}: give the path of a HAR file, or - for NDJSON`);

/** Throws UnreadableRecording unless all files can be opened. */
export function demandReadable(paths: readonly string[]): void {
  for (const path of paths.filter((each) => each !== '-'))
    try {
      accessSync(path, constants.R_OK);
    } catch (error) {
      throw notReadable(path, error);
    }
}

/** Numbers the entries across all recordings. */
export interface Numbering {
  next: number;
}

const BOM = Buffer.from([0xef, 0xbb, 0xbf]);
const withoutBom = (piece: Buffer): Buffer => (piece.subarray(0, 3).equals(BOM) ? piece.subarray(3) : piece);

/** Returns true for a HAR and false for NDJSON, whose first line is a complete object with a request. */
function isHar(start: Buffer): boolean {
  const text = start.toString('utf8').trimStart();
  if (/^\{\s*"log"\s*:/.test(text)) return true;
  return !/^\{[^\n]*"request"\s*:/.test(text);
}

/**
 * Returns the entries of a recording in order, one at a time, so that memory use does not grow with its length. Throws
 * UnreadableRecording when it is neither a HAR nor NDJSON, when it ends early, and when `signal` aborts it.
 */
export async function* entries(path: string, numbering: Numbering, signal?: AbortSignal): AsyncGenerator<Entry> {
  const source = pieces(path, signal);
  const first = await source.next();
  const start = first.done ? Buffer.alloc(0) : withoutBom(first.value);
  const name = path === '-' ? 'standard input' : basename(path);
  const place = { file: name, ...(path === '-' ? {} : { folder: dirname(path) }) };
  yield* isHar(start) ? harEntries(start, source, place, numbering) : lines(start, source, place, numbering);
}

interface RecordingSource {
  readonly file: string;
  readonly folder?: string;
}

async function* harEntries(
  start: Buffer,
  rest: AsyncIterable<Buffer>,
  place: RecordingSource,
  numbering: Numbering,
): AsyncGenerator<Entry> {
  const found: unknown[] = [];
  let [count, isLog] = [0, false];
  const parser = new JSONParser({ paths: PATHS, keepStack: false, stringBufferSize: STRING_BUFFER });
  parser.onValue = ({ key, value }) => {
    if (key === 'version' || key === 'creator') isLog = true;
    else found.push(value);
  };
  for await (const piece of all(start, rest)) {
    feed(parser, piece, place.file, count);
    for (const value of found.splice(0)) {
      count += 1;
      yield captureOf(value, { ...place, id: numbering.next++, entry: count }) ?? 'malformed';
    }
  }
  if (!parser.isEnded || !(isLog || count > 0))
    throw new UnreadableRecording(`${place.file} is not a HAR file, or is cut off after entry ${count}: save it again`);
}

function feed(parser: JSONParser, piece: Buffer, file: string, count: number): void {
  try {
    parser.write(piece);
  } catch {
    throw new UnreadableRecording(`${file} is not a HAR file: it is not valid JSON after entry ${count}`);
  }
}

async function* all(start: Buffer, rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield start;
  yield* rest;
}

async function* lines(
  start: Buffer,
  rest: AsyncIterable<Buffer>,
  place: RecordingSource,
  numbering: Numbering,
): AsyncGenerator<Entry> {
  let count = 0;
  try {
    for await (const line of linesOf(all(start, rest), LONGEST_LINE)) {
      count += 1;
      if (line.trim() === '') continue;
      const at = { ...place, id: numbering.next++, entry: count };
      yield lineCapture(parsed(line, place.file, count), at) ?? 'malformed';
    }
  } catch (error) {
    throw error instanceof LineTooLong ? new UnreadableRecording(`${place.file}: ${error.message}`) : error;
  }
}

function parsed(line: string, file: string, count: number): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new UnreadableRecording(`line ${count} of ${file} is not JSON: NDJSON has one exchange per line`);
  }
}
