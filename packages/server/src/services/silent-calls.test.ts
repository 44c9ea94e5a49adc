import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getServiceHealth } from '@atrium/contract/service-api/health';
import { expect, onTestFinished, test } from 'vitest';
import { createServiceClient } from './service-client.ts';

test('who was not waited for, or not for long, does not count as frozen', async () => {
  const server = createServer(() => {}).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  let address = `http://127.0.0.1:${port}`;
  const silent: string[] = [];
  const client = createServiceClient(
    async (id) => ({
      id,
      name: 'Shop',
      addresses: [address],
      onSilent: (frozen) => silent.push(frozen),
    }),
    async () => undefined,
  );
  const call = (options: object) => client.call('shop', getServiceHealth, {}, options);
  await expect(call({ signal: AbortSignal.timeout(50) })).rejects.toThrow('timeout');
  await expect(call({ timeoutMs: 50 })).rejects.toThrow('did not answer');
  expect(silent).toEqual([]);
  const change = { ...getServiceHealth, method: 'POST', permission: 'configuration.write' } as const;
  const make = () => client.call('shop', change, {}, { timeoutMs: 50 });
  await expect(make()).rejects.toMatchObject({ status: 503, retryAfterSeconds: undefined });
  const gone = createServer().listen(0, '127.0.0.1');
  await once(gone, 'listening');
  address = `http://127.0.0.1:${(gone.address() as AddressInfo).port}`;
  gone.close();
  await once(gone, 'close');
  await expect(make()).rejects.toMatchObject({ status: 503, retryAfterSeconds: 5 });
  // In a pause between two tries.
  await expect(call({ signal: AbortSignal.timeout(10) })).rejects.toThrow('timeout');
});
