import { UnavailableError } from '@atrium/host/errors';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ofDomain, startTestServices, type TestServices } from '../../test/support.ts';
import type { Usage } from '../metering/meter.ts';

/** Usage cannot be recorded, as on a full disk. */
let isDiskFull = false;
/** That of the domain `turns` is not recorded before this is resolved. */
let held: PromiseWithResolvers<void> | undefined;
const usage: Usage[] = [];
let shared: TestServices;

beforeAll(async () => {
  shared = await startTestServices({
    meter: {
      record(used) {
        if (isDiskFull) return Promise.reject(new UnavailableError('Usage cannot be recorded.', 5));
        usage.push(used);
        return Promise.resolve(used.identity.domainId === 'turns' ? held?.promise : undefined);
      },
    },
  });
});

afterAll(() => shared[Symbol.asyncDispose]());

const ORDERS = '/content/entries/orders';
const ORDER = { customer: { email: 'ada@example.com' }, lines: [1], totalCents: 390, status: 'NEW' };

it('writes nothing that it cannot count, so that who tries again has written once', async () => {
  const services = ofDomain(shared, 'uncounted');
  const count = async () =>
    (await services.call('POST', `${ORDERS}/query`, { body: {} })).body.totalElements as number;
  const before = await count();
  isDiskFull = true;
  const create = () => services.call('POST', ORDERS, { body: ORDER });
  expect((await create()).status).toBe(503);
  isDiskFull = false;
  expect((await create()).status).toBe(200);
  expect(await count()).toBe(before + 1);
});

it('counts a call once, and its time', async () => {
  const services = ofDomain(shared, 'counted');
  await services.call('POST', ORDERS, { body: ORDER });
  const own = usage.filter(({ identity }) => identity.domainId === 'counted');
  expect(own.every(({ metric, target }) => metric === 'write' && target === 'orders')).toBe(true);
  expect(own.reduce((sum, { calls }) => sum + calls, 0)).toBe(1);
  expect(own.reduce((sum, { durationMs }) => sum + durationMs, 0)).toBeGreaterThan(0);
});

it('counts no query before its turn, so that what is refused or waits costs nothing', async () => {
  const services = ofDomain(shared, 'turns');
  const counted = () =>
    usage.filter(({ identity }) => identity.domainId === 'turns').reduce((sum, { calls }) => sum + calls, 0);
  const list = (asked: Pick<TestServices, 'call'> = services) =>
    asked.call('POST', `${ORDERS}/query`, { body: {} });
  expect((await list()).status).toBe(200);
  held = Promise.withResolvers();
  const lists = [list(), list(), list()];
  await expect.poll(counted).toBe(1 + 2);
  expect((await list(ofDomain(shared, 'another'))).status).toBe(200);
  expect(counted()).toBe(1 + 2);
  held.resolve();
  for (const { status } of await Promise.all(lists)) expect(status).toBe(200);
  expect(counted()).toBe(1 + 3);
});

it('removes the fields that a change sets to null, and no others', async () => {
  const services = ofDomain(shared, 'nulls');
  const { body: order } = await services.call('POST', ORDERS, { body: { ...ORDER, note: null, by: 'ann' } });
  const { body: changed } = await services.call('PATCH', `${ORDERS}/${order.id}`, {
    body: { by: null, status: 'SHIPPED' },
  });
  expect(changed).toEqual({ ...ORDER, id: order.id, note: null, status: 'SHIPPED' });
  expect((await services.call('GET', `${ORDERS}/${order.id}`)).body).toEqual(changed);
});

it('says how many entries there are on each page, and beyond the last one', async () => {
  const services = ofDomain(shared, 'pages');
  for (let id = 1; id <= 5; id++)
    await services.call('POST', ORDERS, { body: { ...ORDER, id: `order-${id}` } });
  const list = async (body: object) => (await services.call('POST', `${ORDERS}/query`, { body })).body;
  for (const [page, ids] of [['order-1', 'order-2'], ['order-3', 'order-4'], ['order-5'], []].entries()) {
    const found = await list({ page, size: 2 });
    expect(found.content.map(({ id }: { id: string }) => id)).toEqual(ids);
    expect(found.totalElements).toBe(5);
  }
  expect((await list({ where: { status: 'SHIPPED' } })).totalElements).toBe(0);
});

it('brings an entry back that was deleted with a change of its collection, and not with any other', async () => {
  const services = ofDomain(shared, 'deleted');
  const findProduct = async () => (await services.call('GET', '/content/entries/products/cup')).status;
  const save = async (path: string, content: string) => {
    const [name = '', folder = ''] = path.split('/').toReversed();
    const { body: live } = await services.call('GET', '/content/export/metadata');
    const folders = [{ name: folder, files: [{ name, action: 'merge', content }] }];
    return services.call('POST', '/content/import', { body: { baseVersion: live.version, folders } });
  };
  expect(await findProduct()).toBe(200);
  await services.call('DELETE', '/content/entries/products/cup');
  expect((await save('functions/other.js', 'export default () => 1;\n')).status).toBe(200);
  expect(await findProduct()).toBe(404);
  const { body: file } = await services.call('POST', '/content/export/source/file', {
    body: { folder: 'collections', name: 'products.js' },
  });
  await save('collections/products.js', `${file.content}\n`);
  expect(await findProduct()).toBe(200);
});

it('refuses a question that it does not understand, over HTTP and in functions', async () => {
  const services = ofDomain(shared, 'questions');
  for (const note of ['tea', 'cup']) await services.call('POST', ORDERS, { body: { ...ORDER, note } });
  const find = (body: unknown) => services.call('POST', `${ORDERS}/query`, { body });
  const all = (await find({})).body.totalElements;
  expect((await find({ where: { note: 'tea' }, sortBy: 'note', size: 5 })).body.totalElements).toBe(1);
  const known = 'Known are: where, sortBy, descending, page, size, cursor, count, changes.';
  for (const query of [{ filter: { note: 'tea' } }, { note: 'tea' }, { wehre: {} }, { limit: 1 }]) {
    const { status, body } = await find(query);
    expect([status, body.errors]).toEqual([
      400,
      [{ field: 'body', defaultMessage: `Unknown here: ${Object.keys(query)[0]}. ${known}` }],
    ]);
  }
  const { body: live } = await services.call('GET', '/hyper-dispatch/export/metadata');
  const content = `export default async (queries, { content }) => {
    const found = [];
    for (const query of queries)
      found.push(await content.find('orders', query).then((page) => page.totalElements, (e) => e.name + e.message));
    return found;
  }`;
  const folders = [{ name: 'functions', files: [{ name: 'find.js', action: 'remote', content }] }];
  await services.call('POST', '/hyper-dispatch/import', { body: { baseVersion: live.version, folders } });
  const { body: found } = await services.call('POST', '/hyper-dispatch/invoke/find', {
    body: [null, { where: { note: 'tea' } }, { filter: { note: 'tea' } }],
  });
  expect(found).toEqual([
    all,
    1,
    expect.stringMatching(/^TypeError.*Unknown here: filter\. Known are: where,/),
  ]);
});

it('returns no page that is larger than others can wait for', async () => {
  const services = ofDomain(shared, 'large-pages');
  const note = 'x'.repeat(250_000);
  for (let id = 0; id < 34; id++)
    await services.call('POST', ORDERS, { body: { ...ORDER, id: `large-${id}`, note } });
  const list = (size: number) => services.call('POST', `${ORDERS}/query`, { body: { size } });
  const refused = await list(34);
  expect(refused.status).toBe(422);
  expect(refused.body.message).toBe(
    'The entries of this page are larger than 8 MiB. Please ask for fewer at a time.',
  );
  expect((await list(33)).body.content).toHaveLength(33);
});
