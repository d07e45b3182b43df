/** A line of more bytes than the reader of lines allows. */
export class LineTooLong extends Error {}

/**
 * The lines of UTF-8 text without their line feeds, each once it is complete. Only a line feed ends a line: U+2028 and
 * U+2029, which `node:readline` takes for ends of lines too, are allowed unescaped in JSON strings. Throws LineTooLong.
 */
export async function* linesOf(
  pieces: AsyncIterable<Buffer>,
  longest = Number.POSITIVE_INFINITY,
): AsyncGenerator<string> {
  let [held, size]: [Buffer[], number] = [[], 0];
  for await (const piece of pieces) {
    let from = 0;
    for (let end = piece.indexOf(10); end >= 0; end = piece.indexOf(10, from)) {
      yield Buffer.concat([...held, piece.subarray(from, end)]).toString('utf8');
      [held, size, from] = [[], 0, end + 1];
    }
    held.push(piece.subarray(from));
    size += piece.length - from;
    if (size > longest) throw new LineTooLong(`a line has more than ${longest} bytes`);
  }
  if (size > 0) yield Buffer.concat(held).toString('utf8');
}
