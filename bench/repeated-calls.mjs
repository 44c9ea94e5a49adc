// Callers that make their calls one after the other, and again, each as soon as the one before is answered or refused,
// until they are told to end: apart from whoever measures meanwhile.
import { parentPort, workerData } from 'node:worker_threads';

const { callers } = workerData;
let isOver = false;
parentPort.once('message', () => (isOver = true));
await Promise.all(
  callers.map(async (calls) => {
    for (let at = 0; !isOver; at++) {
      const { url, ...request } = calls[at % calls.length];
      const response = await fetch(url, request);
      await response.arrayBuffer();
    }
  }),
);
process.exit();
