import { PERMISSIONS } from '@atrium/contract/permissions';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ann, ofDomain, startTestServices, type TestServices } from '../../test/support.ts';

let shared: TestServices;
beforeAll(async () => {
  shared = await startTestServices();
});
afterAll(() => shared[Symbol.asyncDispose]());

const ORDERS = '/content/entries/orders';
const ORDER = { customer: { email: 'ada@example.com' }, lines: [1], totalCents: 390, status: 'NEW' };
const CHANGES = `${ORDERS}/changes`;

type Services = Pick<TestServices, 'call' | 'usage'>;

const list = async (services: Services, body: object = {}) =>
  (await services.call('POST', `${ORDERS}/query`, { body })).body;
const change = (services: Services, ...changes: object[]) =>
  services.call('POST', CHANGES, { body: { changes } });

const stored = async (domainId: string) => {
  const { entries, entryBytes } = await shared.context.storage.get(domainId);
  return { entries, entryBytes };
};

it('tells who changed each entry last, and by which call', async () => {
  const services = ofDomain(shared, 'authors');
  const content = `export default (id, { content }) => content.update('orders', id, { note: 'paid' });`;
  const { body: live } = await services.call('GET', '/hyper-dispatch/export/metadata');
  const folders = [{ name: 'functions', files: [{ name: 'pay.js', action: 'remote', content }] }];
  await services.call('POST', '/hyper-dispatch/import', { body: { baseVersion: live.version, folders } });
  for (const id of ['one', 'two']) await services.call('POST', ORDERS, { body: { ...ORDER, id } });
  const { body: call } = await services.call('POST', '/hyper-dispatch/invocations', {
    body: { function: 'pay', input: '"two"' },
  });
  const { content: entries, changes } = await list(services, { changes: true, sortBy: 'id', size: 50 });
  const changeOf = (id: string) => changes[entries.findIndex((entry: { id: string }) => entry.id === id)];
  expect(changeOf('one')).toMatchObject({ userId: ann.userId, isSeed: false, call: null });
  expect(changeOf('two')).toMatchObject({
    userId: ann.userId,
    call: { serviceId: 'hyper-dispatch', function: 'pay', id: call.id },
  });
  expect((await services.call('GET', `/hyper-dispatch/invocations/${call.id}`)).status).toBe(200);
  expect((await list(services)).changes).toBeUndefined();
  const { body: seeds } = await services.call('POST', '/content/entries/products/query', {
    body: { changes: true },
  });
  expect(seeds.changes[0]).toMatchObject({ userId: null, isSeed: true, call: null });
});

it('makes all changes or none, and undoes them when they are swapped', async () => {
  const services = ofDomain(shared, 'edits');
  await list(services);
  const before = await stored('edits');
  const [one, two] = ['one', 'two'].map((id) => ({ ...ORDER, id }));
  expect((await change(services, { before: null, after: one }, { before: null, after: two })).status).toBe(
    204,
  );
  const paid = { ...one, status: 'SHIPPED', note: null };
  const edits = [
    { before: one, after: paid },
    { before: two, after: null },
  ];
  expect((await change(services, ...edits)).status).toBe(204);
  expect((await list(services)).content).toEqual([paid]);
  const refused = await change(services, { before: null, after: two }, { before: one, after: null });
  expect([refused.status, refused.body]).toEqual([
    409,
    expect.objectContaining({
      message: 'The entry one was changed by others meanwhile. Nothing was written.',
      details: { entries: [{ id: 'one', current: paid }] },
    }),
  ]);
  expect((await list(services)).content).toEqual([paid]);
  await change(services, ...edits.map(({ before: after, after: was }) => ({ before: was, after })));
  expect((await list(services)).content).toEqual([one, two]);
  await change(services, { before: one, after: null }, { before: two, after: null });
  expect(await stored('edits')).toEqual(before);
  const writes = services.usage.filter(({ metric }) => metric === 'write');
  expect(writes.reduce((sum, { calls }) => sum + calls, 0)).toBe(10);
});

it('refuses a change that the schema does not allow, by the name of the field', async () => {
  const services = ofDomain(shared, 'fields');
  const { status: _, ...incomplete } = ORDER;
  for (const [entry, field, text] of [
    [{ ...ORDER, totalCents: -1 }, 'totalCents', 'totalCents must be at least 0.'],
    [{ ...ORDER, customer: { email: 'ada' } }, 'customer', 'customer.email must be a valid email.'],
    [incomplete, 'status', 'the entry must have the field status.'],
  ] as const) {
    const { status, body } = await change(services, { before: null, after: { ...entry, id: 'one' } });
    expect([status, body.errors]).toEqual([422, [{ field, defaultMessage: text }]]);
  }
  const twice = { before: null, after: { ...ORDER, id: 'one' } };
  for (const wrong of [[twice, twice], [{ before: null, after: null }], []])
    expect((await change(services, ...wrong)).status).toBe(400);
});

it('keeps the index of a sorted field in step with changes', async () => {
  const services = ofDomain(shared, 'indexed');
  const { body: live } = await services.call('GET', '/content/export/metadata');
  const files = [
    { name: 'notes.meta.js', action: 'remote', content: `export default { indexes: ['rank'] };` },
  ];
  await services.call('POST', '/content/import', {
    body: { baseVersion: live.version, folders: [{ name: 'collections', files }] },
  });
  await expect
    .poll(async () => (await services.call('GET', '/content/indexes')).body)
    .toContainEqual(expect.objectContaining({ collection: 'notes', field: 'rank', isReady: true }));
  const write = (...changes: object[]) =>
    services.call('POST', '/content/entries/notes/changes', { body: { changes } });
  const entries = ['b', 'a', 'c'].map((rank, index) => ({ id: `${index}`, rank }));
  await write(...entries.map((after) => ({ before: null, after })));
  await write({ before: entries[1], after: { id: '1', rank: 'd' } }, { before: entries[2], after: null });
  const { body } = await services.call('POST', '/content/entries/notes/query', { body: { sortBy: 'rank' } });
  expect(body.content.map(({ rank }: { rank: string }) => rank)).toEqual(['b', 'd']);
});

it('previews entries that have no ids yet', async () => {
  const services = ofDomain(shared, 'previews-without-ids');
  const { status, body } = await services.call('POST', `${ORDERS}/preview`, {
    body: { entries: [ORDER, ORDER] },
  });
  expect([status, body.previews?.length]).toEqual([200, 2]);
});

it('previews entries without writing any: new, changed, unchanged and refused ones', async () => {
  const services = ofDomain(shared, 'previews');
  const one = { ...ORDER, id: 'one' };
  await services.call('POST', ORDERS, { body: one });
  const entries = [
    { ...one, totalCents: 1 },
    ORDER,
    { ...one, id: 'two', status: 'LOST' },
    { ...one, id: '..' },
  ];
  const { body } = await services.call('POST', `${ORDERS}/preview`, { body: { entries } });
  const [changed, added, refused, nowhere] = body.previews;
  expect(changed).toEqual({ edit: { before: one, after: { ...one, totalCents: 1 } }, reason: null });
  expect(added).toEqual({
    edit: { before: null, after: { ...ORDER, id: expect.any(String) } },
    reason: null,
  });
  expect(refused).toEqual({ edit: null, reason: expect.stringContaining('status must be one of') });
  expect(nowhere).toEqual({ edit: null, reason: expect.stringMatching(/^The id is not valid/) });
  expect((await list(services)).content).toEqual([one]);
});

it('lets no one change entries without the permission, and shows no one those of another domain', async () => {
  const services = ofDomain(shared, 'permitted');
  const one = { ...ORDER, id: 'one' };
  await services.call('POST', ORDERS, { body: one });
  const as = (...permissions: string[]) => ({ ...ann, domainId: 'permitted', permissions });
  const post = (path: string, body: object, caller: typeof ann) =>
    shared.call('POST', `${ORDERS}/${path}`, { body, as: caller });
  const edit = { changes: [{ before: one, after: null }] };
  for (const [path, body] of [
    ['changes', edit],
    ['preview', { entries: [one] }],
  ] as const) {
    expect((await post(path, body, as('content.read'))).status).toBe(403);
    expect((await post(path, body, as())).status).toBe(403);
  }
  expect((await post('query', {}, as('content.read'))).status).toBe(200);
  expect(
    (await post('query', {}, as(...PERMISSIONS.filter((each) => !each.startsWith('content'))))).status,
  ).toBe(403);
  const stranger = { ...ann, domainId: 'elsewhere' };
  expect((await post('changes', edit, stranger)).status).toBe(409);
  expect((await post('query', {}, stranger)).body.content).toEqual([]);
  expect((await list(services)).content).toEqual([one]);
});
