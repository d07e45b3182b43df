// A thread of the pool. It verifies several targets at a time, because each of them sometimes waits.
import { parentPort, workerData } from 'node:worker_threads';

if (!parentPort) throw new Error('this is the script of a thread');
const pool = parentPort;

const { verify } = await import(workerData.module);

pool.on('message', async ({ task, target }) => {
  const found = await verify(target, workerData).catch((error) => ({ broken: error.stack ?? String(error) }));
  pool.postMessage({ task, found });
});
pool.postMessage({ ready: true });
