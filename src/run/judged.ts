import type { Exchange } from '../model/exchange.ts';
import { ARRAY_FORMAT } from './array-format.ts';

/**
 * Returns whether rules judge an exchange. They skip requests to unknown paths, and requests of the array format search,
 * which the target may not be able to read.
 */
export const isJudged = ({ request, purpose }: Exchange): boolean => !request.elsewhere && purpose !== ARRAY_FORMAT;
