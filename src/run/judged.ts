import type { Exchange } from '../model/exchange.ts';
import { ARRAY_FORMAT } from './array-format.ts';

/** Rules judge what was asked of the interface, in a way that the target reads. */
export const isJudged = ({ request, purpose }: Exchange): boolean => !request.elsewhere && purpose !== ARRAY_FORMAT;
