import type { Row } from '../../src/engine/row.ts';
import { amounts } from './amounts.ts';
import { echoes } from './echoes.ts';
import { transfer } from './transfer.ts';

/** Section 4.5. */
export const cryptoWithdrawals: readonly Row[] = [...amounts, ...transfer, ...echoes];
