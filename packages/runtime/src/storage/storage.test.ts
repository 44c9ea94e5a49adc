import { LIMITS_WITHOUT_CARD, type LimitOverrides } from '@atrium/contract/limits/limit';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ann, startTestServices, type TestServices } from '../../test/support.ts';
import type { Caller } from '../host/service-token.ts';
import { Invocations } from './invocation.service.ts';

const HD = '/hyper-dispatch';

let services: TestServices;
const clock = { now: new Date('2026-11-21T10:00:30Z') };
beforeAll(async () => {
  services = await startTestServices({ now: () => clock.now });
});
afterAll(() => services[Symbol.asyncDispose]());

let domains = 0;
function newcomer(limits: LimitOverrides = {}): Caller {
  domains += 1;
  return { ...ann, domainId: `domain-${domains}`, limits };
}

async function importing(as: Caller, files: Record<string, string | null>, service = HD) {
  const { body } = await services.call('GET', `${service}/export/metadata`, { as });
  const folders = Object.entries(files).map(([path, content]) => ({
    name: path.slice(0, path.lastIndexOf('/')),
    files: [
      {
        name: path.slice(path.lastIndexOf('/') + 1),
        ...(content === null ? { action: 'delete' } : { action: 'remote', content }),
      },
    ],
  }));
  const change = { baseVersion: body.version, message: 'Change', folders };
  return services.call('POST', `${service}/import`, { as, body: change });
}

const usedOf = async (as: Caller) => (await services.call('GET', `${HD}/storage`, { as })).body;

/** What the running totals must be, by counting everything. */
async function counted({ domainId }: Caller) {
  const { rows } = await sql<Record<string, number>>`
    select
      (select count(*) from runtime.file where domain_id = ${domainId} and until_version is null) as files,
      (select sum(octet_length(content)) from runtime.file join runtime.blob using (domain_id, checksum)
        where domain_id = ${domainId} and until_version is null) as configuration_bytes,
      (select sum(octet_length(content)) from runtime.blob where domain_id = ${domainId})
        + 256 * (select count(*) from runtime.file where domain_id = ${domainId})
        + 256 * (select count(*) from runtime.version where domain_id = ${domainId}) as history_bytes,
      (select count(*) from runtime.entry where domain_id = ${domainId}) as entries,
      (select sum(octet_length(document::text)) from runtime.entry where domain_id = ${domainId}) as entry_bytes
  `.execute(services.context.db);
  return Object.fromEntries(Object.entries(rows[0] ?? {}).map(([name, value]) => [name, Number(value)]));
}

const page = (id: string, body = '') => ({ id, title: 'Title', body });
const insert = (as: Caller, id: string, body?: string) =>
  services.call('POST', '/content/entries/pages', { as, body: page(id, body) });

test('the totals are what counting everything gives, whatever was changed', async () => {
  const as = newcomer();
  await importing(as, { 'functions/a.js': 'x'.repeat(1000), 'functions/b.js': 'é'.repeat(100) });
  await importing(as, { 'functions/a.js': 'y', 'functions/b.js': null, 'functions/c.js': 'x'.repeat(1000) });
  await services.call('POST', `${HD}/versions/1/restore`, { as, body: { baseVersion: 3 } });
  await insert(as, 'one', 'first');
  await insert(as, 'one', 'again');
  await insert(as, 'two', '日本');
  await services.call('PATCH', '/content/entries/pages/one', { as, body: { body: 'longer than before' } });
  await services.call('DELETE', '/content/entries/pages/two', { as });
  const meta = `export default { schema: true, entries: [{ id: 'x' }, { id: 'y' }] };\n`;
  await importing(as, { 'collections/more.meta.js': meta }, '/content');
  await importing(as, { 'collections/more.meta.js': null }, '/content');
  expect(await usedOf(as)).toMatchObject(await counted(as));
  expect((await usedOf(as)).historyBytes).toBeGreaterThan((await usedOf(as)).configurationBytes);
});

test.each([
  ['files', 'Configuration files'],
  ['configurationBytes', 'Live configuration'],
  ['historyBytes', 'Versions of the configuration'],
] as const)('an import beyond the limit of %s is refused as a whole, and says why', async (name, label) => {
  const as = newcomer();
  await usedOf(as);
  await importing(as, { 'functions/first.js': '1' });
  const used: number = (await usedOf(as))[name];
  const limited = { ...as, limits: { [name]: used + (name === 'files' ? 0 : 300) } };
  const before = await services.call('GET', `${HD}/export/metadata`, { as });
  const refused = await importing(limited, { 'functions/large.js': 'x'.repeat(1000) });
  expect(refused.status).toBe(422);
  expect(refused.body.message).toContain(`The limit of this domain is reached. ${label}: `);
  expect(refused.body.message).toContain('An administrator can raise the limit.');
  expect(refused.body.details).toMatchObject({ limitName: name, limit: limited.limits[name] });
  expect(await services.call('GET', `${HD}/export/metadata`, { as })).toMatchObject({ body: before.body });
  expect(await usedOf(as)).toMatchObject(await counted(as));
});

test('over the limit, what makes the configuration smaller is still taken', async () => {
  const as = newcomer();
  await importing(as, { 'functions/large.js': 'x'.repeat(5000), 'functions/other.js': '1' });
  const limited = { ...as, limits: { configurationBytes: 10, files: 1 } };
  expect((await importing(limited, { 'functions/large.js': 'x' })).status).toBe(200);
  expect((await importing(limited, { 'functions/large.js': null })).status).toBe(200);
  expect((await importing(limited, { 'functions/large.js': 'xx' })).status).toBe(422);
  const { body } = await services.call('GET', `${HD}/export/metadata`, { as });
  const back = { as: limited, body: { baseVersion: body.version } };
  expect(await services.call('POST', `${HD}/versions/2/restore`, back)).toMatchObject({
    status: 422,
    body: { details: { limitName: expect.any(String) } },
  });
});

test('imports and entries that race never exceed a limit together', async () => {
  const as = newcomer();
  await services.call('GET', '/content/export/metadata', { as });
  await services.call('GET', `${HD}/export/metadata`, { as });
  const start = await usedOf(as);
  const limited = {
    ...as,
    limits: { configurationBytes: start.configurationBytes + 3500, entries: start.entries + 5 },
  };
  // Two services import at the same time: each has a lock of its own.
  const answers = await Promise.all([
    ...[1, 2].map((round) => importing(limited, { [`functions/f${round}.js`]: `// ${round}`.padEnd(2000) })),
    ...[1, 2].map((round) =>
      importing(limited, { [`notes/n${round}.js`]: `// ${round}`.padEnd(2000) }, '/content'),
    ),
    ...Array.from({ length: 20 }, (_, index) => insert(limited, `entry-${index}`)),
  ]);
  const statuses = answers.map(({ status }) => status);
  expect(statuses.slice(0, 4).filter((status) => status === 200)).toHaveLength(1);
  expect(statuses.slice(4).filter((status) => status === 200)).toHaveLength(5);
  expect(statuses.slice(4).filter((status) => status === 422)).toHaveLength(15);
  const used = await usedOf(as);
  expect(used).toMatchObject(await counted(as));
  expect(used.configurationBytes).toBeLessThanOrEqual(limited.limits.configurationBytes);
  expect(used.entries).toBe(limited.limits.entries);
});

test('entries are limited by their bytes, also those that functions write, and tests change nothing', async () => {
  const as = newcomer();
  await insert(as, 'one', 'x');
  const limits = { entryBytes: (await usedOf(as)).entryBytes + 500 };
  const limited = { ...as, limits };
  const refused = await insert(limited, 'large', 'x'.repeat(1000));
  expect(refused).toMatchObject({
    status: 422,
    body: { message: expect.stringContaining('Content: '), details: { limitName: 'entryBytes' } },
  });
  const grown = { as: limited, body: { body: 'x'.repeat(1000) } };
  expect((await services.call('PATCH', '/content/entries/pages/one', grown)).status).toBe(422);
  const write = `export default (_, { content }) =>
    content.insert('pages', { id: 'by-function', title: 'T', body: 'x'.repeat(1000) });\n`;
  await importing(as, { 'functions/write.js': write });
  const called = await services.call('POST', `${HD}/invoke/write`, { as: limited });
  expect(called).toMatchObject({
    status: 422,
    body: { message: expect.stringContaining('limit of this domain') },
  });
  expect((await services.call('POST', `${HD}/invoke/write`, { as })).status).toBe(200);
  expect(await usedOf(as)).toMatchObject(await counted(as));
});

test('calls of functions end at the limit of a minute and of a day, and go on after it', async () => {
  const as = newcomer({ invocationsPerMinute: 3, invocationsPerDay: 5 });
  await importing(as, { 'functions/one.js': 'export default () => 1;\n' });
  const call = () => services.call('POST', `${HD}/invoke/one`, { as });
  const answers = await Promise.all(Array.from({ length: 5 }, call));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
  const [refused] = answers.filter(({ status }) => status === 429);
  expect(refused?.body.message).toContain('Function calls in a minute: 3 of 3 used. Try again later.');
  expect(refused?.headers['retry-after']).toBe('30');
  expect(await usedOf(as)).toMatchObject({ invocationsPerMinute: 3, invocationsPerDay: 3 });

  clock.now = new Date(clock.now.getTime() + 60_000);
  expect(await usedOf(as)).toMatchObject({ invocationsPerMinute: 0, invocationsPerDay: 3 });
  const next = await Promise.all(Array.from({ length: 4 }, call));
  expect(next.filter(({ status }) => status === 200)).toHaveLength(2);
  expect(next.find(({ status }) => status === 429)?.body.message).toContain(
    'Function calls in a day (UTC): 5 of 5',
  );
  clock.now = new Date('2026-11-22T00:00:10Z');
  expect((await call()).status).toBe(200);
  expect(await usedOf(as)).toMatchObject({ invocationsPerMinute: 1, invocationsPerDay: 1 });
});

test('functions and tests compute until the limit of a day, and are told what to do', async () => {
  clock.now = new Date('2026-11-23T10:00:00Z');
  const as = newcomer({ computingPerDay: 1 });
  await importing(as, {
    'functions/work.js':
      'export default () => { const until = Date.now() + 300; while (Date.now() < until); };\n',
    'tests/one.js': 'export default () => 1;\n',
  });
  const call = () => services.call('POST', `${HD}/invoke/work`, { as });
  const runTests = () =>
    services.call('POST', `${HD}/tests/run`, { as, body: { runId: 'run-1', tests: ['tests/one'] } });
  expect((await runTests()).status).toBe(200);
  let refused = await call();
  // How much of the processor it gets depends on what else runs here.
  for (let calls = 1; refused.status === 200 && calls < 200; calls += 1) refused = await call();
  const message = expect.stringContaining(
    'Processor time of functions and tests in a day (UTC): 1 s of 1 s used. Try again later.',
  );
  expect(refused).toMatchObject({ status: 429, body: { message } });
  expect(refused.headers['retry-after']).toBe('50400');
  expect(await runTests()).toMatchObject({ status: 429, body: { message } });
  expect(await usedOf(as)).toMatchObject({ computingPerDay: 1 });
  // The next call of a process that has counted nothing itself.
  const elsewhere = new Invocations({ ...services.context, now: () => clock.now });
  elsewhere.count(as.domainId, 1);
  await elsewhere.flush();
  expect(() => elsewhere.checkComputing(as)).toThrow('1 s of 1 s used');
  const cardless = newcomer(LIMITS_WITHOUT_CARD);
  elsewhere.countComputing(cardless.domainId, 3_600_000);
  expect(() => elsewhere.take(cardless)).toThrow(
    '3,600 s of 3,600 s used. Add a card on the page Payment info: with one the limit is 86,400 s. Try again later.',
  );
  await elsewhere.close();
  clock.now = new Date('2026-11-24T00:00:10Z');
  expect((await call()).status).toBe(200);
});

test('processes add up the calls that each has counted', async () => {
  const parts = { ...services.context, now: () => clock.now };
  const [one, other] = [new Invocations(parts), new Invocations(parts)];
  const caller = newcomer({ invocationsPerMinute: 6 });
  for (let count = 0; count < 3; count += 1) for (const each of [one, other]) each.take(caller);
  await one.flush();
  await other.flush();
  expect(() => other.take(caller)).toThrow('6 of 6 used');
  await one.flush();
  // The first one hears of the others with its next call.
  one.count(caller.domainId, 1);
  await one.flush();
  expect(() => one.take(caller)).toThrow('7 of 6 used');
  for (const each of [one, other]) await each.close();
});

test('old versions can be deleted: what only they had is gone, all others stay byte for byte', async () => {
  const as = newcomer();
  const large = (letter: string) => letter.repeat(2000);
  await importing(as, { 'functions/kept.js': 'kept', 'functions/large.js': large('a') });
  await importing(as, { 'functions/large.js': large('b') });
  await importing(as, { 'functions/large.js': large('c'), 'functions/gone.js': large('a') });
  await importing(as, { 'functions/gone.js': null });
  const before = await usedOf(as);
  const export4 = (await services.call('GET', `${HD}/export/body?version=4`, { as })).body;
  const live = (await services.call('GET', `${HD}/export/body`, { as })).body;
  const remove = (version: number) =>
    services.call('POST', `${HD}/versions/delete-before`, { as, body: { before: version } });

  expect((await remove(6)).status).toBe(404);
  const removed = await remove(4);
  expect(removed.body).toMatchObject({ oldestVersion: 4, deletedVersions: 3 });
  // The second one alone had its content; that of the first one is also in the fourth.
  expect(removed.body.freedBytes).toBeGreaterThan(2000);
  expect(removed.body.freedBytes).toBeLessThan(4500);
  const after = await usedOf(as);
  expect(after).toMatchObject(await counted(as));
  expect(after).toEqual({ ...before, historyBytes: before.historyBytes - removed.body.freedBytes });

  expect((await services.call('GET', `${HD}/export/body?version=4`, { as })).body).toEqual(export4);
  expect((await services.call('GET', `${HD}/export/body`, { as })).body).toEqual(live);
  for (const path of ['versions/3', 'export/body?version=3', 'versions/3/diff/5', 'versions/5/diff/1']) {
    expect((await services.call('GET', `${HD}/${path}`, { as })).status).toBe(404);
  }
  const restored = { as, body: { baseVersion: 5 } };
  expect((await services.call('POST', `${HD}/versions/3/restore`, restored)).status).toBe(404);
  expect((await services.call('POST', `${HD}/versions/4/restore`, restored)).body).toEqual({ version: 6 });
  expect((await services.call('GET', `${HD}/versions`, { as })).body.content).toMatchObject([
    { version: 6 },
    { version: 5 },
    { version: 4, parent: null },
  ]);
  expect((await remove(4)).body).toMatchObject({ deletedVersions: 0, freedBytes: 0 });
});

test('what is deleted while others import is never what they need', async () => {
  const as = newcomer();
  const text = 'x'.repeat(3000);
  await importing(as, { 'functions/old.js': text });
  await importing(as, { 'functions/old.js': null });
  await services.call('GET', '/content/export/metadata', { as });
  const [removed, imported] = await Promise.all([
    services.call('POST', `${HD}/versions/delete-before`, { as, body: { before: 3 } }),
    importing(as, { 'notes/same.js': text }, '/content'),
  ]);
  expect([removed.status, imported.status]).toEqual([200, 200]);
  const file = { as, body: { folder: 'notes', name: 'same.js' } };
  expect((await services.call('POST', '/content/export/source/file', file)).body.content).toBe(text);
  expect(await usedOf(as)).toMatchObject(await counted(as));
});
