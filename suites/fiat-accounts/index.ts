import type { Row } from '../../src/engine/row.ts';
import { listing, look } from './look-ups.ts';
import { representation } from './representation.ts';
import { updateEffects } from './update-effects.ts';
import { updates } from './updates.ts';

/** Sections 2.2, 4.1, 4.2 and 4.3 as far as they speak of accounts and not of lists. */
export const fiatAccounts: readonly Row[] = [...representation, ...updates, ...updateEffects, ...look, ...listing];
