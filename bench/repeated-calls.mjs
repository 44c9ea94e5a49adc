// Callers that make their calls one after the other, and again, each as soon as the one before is answered or refused,
// until they are told to end, and then report how many calls of each caller were answered with 200, and how many were not.
// They run apart from the measuring thread, and throw away bodies as they come: unpacking is work for a machine that is not
// the measured one.
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

const { callers } = workerData;
const agent = new Agent({ keepAlive: true });
let isOver = false;
parentPort.once('message', () => (isOver = true));
const counts = await Promise.all(
  callers.map(async (calls) => {
    const count = { answered: 0, refused: 0 };
    for (let at = 0; !isOver; at++) {
      const { url, body, method, headers } = calls[at % calls.length];
      const sent = request(url, { agent, method, headers: { 'accept-encoding': 'gzip', ...headers } });
      sent.end(body);
      const [response] = await once(sent, 'response');
      await once(response.resume(), 'end');
      count[response.statusCode === 200 ? 'answered' : 'refused'] += 1;
    }
    return count;
  }),
);
parentPort.postMessage(counts);
process.exit();
