import { once } from 'node:events';
import {
  Agent,
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const ASKS_EVERY_MS = 100;
const ASK_TIMEOUT_MS = 1_000;
/** Questions without an answer, one after the other, until an address counts as gone. A refusal counts at once. */
const UNANSWERED = 3;

/** A load balancer as plain as they come: it asks who is ready, keeps connections, and never tries a request again. */
export interface PlainProxy extends AsyncDisposable {
  url: string;
  /** Addresses of those that were ready when they were asked last. */
  ready: () => readonly string[];
}

/** `path` is where it asks whether an address is ready. */
export async function openPlainProxy(
  addresses: readonly string[],
  path = '/health/ready',
): Promise<PlainProxy> {
  // The longest waiting connection first, as proxies do: so old ones are used, too.
  const agent = new Agent({ keepAlive: true, scheduling: 'fifo' });
  const stopping = new AbortController();
  let ready: readonly string[] = [];
  let turn = 0;

  const forward = (request: IncomingMessage, response: ServerResponse) => {
    const address = ready[(turn += 1) % Math.max(1, ready.length)];
    if (address === undefined) return void response.writeHead(502, { 'x-proxy': 'none is ready' }).end();
    const { method, url, headers } = request;
    const onward = httpRequest(address + url, { method, headers, agent });
    onward.once('response', (answer) => {
      const { connection: _, 'keep-alive': __, ...passed } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, passed);
      answer.pipe(response);
    });
    onward.once('error', (error) => {
      if (response.headersSent) response.destroy();
      else response.writeHead(502, { 'x-proxy': `${address}: ${error.message}` }).end();
    });
    request.pipe(onward);
  };
  const server = createServer(forward);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const unanswered = new Map<string, number>();
  const isReady = async (address: string) => {
    const timeout = AbortSignal.timeout(ASK_TIMEOUT_MS);
    try {
      const answer = await fetch(address + path, { signal: timeout });
      await answer.body?.cancel();
      unanswered.delete(address);
      return answer.ok;
    } catch {
      // Who is slow once is not gone.
      const times = (unanswered.get(address) ?? 0) + 1;
      unanswered.set(address, times);
      return timeout.aborted && times < UNANSWERED && ready.includes(address);
    }
  };
  // Each by itself: one that is slow must not make the others be seen late, and a drain lasts a second.
  const keepAsking = async (address: string) => {
    while (!stopping.signal.aborted) {
      const isNow = await isReady(address);
      ready = addresses.filter((each) => (each === address ? isNow : ready.includes(each)));
      await sleep(ASKS_EVERY_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };
  const asking = Promise.all(addresses.map(keepAsking));

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ready: () => ready,
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await asking;
      server.closeAllConnections();
      server.close();
      agent.destroy();
    },
  };
}
