/** Thrown for a line with more bytes than allowed. */
export class LineTooLong extends Error {}

/**
 * Yields the lines of UTF-8 text without their line feeds. Only a line feed ends a line: JSON strings may contain
 * U+2028 and U+2029, which `node:readline` treats as line ends. Throws LineTooLong.
 */
export async function* linesOf(
  pieces: AsyncIterable<Buffer>,
  longest = Number.POSITIVE_INFINITY,
): AsyncGenerator<string> {
  let [held, size]: [Buffer[], number] = [[], 0];
  for await (const piece of pieces) {
    let from = 0;
    for (let end = piece.indexOf(10); end >= 0; end = piece.indexOf(10, from)) {
      const last = piece.subarray(from, end);
      yield (held.length === 0 ? last : Buffer.concat([...held, last])).toString('utf8');
      [held, size, from] = [[], 0, end + 1];
    }
    held.push(piece.subarray(from));
    size += piece.length - from;
    if (size > longest) throw new LineTooLong(`a line has more than ${longest} bytes`);
  }
  if (size > 0) yield Buffer.concat(held).toString('utf8');
}
