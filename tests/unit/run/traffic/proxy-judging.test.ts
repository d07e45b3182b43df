import { expect, test, vi } from 'vitest';
import type { Capture } from '../../../../src/recordings/capture.ts';
import type { JudgeData } from '../../../../src/run/traffic/proxy-channel.ts';
import { ProxyJudging } from '../../../../src/run/traffic/proxy-judging.ts';

/** Starts a judging whose thread runs the given code. */
function judging(code: string) {
  const broken: string[] = [];
  const heard = { onViolation: () => undefined, onBroken: (reason: string) => broken.push(reason) };
  const thread = new URL(`data:text/javascript,${encodeURIComponent(code)}`);
  return { broken, judging: new ProxyJudging({} as JudgeData, heard, thread) };
}

const capture = {} as Capture;

test('a judging thread that ends by itself is reported, and frees what waits for it', async () => {
  const ended = judging('process.exit(3)');
  let released = 0;
  ended.judging.take(capture, 'target', () => (released += 1));
  await vi.waitUntil(() => ended.broken.length > 0);
  const sentence = 'the judging thread ended with exit code 3';
  expect(ended.broken).toEqual([`${sentence}: nothing is judged from now on, stop with Ctrl-C`]);
  expect(released).toBe(1);
  await expect(ended.judging.finish()).rejects.toThrow(sentence);
});

test('an error of the judging thread is reported once, although the thread ends after it', async () => {
  const ended = judging(`throw new Error('no memory')`);
  await expect(ended.judging.finish()).rejects.toThrow('no memory');
  expect(ended.broken).toEqual(['no memory: nothing is judged from now on, stop with Ctrl-C']);
});

test('a judging that is stopped is not reported as broken', async () => {
  const ended = judging(`import { parentPort } from 'node:worker_threads'; parentPort.on('message', () => {});`);
  await ended.judging.stop();
  expect(ended.broken).toEqual([]);
  await expect(ended.judging.finish()).rejects.toThrow('the judging thread ended');
});
