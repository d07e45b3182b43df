import { creations, withdrawals } from '../../src/contract/operations.ts';
import { probe, rule, sequence, waiting } from '../../src/engine/check.ts';
import type { Probing } from '../../src/engine/probing.ts';
import { must, type Row, should, suite } from '../../src/engine/row.ts';
import type { Failure } from '../../src/model/outcome.ts';
import { each } from '../vocabulary/answers.ts';
import { expectNow, NEAR_NOW, steadyOffset, timesAhead } from '../vocabulary/clock.ts';
import { plain } from '../vocabulary/requests.ts';
import { APART_MS, CLOCK_MS, inWords } from '../vocabulary/tolerances.ts';
import { createsLater, movingTimes } from './frozen-times.ts';

/**
 * Demands that a time in the answer to a plain creation is the time of its request. Its ref_id is new, so the answer
 * cannot repeat an earlier creation.
 */
async function createdNow(p: Probing, name: 'created_at' | 'updated_at'): Promise<readonly Failure[]> {
  const operation = creations.find((each) => each === p.operation);
  if (!operation) throw new Error(`${p.operation} creates nothing with a time`);
  return expectNow(p, await p.twin(plain(p, operation)), name, 'it creates the resource');
}

/**
 * The meaning of created_at in creations (2.1, 2.4) and of updated_at in new transfers (2.1), and times of past events,
 * which must not be in the future.
 */
export const creationTimes: readonly Row[] = suite('2.1', creations, {
  'TIMES-NOT-AHEAD': should(
    'A time of creation, update or settlement is not in the future',
    {
      aspect: 'semantics',
      on: [
        'putFiat',
        'getFiat',
        'listFiat',
        'fiatWithdrawal',
        'cryptoWithdrawal',
        'listAccounts',
        'getQuote',
        'affirm',
      ],
      cites: [
        '| updated_at | date-time | yes | Time of most recent update |',
        '2.2: | updated_at | date-time | no | Time of most recent update |',
        '2.5: | updated_at | date-time | Update time |',
        '2.7: | settled_at | date-time | no | Time of settlement |',
        '2.8: | updated_at | date-time | yes | Last update time |',
      ],
      lenience: `Judged only if the same object shows another time that is not in the future. Clocks may differ by ${inWords(CLOCK_MS)}, and local time may be sent as UTC.`,
    },
    rule(each(timesAhead)),
  ),
  'CREATED-AT-NOW': must(
    'created_at of a new resource is the time of its creation',
    {
      aspect: 'semantics',
      cites: [
        '| created_at | date-time | yes | Creation time |',
        '2.4: | created_at | date-time | yes | Creation time |',
      ],
      lenience: `${NEAR_NOW} Two creations may differ by twenty minutes from each other.`,
    },
    sequence(steadyOffset),
    probe((p) => createdNow(p, 'created_at')),
  ),
  'TRANSFER-UPDATED-NOW': must(
    'updated_at of a new transfer is the time of its creation',
    {
      aspect: 'semantics',
      on: withdrawals,
      cites: ['2.1: | updated_at | date-time | yes | Time of most recent update |'],
      lenience: NEAR_NOW,
    },
    probe((p) => createdNow(p, 'updated_at')),
  ),
  'CREATED-AT-MOVES': must(
    'Creations at different times show different values of created_at',
    {
      aspect: 'semantics',
      cites: [
        '| created_at | date-time | yes | Creation time |',
        '2.4: | created_at | date-time | yes | Creation time |',
      ],
      lenience: `Two creations of an operation are compared if they are at least ${inWords(APART_MS)} apart, and more than two units of the last digit that the time shows, apart from zeros at its end. If one between them shows another time, they may come from machines whose clocks differ; so may three that show the same whole second, but not four.`,
    },
    sequence(movingTimes),
    waiting(probe(createsLater)),
  ),
});
