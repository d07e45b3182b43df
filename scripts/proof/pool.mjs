// Runs targets on threads of this process, the next one wherever a place is free.
import { Worker } from 'node:worker_threads';

const THREADS = 2;
const TOGETHER = 4;

/** Runs all targets by the `verify` of the module that the options name; `onEnded(target, found)` as each one ends. */
export async function runAll(targets, options, onEnded, threads = THREADS) {
  const queue = targets.map((target, task) => ({ task, target }));
  const thread = () =>
    new Promise((resolve, reject) => {
      const worker = new Worker(new URL('./worker.mjs', import.meta.url), { workerData: options });
      let running = 0;
      const next = () => {
        while (running < TOGETHER && queue.length > 0) {
          running += 1;
          worker.postMessage(queue.shift());
        }
        if (running === 0) worker.terminate().then(resolve);
      };
      worker.on('error', reject);
      worker.on('message', ({ task, found, ready }) => {
        if (!ready) {
          running -= 1;
          onEnded(targets[task], found);
        }
        next();
      });
    });
  await Promise.all(Array.from({ length: Math.min(threads, targets.length) }, thread));
}
