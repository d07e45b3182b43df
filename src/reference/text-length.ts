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
    protects: [
      'METADATA-KEY-AT-LIMIT',
      'METADATA-KEY-OVER-LIMIT',
      'METADATA-VALUE-AT-LIMIT',
      'METADATA-VALUE-OVER-LIMIT',
      'FW-MEMO-*-LIMIT',
      'METADATA-LENGTH-UNIT',
    ],
  },
);

/** Returns the length in characters, as this instance counts them. */
export const count = (choices: Choices, text: string): number => choices.of(length)(text);
