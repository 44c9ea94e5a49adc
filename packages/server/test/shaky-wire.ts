import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { sendUsageBatch } from '@atrium/contract/service-api/functions/usage';

/** The way from the services to the platform. Batches of usage get lost, come twice, late and in another order. */
export interface ShakyWire extends AsyncDisposable {
  url: string;
  /** Batches that were passed on, repeated ones included. */
  passed: () => { all: number; repeated: number };
  /** From now on everything comes through once; late ones arrive before this resolves. */
  calm(): Promise<void>;
}

interface Batch {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** What happens to a batch; 'repeated unheard' is accepted, but no response arrives. */
type Fate = 'passed' | 'repeated' | 'repeated unheard' | 'refused';

/** While no batch is late the next one is repeated by rule: where there are few, chance may spare all. */
function drawFate(isNoneLate: boolean): Fate {
  if (isNoneLate) return 'repeated';
  const chance = Math.random();
  if (chance < 0.15) return 'refused';
  if (chance < 0.3) return 'repeated unheard';
  return chance < 0.45 ? 'repeated' : 'passed';
}

export async function openShakyWire(platformUrl: () => string): Promise<ShakyWire> {
  let isCalm = false;
  let all = 0;
  let repeated = 0;
  const late = new Set<Promise<unknown>>();
  const pass = ({ method, path, headers, body }: Batch) => {
    if (method === sendUsageBatch.method) all += 1;
    return fetch(platformUrl() + path, { method, headers, ...(body === '' ? {} : { body }) });
  };
  const passLate = async (batch: Batch) => {
    await sleep(Math.random() * 2000);
    repeated += 1;
    await pass(batch).catch(() => undefined);
  };

  const handle = async (batch: Batch, response: ServerResponse) => {
    const isShaky = !isCalm && batch.path === sendUsageBatch.path;
    const fate = isShaky ? drawFate(late.size === 0) : 'passed';
    if (fate === 'refused') return response.writeHead(503).end();
    if (fate !== 'passed') {
      const passing = passLate(batch);
      late.add(passing);
      void passing.finally(() => late.delete(passing));
    }
    const answer = await pass(batch);
    const text = await answer.text();
    if (fate === 'repeated unheard') return response.destroy();
    return response
      .writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' })
      .end(text);
  };

  const server = createServer((request, response) => {
    void (async () => {
      let body = '';
      for await (const chunk of request) body += String(chunk);
      const { method = 'GET', url: path = '/', headers } = request;
      await handle({ method, path, headers: passedOn(headers), body }, response);
    })().catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    passed: () => ({ all, repeated }),
    async calm() {
      isCalm = true;
      await Promise.all(late);
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function passedOn({ authorization, 'content-type': type }: IncomingHttpHeaders): Record<string, string> {
  return { ...(authorization && { authorization }), ...(type && { 'content-type': type }) };
}
