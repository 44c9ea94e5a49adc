import { expect, it } from 'vitest';
import { startTestServices, type TestServices } from '../../test/support.ts';

const linesOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { id?: string; status?: string; result?: unknown; done?: true });

async function runAll(services: TestServices, serviceId: string) {
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
  await runAll(services, serviceId);
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
  await runAll(services, serviceId);
});
