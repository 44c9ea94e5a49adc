// Makes each call again as soon as it is answered or refused, until it is told to end: apart from whoever measures meanwhile.
import { parentPort, workerData } from 'node:worker_threads';

const { calls } = workerData;
let isOver = false;
parentPort.once('message', () => (isOver = true));
await Promise.all(
  calls.map(async ({ url, ...request }) => {
    do {
      const response = await fetch(url, request);
      await response.arrayBuffer();
    } while (!isOver);
  }),
);
process.exit();
