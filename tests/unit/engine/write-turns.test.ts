import { describe, expect, it } from 'vitest';
import { Schedule } from '../../../src/engine/schedule.ts';
import { WriteTurns } from '../../../src/engine/write-turns.ts';

describe('turns of writes', () => {
  it('are in force for writes that end after they have begun, by their numbers', () => {
    const turns = new WriteTurns(new Schedule());
    turns.note({ id: 7 });
    expect([turns.isInForce, turns.wasInForce({ id: 7 })]).toEqual([false, false]);
    turns.begin();
    turns.note({ id: 9 });
    turns.begin();
    expect(turns.since).toBe(7);
    expect([6, 7, 8].map((id) => turns.wasInForce({ id }))).toEqual([false, false, true]);
  });

  it('are those of the recording in an audit, whatever is met again', () => {
    const never = new WriteTurns(new Schedule(), { since: undefined });
    never.note({ id: 3 });
    never.begin();
    expect(never.wasInForce({ id: 4 })).toBe(false);
    const turns = new WriteTurns(new Schedule(), { since: 20 });
    expect([20, 21].map((id) => turns.wasInForce({ id }))).toEqual([false, true]);
  });
});
