import type { FiatNetwork } from '../../src/contract/networks.ts';
import type { Probing } from '../../src/engine/probing.ts';
import { bodies, fiatAccount } from '../vocabulary/requests.ts';

export const ON = ['fiatWithdrawal'] as const;

export const OPERATION = 'fiatWithdrawal';

const body = (p: Probing) => bodies.fiatWithdrawal(p);

export const on = (p: Probing, network: FiatNetwork) => ({ ...body(p), fiat_account_id: fiatAccount(p, network) });
