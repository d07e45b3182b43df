import type { Row } from '../../src/engine/row.ts';
import { affirmed } from './affirming.ts';
import { transactions } from './transactions.ts';

/** Sections 2.8 and 4.14. */
export const settlement: readonly Row[] = [...affirmed, ...transactions];
