import type { Probing } from '../engine/probing.ts';
import { probe, type Row, should, suite } from '../engine/row.ts';
import type { Failure } from '../model/outcome.ts';
import { tellsNow } from './clock.ts';
import { type BodyOperation, plain } from './requests.ts';

const CREATING = ['fiatWithdrawal', 'cryptoWithdrawal', 'createAddress'] as const satisfies readonly BodyOperation[];

/** A plain creation of the run's own: its ref_id was never used, so that it cannot be a former one that is answered again. */
async function createdNow(p: Probing): Promise<readonly Failure[]> {
  const operation = CREATING.find((each) => each === p.operation);
  if (!operation) throw new Error(`${p.operation} creates nothing with a time`);
  const { key, ask } = plain(p, operation);
  return tellsNow(await p.twin(key, ask), 'created_at', 'it is the creation');
}

/** What created_at means where the run creates (2.1, 2.4). */
export const creationTimes: readonly Row[] = suite('2.1', CREATING, {
  'CREATED-AT-NOW': should(
    'created_at of what was just created is the time of its creation',
    {
      aspect: 'semantics',
      cites: [
        '| created_at | date-time | yes | Creation time |',
        '2.4: | created_at | date-time | yes | Creation time |',
      ],
      lenience: "ten minutes to either side of the answer's Date header, or of the run's clock where it has none",
    },
    probe(createdNow),
  ),
});
