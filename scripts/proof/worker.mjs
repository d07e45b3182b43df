// A thread of the pool: verifies the targets that it is given, several at a time, since each of them waits now and then.
import { parentPort, workerData } from 'node:worker_threads';

const { verify } = await import(workerData.module);

parentPort.on('message', async ({ task, target }) => {
  const found = await verify(target, workerData).catch((error) => ({ broken: error.stack ?? String(error) }));
  parentPort.postMessage({ task, found });
});
parentPort.postMessage({ ready: true });
