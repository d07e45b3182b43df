import { expect, it } from 'vitest';
import { CONFIRMATION } from '../../../../src/engine/attempt-kinds.ts';
import { Prober } from '../../../../src/engine/prober.ts';
import { answerWithoutRefId, firstAnswerWithoutRefId } from '../../../../suites/vocabulary/without-ref-id.ts';
import { worldOf } from '../../../support/world.ts';

const world = () => worldOf(() => ({ status: 200, body: {} }), { fixtures: { profile_id: 'profile' } });

it('the first answer to a request without ref_id is that of the first attempt, which a later one does not send', async () => {
  const target = world();
  const again = () => new Prober(target, 'ROW', 'createAddress', { attempt: CONFIRMATION });
  expect(await firstAnswerWithoutRefId(again(), 'createAddress')).toBeUndefined();
  const first = await answerWithoutRefId(new Prober(target, 'ROW', 'createAddress'), 'createAddress');
  expect(await firstAnswerWithoutRefId(again(), 'createAddress')).toBe(first);
  expect(await answerWithoutRefId(again(), 'createAddress')).not.toBe(first);
  expect(target.asked).toHaveLength(2);
});
