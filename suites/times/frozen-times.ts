import { unlessInconclusive } from '../../src/engine/inconclusive.ts';
import { flawUnless, type Judgement, NOT_CONCERNED, NOTHING_TO_JUDGE } from '../../src/engine/judgement.ts';
import type { Probing } from '../../src/engine/probing.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import { type Failure, shown } from '../../src/model/outcome.ts';
import { type Id, id } from '../../src/values/id.ts';
import { instant } from '../../src/values/instant.ts';
import { member } from '../../src/values/json.ts';
import { acceptedBody, string } from '../vocabulary/answers.ts';
import { smallest } from '../vocabulary/body-variants.ts';
import { clockStepOf } from '../vocabulary/shown-times.ts';
import { APART_MS, COARSE_STEP_MS, TIMER_SLACK_MS } from '../vocabulary/tolerances.ts';

/** The first of consecutive creations that show one time: what it created, and when its answer had come. */
interface First {
  readonly text: string;
  readonly created: Id;
  readonly endedAt: number;
  /** Number of later creations that show the same time although they were requested far apart from it. */
  readonly repeated: number;
}

/** How often a time must be repeated. Three machines whose clocks count seconds and differ may show it twice more. */
const repetitionsOf = (step: number): number => (step >= COARSE_STEP_MS ? 3 : 1);

/** On loopback, makes the smallest creation again after a pause, for the rule to judge. */
export async function createsLater(p: Probing): Promise<readonly Failure[]> {
  const twin = smallest(p);
  const first = await p.twin(twin);
  if (!p.run.spendsFreely) return [];
  await p.pauseSince(first, APART_MS + TIMER_SLACK_MS);
  // A budget that the user has set need not allow it.
  await unlessInconclusive(undefined, () => p.answerTo(twin.ask), ['budget']);
  return [];
}

/**
 * Makes the state of a sequence: consecutive creations of an operation that were requested far apart show different
 * values of created_at. A distance counts if it is more than twice the resolution of the clock that the time shows. If
 * another time was shown in between, the clocks of several machines may differ; so they may if whole seconds are shown
 * only twice more.
 */
export function movingTimes(): (exchange: Exchange) => Judgement {
  const latest = new Map<string, First>();
  return (exchange) => {
    const answer = acceptedBody(exchange);
    const [created, text] = [id(string(answer, '/id')), string(answer, '/created_at')];
    if (!answer || exchange.startedAt === 0) return NOT_CONCERNED;
    if (created === undefined || text === undefined || instant(text) === undefined) return NOTHING_TO_JUDGE;
    const before = latest.get(exchange.operation);
    const began = { text, created, endedAt: exchange.startedAt + exchange.durationMs, repeated: 0 };
    const first = before?.text === text ? before : began;
    const step = clockStepOf(text);
    const least = Math.max(APART_MS, 2 * step);
    const isApart = first.created !== created && exchange.startedAt - first.endedAt >= least;
    const repeated = first.repeated + (isApart ? 1 : 0);
    latest.set(exchange.operation, { ...first, repeated });
    return flawUnless(!isApart || repeated < repetitionsOf(step), () => ({
      where: '/created_at',
      expected: `another time than that of ${first.created}, which was created at least ${least} ms before`,
      actual: shown(member(answer, 'created_at')),
    }));
  };
}
