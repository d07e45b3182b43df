import { createReadStream } from 'node:fs';

/** Bytes read at once. Each piece costs a turn of the event loop, so pieces are larger than Node's 64 KiB. */
const PIECE = 1_048_576;

/** Reads the bytes of a file piece by piece. */
export const piecesOf = (path: string): AsyncIterable<Buffer> => createReadStream(path, { highWaterMark: PIECE });
