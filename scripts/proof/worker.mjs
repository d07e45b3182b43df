// A thread of the pool. It verifies several targets at a time, because each of them sometimes waits.
import { parentPort, workerData } from 'node:worker_threads';

const { verify } = await import(workerData.module);

parentPort.on('message', async ({ task, target }) => {
  const found = await verify(target, workerData).catch((error) => ({ broken: error.stack ?? String(error) }));
  parentPort.postMessage({ task, found });
});
parentPort.postMessage({ ready: true });
