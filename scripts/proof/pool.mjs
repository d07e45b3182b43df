// Runs targets on threads of this process; the next target starts when a place is free.
import { Worker } from 'node:worker_threads';

const THREADS = 2;
// Each target waits for half of its time.
const TOGETHER = 8;

/**
 * Runs all targets with the `verify` of the module named in the options. Calls `onEnded(target, found)` after each one.
 * @template T, F
 * @param {readonly T[]} targets
 * @param {{ readonly module: string }} options
 * @param {(target: T, found: F) => void} onEnded
 * @param {number} [threads]
 */
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
          onEnded(/** @type {T} */ (targets[task]), found);
        }
        next();
      });
    });
  await Promise.all(Array.from({ length: Math.min(threads, targets.length) }, thread));
}
