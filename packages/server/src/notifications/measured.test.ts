import { editFiles } from '@atrium/contract/configuration/edit';
import { domainChannels } from '@atrium/contract/notifications/channels';
import type { ReasonName } from '@atrium/contract/notifications/reasons';
import { invokeTopFunction } from '@atrium/contract/service-api/functions/invoke';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { buildUser } from '../../test/factories.ts';
import { type PlatformApp, startPlatform } from '../../test/shipped-services.ts';
import { startWebhookReceiver } from '../../test/webhook-receiver.ts';

vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 });

let server: PlatformApp;
beforeAll(async () => {
  server = await startPlatform();
});
afterAll(() => server[Symbol.asyncDispose]());

const byText = (a: string, b: string) => a.localeCompare(b);

async function measure() {
  const { jobs, notifying, outbox } = server.context;
  const job = notifying.jobs.find(({ definition }) => definition.name === 'notifications.measure');
  await job?.run({}, { id: '', tryNumber: 0, signal: AbortSignal.timeout(30_000) });
  await jobs.runDue(notifying.jobs);
  await jobs.runDue(outbox.bindJobs());
}

test('functions that fail often, or in the background, are told once, with the last submission before', async () => {
  await using receiver = await startWebhookReceiver();
  const { context } = server;
  const as = await buildUser(context, { username: 'ada' });
  const body = { kind: 'WEBHOOK' as const, name: 'Receiver', address: receiver.url };
  const { id } = await server.call(domainChannels.add, { body }, { as });
  const reasons: ReasonName[] = ['function-errors', 'function-slow', 'queue-failed'];
  for (const reason of reasons)
    await server.call(domainChannels.setReason, { params: { id, reason }, body: { isOn: true } }, { as });
  const file = (name: string, content: string) => ({
    folderPath: 'functions',
    name: `${name}.js`,
    content,
    checksum: null,
  });
  const files = [
    file('broken', "export default () => { throw new Error('a secret of a customer'); };\n"),
    file('plan', "export default (input, { later }) => later('broken', {}, { retries: 0 });\n"),
  ];
  const edit = { params: { serviceId: 'hyper-dispatch' }, body: { files, message: 'Break it' } };
  const { version } = await server.call(editFiles, edit, { as });
  const client = context.services.getClient(as);
  const call = (name: string) =>
    client.call('hyper-dispatch', invokeTopFunction, { params: { name }, body: {} }).catch(() => 'failed');
  for (let count = 0; count < 12; count += 1) await call('broken');
  expect(await call('plan')).not.toBe('failed');
  const types = () => receiver.received.map(({ body: text }) => String(JSON.parse(text).type)).sort(byText);
  // The log is written a moment later, and the run begins by itself.
  await expect
    .poll(
      async () => {
        await measure();
        return types();
      },
      { timeout: 40_000, interval: 500 },
    )
    .toEqual(['function.errors', 'queue.failed']);
  await measure();
  expect(types()).toHaveLength(2);
  const [errors] = receiver.received
    .map(({ body: text }) => JSON.parse(text))
    .filter(({ type }) => type === 'function.errors');
  expect(errors.data).toMatchObject({
    function: 'broken',
    lastSubmission: { serviceId: 'hyper-dispatch', version, message: 'Break it', author: 'ada' },
  });
  expect(JSON.stringify(receiver.received)).not.toContain('a secret of a customer');
});

test('a service that is down for two minutes is told, and that it is back', async () => {
  await using receiver = await startWebhookReceiver();
  const { context } = server;
  const as = await buildUser(context);
  const body = { kind: 'WEBHOOK' as const, name: 'Receiver', address: receiver.url };
  const { id } = await server.call(domainChannels.add, { body }, { as });
  const params = { id, reason: 'service-down' as const };
  await server.call(domainChannels.setReason, { params, body: { isOn: true } }, { as });
  const set = (minutes: number | null) =>
    context.db
      .insertInto('serviceHealth')
      .values({
        serviceId: 'content',
        checkedOn: context.clock.now(),
        backend: minutes === null ? 'UP' : 'DOWN',
        frontend: 'UP',
        downSince: minutes === null ? null : new Date(context.clock.now().getTime() - minutes * 60_000),
      })
      .onConflict((conflict) =>
        conflict.column('serviceId').doUpdateSet(({ ref }) => ({
          backend: ref('excluded.backend'),
          downSince: ref('excluded.downSince'),
        })),
      )
      .execute();
  for (const minutes of [null, 1, 3, 4, null, null, 1, null]) {
    await set(minutes);
    await measure();
  }
  expect(receiver.received.map(({ body: text }) => JSON.parse(text).type)).toEqual([
    'service.down',
    'service.up',
  ]);
});
