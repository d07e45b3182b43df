import { createReadStream } from 'node:fs';

/** Each piece costs a turn of the event loop, so that pieces are larger than the 64 KiB that Node reads at once. */
const PIECE = 1_048_576;

/** The bytes of a file, piece by piece. */
export const piecesOf = (path: string): AsyncIterable<Buffer> => createReadStream(path, { highWaterMark: PIECE });
