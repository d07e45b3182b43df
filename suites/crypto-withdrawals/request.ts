import type { Probing } from '../../src/engine/probing.ts';
import { bodies } from '../vocabulary/requests.ts';

export const ON = ['cryptoWithdrawal'] as const;

export const OPERATION = 'cryptoWithdrawal';

export const body = (p: Probing) => bodies.cryptoWithdrawal(p);
