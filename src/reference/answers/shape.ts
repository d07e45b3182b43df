import type { Choices, Decision } from '../decision.ts';
import { type Fields, isFields } from '../problem.ts';
import {
  customerShape,
  idShape,
  innerMetadataShape,
  instructionShape,
  listShape,
  metadataShape,
  networkShape,
  timeShape,
  wholeShape,
} from './body-faults.ts';
import { idSpelling } from './id-spelling.ts';
import { decimals, inner, optional, timestamps, unknown } from './latitudes.ts';
import { type Shaped, shapeFaults } from './shape-faults.ts';

const ORDER: readonly Decision<Shaped>[] = [
  timestamps,
  decimals,
  idSpelling,
  inner,
  optional,
  unknown,
  ...shapeFaults.map(({ decision }) => decision),
  metadataShape,
  instructionShape,
  innerMetadataShape,
  customerShape,
  networkShape,
  timeShape,
  idShape,
  listShape,
  wholeShape,
];

/** Returns the answer of an operation after the faults and latitudes of this instance are applied. */
export function shape(choices: Choices, operation: string, body: Fields): unknown {
  return ORDER.reduce<unknown>((answer, decision) => {
    const change = choices.of(decision);
    return change === decision.lawful || !isFields(answer) ? answer : change(operation, answer);
  }, body);
}
