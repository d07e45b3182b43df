import { expect, it } from 'vitest';
import { Interruption } from '../../../src/cli/interruption.ts';

it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s lets a command end with its reports', (signal) => {
  const before = process.listenerCount(signal);
  const interruption = new Interruption();
  process.emit(signal, signal);
  expect(interruption.signal.aborted).toBe(true);
  expect(interruption.by).toBe(signal);
  interruption.close();
  expect(process.listenerCount(signal)).toBe(before);
});
