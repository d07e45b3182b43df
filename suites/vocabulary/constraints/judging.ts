import type { Breach } from '../../../src/contract/constraints/index.ts';
import { type Check, type RequestMade, request, rule } from '../../../src/engine/check.ts';
import { type Flaw, isFlaws, type Judgement, NOT_CONCERNED, NOTHING_TO_JUDGE } from '../../../src/engine/judgement.ts';
import { isAccepted } from '../../../src/model/exchange.ts';
import { shown } from '../../../src/model/outcome.ts';
import { of, type Sources } from './sources.ts';

/**
 * Makes a flaw of a request. It has no pointer, since pointers of failures lead into answers; its words name the place.
 */
export const flaw = (expected: string, actual: string): Flaw => ({ where: null, expected, actual });

const flawOf = (breach: Breach): Flaw =>
  flaw(breach.expected, 'actual' in breach ? breach.actual : shown(breach.value));

/** Makes a judgement of a request by its constraints. Nothing to judge where the request leaves the member out. */
const judged =
  (sources: Sources) =>
  (made: RequestMade): Judgement => {
    const constraint = of(sources, made.operation);
    if (!constraint) return NOT_CONCERNED;
    const broken = constraint.broken(made.request);
    return broken.length > 0 || constraint.concerns(made.request) ? broken.map(flawOf) : NOTHING_TO_JUDGE;
  };

/** Makes a check that requests of clients keep the constraints. */
export const keeps = (sources: Sources): Check => request(judged(sources));

/**
 * Makes a check that finds accepted requests with flaws. A refusal proves nothing by itself: it may have another cause.
 */
export const acceptsDespite = (flaws: (made: RequestMade) => Judgement): Check =>
  rule((exchange) => {
    const found = isAccepted(exchange) ? flaws(exchange) : NOT_CONCERNED;
    const [first] = isFlaws(found) ? found : [];
    if (first === undefined) return NOT_CONCERNED;
    const { expected, actual } = first;
    return [
      flaw(
        `a refusal: the document demands ${expected}, and the request has ${actual}`,
        `accepted with ${exchange.response.status}`,
      ),
    ];
  });

/** Makes a check that finds requests of clients that were accepted although they break the constraints. */
export const acceptsBeyond = (sources: Sources): Check => acceptsDespite(judged(sources));
