import type { Row } from '../../src/engine/row.ts';
import { amounts } from './amounts.ts';
import { echoes } from './echoes.ts';
import { memos } from './memos.ts';
import { transfer } from './transfer.ts';

/** Section 4.4. */
export const fiatWithdrawals: readonly Row[] = [...amounts, ...echoes, ...transfer, ...memos];
