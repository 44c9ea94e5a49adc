import { expect, it } from 'vitest';
import { startTestServices, type TestServices } from '../../test/support.ts';

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
