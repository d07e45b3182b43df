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

/** The beginning of a HAR whose list of entries may be empty, and which may lack the members that a HAR must have. */
const HAS_ENTRIES = /^\s*\{\s*"log"\s*:\s*\{.*"entries"\s*:\s*\[/s;

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

/** How a recording is written. */
type Format = 'HAR' | 'NDJSON';

/** Members of an exchange in NDJSON, in either of its forms. */
const LINE_MEMBERS = ['request', 'response', 'started_at', 'startedDateTime', 'duration_ms', 'time', 'lost', 'unsent'];
/** Number of bytes after which the first line is not awaited any more. */
const DECIDING = 64 * 1024;

/** Returns the format that the beginning of a recording shows, or undefined if it is too short to show any. */
function formatOf(start: Buffer): Format | undefined {
  const text = start.toString('utf8').trimStart();
  const [, first] = /^\{\s*"(\w*)"\s*:/.exec(text) ?? [];
  if (first === 'log') return 'HAR';
  if (first !== undefined && LINE_MEMBERS.includes(first)) return 'NDJSON';
  if (/^\{[^\n]*"request"\s*:/.test(text)) return 'NDJSON';
  const isDecided = /^[^{]|\n/.test(text) || start.length > DECIDING;
  return isDecided ? 'HAR' : undefined;
}

/** Reads as much of a recording as shows its format. */
async function beginning(source: AsyncIterator<Buffer>): Promise<{ start: Buffer; format: Format }> {
  let start: Buffer = Buffer.alloc(0);
  for (let next = await source.next(); !next.done; next = await source.next()) {
    start = withoutBom(Buffer.concat([start, next.value]));
    const format = formatOf(start);
    if (format) return { start, format };
  }
  return { start, format: 'HAR' };
}

/**
 * Returns the entries of a recording in order, one at a time, so that memory use does not grow with its length. Throws
 * UnreadableRecording when it is neither a HAR nor NDJSON, when it ends early, and when `signal` aborts it.
 */
export async function* entries(path: string, numbering: Numbering, signal?: AbortSignal): AsyncGenerator<Entry> {
  const source = pieces(path, signal);
  const { start, format } = await beginning(source);
  const name = path === '-' ? 'standard input' : basename(path);
  const place = { file: name, ...(path === '-' ? {} : { folder: dirname(path) }) };
  yield* (format === 'HAR' ? harEntries : lines)(start, source, place, numbering);
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
  let [count, isLog] = [0, HAS_ENTRIES.test(start.toString('utf8'))];
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
  if (start.length === 0) throw new UnreadableRecording(`${place.file} is empty: record some exchanges first`);
  if (!parser.isEnded || !(isLog || count > 0))
    throw new UnreadableRecording(`${place.file} is not a HAR file, or is cut off ${after(count)}: save it again`);
}

const after = (count: number): string => (count === 0 ? 'before the end of its first entry' : `after entry ${count}`);

function feed(parser: JSONParser, piece: Buffer, file: string, count: number): void {
  try {
    parser.write(piece);
  } catch {
    throw new UnreadableRecording(
      `${file} is not a HAR file: it is not valid JSON${count === 0 ? '' : ` ${after(count)}`}`,
    );
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
