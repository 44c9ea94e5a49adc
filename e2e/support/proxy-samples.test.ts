import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type Certificate, makeCertificate } from './certificate.ts';
import { freePort } from './product.ts';
import { PROXY_SAMPLES } from './proxy-samples.ts';
import { makeTlsClient, type TlsClient } from './tls-client.ts';

const WRITES = ['POST', 'PUT', 'PATCH', 'DELETE'];

describe.each(PROXY_SAMPLES)('the sample for $name', ({ isInstalled, missing, start }) => {
  let certificate: Certificate;
  beforeAll(async () => {
    if (isInstalled) certificate = await makeCertificate();
  });
  afterAll(() => certificate?.remove());

  async function callThrough(webPorts: readonly [number, number], method: string, body = '') {
    return (await openThrough(webPorts)).call(method, '/console/v1/anything', {}, body);
  }

  async function openThrough(webPorts: readonly [number, number]): Promise<TlsClient> {
    const port = await freePort();
    const proxy = await start({ port, webPorts, certificate });
    onTestFinished(() => proxy.stop());
    return makeTlsClient(`https://localhost:${port}`, certificate.text, '127.0.0.1');
  }

  test.skipIf(!isInstalled).each(WRITES)(
    `never sends a %s again that may have run (${missing})`,
    async (method) => {
      const webs = [await startWeb({ breaksOff: true }), await startWeb({ breaksOff: true })] as const;
      const { status } = await callThrough([webs[0].port, webs[1].port], method);
      expect(status).toBe(502);
      expect(webs.flatMap(({ taken }) => taken)).toEqual([`${method} 2`]);
    },
  );

  test.skipIf(!isInstalled).each(WRITES)(`passes a %s on with its body (${missing})`, async (method) => {
    const webs = [await startWeb(), await startWeb()] as const;
    const answer = await callThrough([webs[0].port, webs[1].port], method, 'x'.repeat(2_000_000));
    expect(answer).toEqual({ status: 200, body: `${method} 2000002` });
  });

  test.skipIf(!isInstalled).each(['GET', 'POST', 'PATCH'])(
    `goes round a process that refuses a %s (${missing})`,
    async (method) => {
      const { port } = await startWeb();
      const { status } = await callThrough([await freePort(), port], method);
      expect(status).toBe(200);
    },
  );

  test.skipIf(!isInstalled)(`finds the files of either of two releases (${missing})`, async () => {
    const files = ['/console/assets/index-before.js', '/console/assets/index-after.js'];
    const webs = [
      await startWeb({ files: files.slice(0, 1) }),
      await startWeb({ files: files.slice(1) }),
    ] as const;
    const client = await openThrough([webs[0].port, webs[1].port]);
    // Each of them is first asked of the wrong one once, whose turn it would be.
    for (const file of [...files, ...files, ...files.toReversed()])
      expect(await client.call('GET', file)).toEqual({ status: 200, body: file });
    expect((await client.call('GET', '/console/assets/index-neither.js')).status).toBe(404);
    // Which is no fault of theirs.
    expect((await client.call('GET', '/console/v1/anything')).status).toBe(200);
  });
});

/** A web process: says what has come, or takes each request and then breaks off, as one does that is killed. */
async function startWeb({ breaksOff = false, files = [] as string[] } = {}) {
  const taken: string[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { url = '' } = request;
    if (url === '/health/ready') return response.end();
    if (url.startsWith('/console/assets/')) {
      return files.includes(url) ? response.end(url) : response.writeHead(404).end();
    }
    const came = `${request.method} ${(await text(request)).length}`;
    taken.push(came);
    return breaksOff ? response.destroy() : response.end(came);
  };
  const server = createServer((...call) => void answer(...call)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, taken };
}
