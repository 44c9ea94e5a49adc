import { createHmac } from 'node:crypto';
import { NOBODY_ID } from '@atrium/contract/service-api/service-token';
import { expect, it, vi } from 'vitest';
import { ann, startTestServices, type TestServices } from '../../test/support.ts';
import type { Caller } from '../host/service-token.ts';
import { Cancellation } from '../sandbox/cancellation.ts';

const linesOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { id?: string; status?: string; result?: unknown; done?: true });

/** Runs all tests, and expects every one of them to pass. */
async function expectAllPass(services: TestServices, serviceId: string): Promise<void> {
  const { body: list } = await services.call('GET', `/${serviceId}/tests`);
  expect(list.tests.length).toBeGreaterThanOrEqual(20);
  const body = { runId: 'run-1' };
  const { body: text } = await services.call<string>('POST', `/${serviceId}/tests/run`, { body });
  const lines = linesOf(text);
  expect(lines.filter(({ status }) => status === 'FAIL')).toEqual([]);
  expect(lines.at(-1)).toMatchObject({ done: true, ok: list.tests.length, failed: 0, version: 1 });
}

const SERVICES = ['hyper-dispatch', 'content'];

it.each(SERVICES)('the starter tests of %s all pass', async (serviceId) => {
  await using services = await startTestServices();
  await expectAllPass(services, serviceId);
});

it.each(SERVICES)('the starter tests of %s all pass after the shop has sold out', async (serviceId) => {
  await using services = await startTestServices();
  const { body: products } = await services.call('POST', '/content/entries/products/query', { body: {} });
  const lines = products.content.map(({ id, stock }: { id: string; stock: number }) => {
    return { product: id, quantity: stock };
  });
  const customer = { name: 'Ada', email: 'ada@example.com' };
  const ordered = await services.call('POST', '/hyper-dispatch/invoke/orders/create', {
    body: { customer, lines: lines.filter(({ quantity }: { quantity: number }) => quantity > 0) },
  });
  expect(ordered.status).toBe(200);
  await expectAllPass(services, serviceId);
});

it.each(SERVICES)('the starter tests of %s all pass after the shop has grown', async (serviceId) => {
  await using services = await startTestServices();
  const products = '/content/entries/products';
  const white = {
    id: 'tea-white',
    name: 'White tea',
    category: 'tea',
    priceCents: 990,
    stock: 7,
    reorderAt: 2,
  };
  const coffee = { ...white, id: 'coffee', name: 'Coffee', category: 'ware' };
  for (const entry of [white, coffee]) {
    expect((await services.call('POST', products, { body: entry })).status).toBe(200);
  }
  const more = await services.call('PATCH', `${products}/teapot`, { body: { stock: 20_000 } });
  expect(more.status).toBe(200);
  await expectAllPass(services, serviceId);
});

it('the shop takes a payment from a signed webhook to the receipt and the report', async () => {
  const mails: { to: string[]; subject: string; attachments: { content: string }[] }[] = [];
  await using services = await startTestServices({
    findDomainCaller: () => () => Promise.resolve({ ...ann, permissions: ['functions.invoke'] }),
    sendMail: (_serviceId, { mail }) => {
      mails.push(mail);
      return Promise.resolve({ refused: [] });
    },
  });
  services.context.backgroundRuns.start();
  const { addresses } =
    services.context.services.find(({ serviceId }) => serviceId === 'hyper-dispatch') ?? {};
  const visitor: Caller = { ...ann, userId: NOBODY_ID, roles: [], permissions: ['functions.invoke'] };
  const ask = async (method: string, path: string, headers: [string, string][] = [], body = '') => {
    const request = { method, path, url: `https://shop.example${path}`, headers, person: null };
    const answer = await addresses?.answer(visitor, request, Buffer.from(body), new Cancellation());
    return { status: answer?.head.status, text: answer?.body.toString() ?? '' };
  };
  const pay = (type: string, order: string, secret: string) => {
    const created = Math.floor(Date.now() / 1000);
    const object = { id: 'pi_1', amount: 1740, metadata: { order } };
    const body = JSON.stringify({
      id: `evt_${type}`,
      type: `payment_intent.${type}`,
      created,
      data: { object },
    });
    const signature = createHmac('sha256', secret).update(`${created}.${body}`).digest('hex');
    return ask('POST', '/hooks/payment', [['stripe-signature', `t=${created},v1=${signature}`]], body);
  };
  const invoke = (name: string, body: unknown) =>
    services.call('POST', `/hyper-dispatch/invoke/${name}`, { body });
  const set = (kind: 'secret' | 'variable', name: string, value: string) =>
    services.context.values.set({ domainId: ann.domainId, kind, name }, ann.userId, { value });

  const { body: listed } = await services.call('GET', '/hyper-dispatch/values');
  expect(listed.content.map(({ name, isSet }: { name: string; isSet: boolean }) => [name, isSet])).toEqual([
    ['PAYMENT_KEY', false],
    ['PAYMENT_SECRET', false],
    ['REPORT_TO', false],
  ]);
  expect((await invoke('reports/payments', {})).body).toEqual({ sent: false, missing: 'REPORT_TO' });
  const { order } = (
    await invoke('orders/create', {
      customer: { email: 'ada@example.com' },
      lines: [{ product: 'cup', quantity: 1 }],
    })
  ).body;
  await expect(pay('succeeded', order.id, 'a secret')).rejects.toMatchObject({ status: 503 });

  await set('secret', 'PAYMENT_SECRET', 'the secret of the provider');
  expect((await pay('succeeded', order.id, 'another secret')).status).toBe(401);
  expect(await pay('payment_failed', order.id, 'the secret of the provider')).toMatchObject({ status: 200 });
  const { body: queue } = await services.call('GET', '/hyper-dispatch/queue');
  expect(queue.content).toMatchObject([{ function: 'payments/remind', key: order.id, state: 'WAITING' }]);
  expect(await pay('succeeded', order.id, 'the secret of the provider')).toEqual({
    status: 200,
    text: '{"received":true}',
  });
  await vi.waitFor(async () => {
    const shown = await ask('GET', `/orders/${order.id}`);
    expect(JSON.parse(shown.text)).toMatchObject({ status: 'NEW', isPaid: true, totalCents: 1740 });
  }, 20_000);
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
    [['ada@example.com'], `Receipt for your order ${order.id}`],
  ]);
  expect((await ask('GET', '/orders/none')).status).toBe(404);

  await set('variable', 'REPORT_TO', 'reader@example.com');
  const report = await invoke('reports/payments', { locale: 'de-AT', timeZone: 'Europe/Vienna' });
  expect(report.body).toEqual({ sent: true, refused: [], payments: 1 });
  expect(mails.at(-1)?.attachments[0]?.content).toMatch(/^\ufeffPaid on;Order;EUR\r\n.*;17,40\r\n$/);
  const { body: schedules } = await services.call('GET', '/hyper-dispatch/schedules');
  expect(schedules.schedules).toMatchObject([{ function: 'reports/payments', timeZone: 'Europe/Vienna' }]);
});
