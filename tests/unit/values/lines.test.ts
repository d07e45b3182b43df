import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { LineTooLong, linesOf } from '../../../src/values/lines.ts';

async function* pieces(...texts: readonly string[]): AsyncGenerator<Buffer> {
  for (const text of texts) yield Buffer.from(text);
}

async function collected(lines: AsyncIterable<string>): Promise<readonly string[]> {
  const all: string[] = [];
  for await (const line of lines) all.push(line);
  return all;
}

const SEPARATORS = JSON.stringify({ memo: 'a\u2028{"id":1}\u2029b\r' });

describe('linesOf', () => {
  it.each([
    { given: ['a\nb\n'], lines: ['a', 'b'] },
    { given: ['a\nb'], lines: ['a', 'b'] },
    { given: ['a', 'b\n', '\n', 'c'], lines: ['ab', '', 'c'] },
    { given: [SEPARATORS, '\n', SEPARATORS], lines: [SEPARATORS, SEPARATORS] },
    { given: [], lines: [] },
  ])('splits $given into lines', async ({ given, lines }) => {
    expect(await collected(linesOf(pieces(...given)))).toEqual(lines);
  });

  it('joins the bytes of a character that come in two pieces', async () => {
    const bytes = Buffer.from('ü\n');
    async function* halves(): AsyncGenerator<Buffer> {
      yield bytes.subarray(0, 1);
      yield bytes.subarray(1);
    }
    expect(await collected(linesOf(halves()))).toEqual(['ü']);
  });

  it('throws an error when a line is longer than the limit', async () => {
    await expect(collected(linesOf(pieces('abc', 'defg'), 5))).rejects.toThrow(LineTooLong);
  });
});
