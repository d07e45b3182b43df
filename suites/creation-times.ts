import type { Probing } from '../src/engine/probing.ts';
import { probe, type Row, should, suite } from '../src/engine/row.ts';
import type { Failure } from '../src/model/outcome.ts';
import { CREATING, tellsNow } from './clock.ts';
import { plain } from './requests.ts';

/** A plain creation of the run's own: its ref_id was never used, so that it cannot be a former one that is answered again. */
async function createdNow(p: Probing): Promise<readonly Failure[]> {
  const operation = CREATING.find((each) => each === p.operation);
  if (!operation) throw new Error(`${p.operation} creates nothing with a time`);
  const { key, ask } = plain(p, operation);
  return tellsNow(p, await p.twin(key, ask), 'created_at', 'it is the creation');
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
      lenience:
        "ten minutes to either side of the answer's Date header, or of the run's clock where it has none; a target that lives in another time throughout is let be, unless it is another time zone's",
    },
    probe(createdNow),
  ),
});
