import { describe, expect, it } from 'vitest';
import { Schedule } from '../../../src/engine/schedule.ts';

/** A wait that ends when it is told to. */
function held() {
  let end = (): void => undefined;
  const until = new Promise<void>((resolve) => {
    end = resolve;
  });
  return { until, end };
}

const settled = () => new Promise(setImmediate);

describe('room for another check', () => {
  it('exists when fewer checks are under way than allowed, not counting those that pause', async () => {
    const schedule = new Schedule();
    const [first, pause] = [held(), held()];
    const check = schedule.underWay(async () => {
      await first.until;
      await schedule.whileIdle(() => pause.until);
    });
    let begun = false;
    const next = schedule.room(1).then(() => {
      begun = true;
    });
    await settled();
    expect(begun).toBe(false);
    first.end();
    await next;
    pause.end();
    await check;
    await schedule.room(1);
  });

  it('exists when a check waits for its turn, and turns are taken one after the other', async () => {
    const schedule = new Schedule();
    const [first, order] = [held(), [] as string[]];
    const one = schedule.underWay(() =>
      schedule.exclusively('putFiat', () => first.until.then(() => void order.push('one'))),
    );
    const two = schedule.underWay(() => schedule.exclusively('putFiat', async () => void order.push('two')));
    await schedule.room(2);
    first.end();
    await Promise.all([one, two]);
    expect(order).toEqual(['one', 'two']);
  });
});

describe('a schedule that confirms promptly', () => {
  it('has no room while a check waits to be undisturbed, and again once it has ended', async () => {
    const schedule = new Schedule();
    schedule.confirmPromptly();
    const [other, alone] = [held(), held()];
    const disturbing = schedule.underWay(() => other.until);
    const confirmed = schedule.underWay(() => schedule.undisturbed(() => alone.until));
    let begun = false;
    const next = schedule.room(9).then(() => {
      begun = true;
    });
    await settled();
    other.end();
    await disturbing;
    await settled();
    expect(begun).toBe(false);
    alone.end();
    await Promise.all([confirmed, next]);
    expect(begun).toBe(true);
  });
});

describe('a check that must be undisturbed', () => {
  it('waits until all others have ended, and lets none begin before it ends', async () => {
    const schedule = new Schedule();
    const [other, alone, order] = [held(), held(), [] as string[]];
    const disturbing = schedule.underWay(() => other.until);
    const confirmed = schedule.underWay(() =>
      schedule.undisturbed(async () => {
        order.push('alone');
        await alone.until;
        order.push('confirmed');
      }),
    );
    await settled();
    expect(order).toEqual([]);
    other.end();
    await disturbing;
    const late = schedule.underWay(async () => void order.push('late'));
    await settled();
    expect(order).toEqual(['alone']);
    alone.end();
    await Promise.all([confirmed, late]);
    expect(order).toEqual(['alone', 'confirmed', 'late']);
  });
});
