import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getServiceHealth } from '@atrium/contract/service-api/health';
import { expect, onTestFinished, test } from 'vitest';
import { createServiceClient } from './service-client.ts';

test('a change that was not answered in time may have been made, and one that was refused has not', async () => {
  const server = createServer(() => {}).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  let address: string | undefined = `http://127.0.0.1:${port}`;
  const client = createServiceClient(
    async (id) => ({ id, name: 'Shop', address }),
    async () => undefined,
  );
  const call = (options: object) => client.call('shop', getServiceHealth, {}, options);
  await expect(call({ signal: AbortSignal.timeout(50) })).rejects.toThrow('timeout');
  await expect(call({ timeoutMs: 50 })).rejects.toMatchObject({
    message: 'Shop did not answer within 1 s.',
    retryAfterSeconds: 5,
  });
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
  address = undefined;
  await expect(make()).rejects.toMatchObject({
    message: 'Shop cannot be reached.',
    status: 503,
    retryAfterSeconds: 5,
  });
});
