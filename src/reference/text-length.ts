import { type Choices, decision } from './decision.ts';

const length = decision(
  { section: '8', on: ['putFiat', 'fiatWithdrawal', 'cryptoWithdrawal', 'createAddress'] },
  (text: string): number => [...text].length,
  {
    latitudes: {
      'length/utf-16-units': (text) => text.length,
      'length/bytes': (text) => Buffer.byteLength(text),
      'length/graphemes': (text) => [...new Intl.Segmenter().segment(text)].length,
    },
  },
);

/** Length in characters, counted as this instance counts. */
export const count = (choices: Choices, text: string): number => choices.of(length)(text);
