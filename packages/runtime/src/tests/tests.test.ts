import type { ServiceTestLine } from '@atrium/contract/service-api/functions/test-lines';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ann, ofDomain, startTestServices, type TestServices, zoe } from '../../test/support.ts';
import { TestRuns } from './test-run.service.ts';

const HD = '/hyper-dispatch';

type Services = Pick<TestServices, 'call' | 'usage'>;

/** One for all: starting the sandbox takes longer than most of these tests. */
let shared: TestServices;

beforeAll(async () => {
  shared = await startTestServices();
});

afterAll(() => shared[Symbol.asyncDispose]());

async function withTests(services: Services, tests: Record<string, string>) {
  const names = Object.entries(tests);
  const files = names.map(([name, body]) => ({ name: `${name}.js`, action: 'remote', content: body }));
  await services.call('GET', `${HD}/tests`);
  const body = { baseVersion: 1, folders: [{ name: 'tests/own', files }] };
  expect((await services.call('POST', `${HD}/import`, { body })).status).toBe(200);
}

async function runTests(services: Services, request: object): Promise<ServiceTestLine[]> {
  const { body } = await services.call<string>('POST', `${HD}/tests/run`, {
    body: { runId: 'run-1', ...request },
  });
  return body
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as ServiceTestLine);
}

const ofTest = (lines: ServiceTestLine[], name: string) =>
  lines.flatMap((line) => ('id' in line && line.id === `tests/own/${name}` ? [line] : []));

it('tells each change of state, and the result', async () => {
  const services = ofDomain(shared, 'states');
  await withTests(services, {
    good: 'export default () => ({ answer: 42 })',
    slow: 'export default () => { const until = Date.now() + 200; while (Date.now() < until); }',
    bad: 'export default ({ expect }) => {\n  console.log("before");\n  expect(1).to.equal(2);\n}',
    off: 'export default () => { throw 1 }',
    'off.meta': 'export default { disabled: true, tags: ["slow"] }',
  });
  const { body } = await services.call('GET', `${HD}/tests`);
  expect(body.tests.find(({ id }: { id: string }) => id === 'tests/own/off')).toEqual({
    id: 'tests/own/off',
    name: 'off',
    folderPath: 'tests/own',
    fullPath: 'tests/own/off.js',
    tags: ['slow'],
    disabled: true,
  });
  const tests = ['good', 'slow', 'bad', 'off', 'gone'].map((name) => `tests/own/${name}`);
  const lines = await runTests(services, { tests });
  expect(ofTest(lines, 'good').at(-1)).toMatchObject({
    status: 'OK',
    result: { answer: 42 },
    startedAt: expect.any(String) as string,
    durationMs: expect.any(Number) as number,
  });
  expect(ofTest(lines, 'slow')).toMatchObject([{ status: 'RUNNING', durationMs: null }, { status: 'OK' }]);
  expect(ofTest(lines, 'bad').at(-1)).toMatchObject({
    status: 'FAIL',
    result: {
      name: 'AssertionError',
      file: 'tests/own/bad.js',
      line: 3,
      console: 'before\n',
      expected: '2',
      actual: '1',
    },
  });
  expect(ofTest(lines, 'off')).toMatchObject([{ status: 'SKIPPED' }]);
  expect(ofTest(lines, 'gone')).toMatchObject([
    { status: 'SKIPPED', result: { message: expect.any(String) as string } },
  ]);
  expect(lines.at(-1)).toEqual({
    done: true,
    runId: 'run-1',
    version: 2,
    ok: 2,
    failed: 1,
    skipped: 2,
    canceled: 0,
  });
  expect(services.usage).toMatchObject([
    { target: 'test', metric: 'test' },
    { target: 'test', metric: 'test' },
    { target: 'test', metric: 'test' },
  ]);
});

it('stops at the first failure when asked to', async () => {
  const services = ofDomain(shared, 'stops');
  await withTests(services, {
    a: 'export default () => 1',
    b: 'export default () => { throw 1 }',
    c: 'export default () => 1',
  });
  const tests = ['a', 'b', 'c'].map((name) => `tests/own/${name}`);
  const lines = await runTests(services, { tests, stopOnError: true });
  expect(lines.at(-1)).toMatchObject({ ok: 1, failed: 1, skipped: 1 });
});

it('runs as a child user', async () => {
  const services = ofDomain(shared, 'children');
  await withTests(services, { who: 'export default ({ user, domain }) => [user.id, domain.id]' });
  const lines = await runTests(services, { tests: ['tests/own/who'], userId: zoe.userId });
  expect(ofTest(lines, 'who').at(-1)).toMatchObject({ result: [zoe.userId, 'children'] });
  expect(services.usage[0]?.identity.userId).toBe(zoe.userId);
});

it('runs as somebody who may not call functions: what they see is what the test sees', async () => {
  const services = ofDomain(shared, 'restricted');
  const calls = `export default async ({ call, emit, user }) => {
    const refusals = [];
    for (const work of [() => call('greet'), () => emit('cart.left')]) {
      await work().catch(({ name, message }) => refusals.push([name, message]));
    }
    return { refusals, permissions: user.permissions };
  }`;
  const rule = "export default { event: 'cart.left', function: 'greet' }";
  const files = [
    { name: 'rules', files: [{ name: 'left.meta.js', action: 'remote', content: rule }] },
    { name: 'tests/own', files: [{ name: 'calls.js', action: 'remote', content: calls }] },
  ];
  await services.call('GET', `${HD}/tests`);
  await services.call('POST', `${HD}/import`, { body: { baseVersion: 1, folders: files } });
  const child = { ...ann, domainId: 'restricted', permissions: ['tests.run'] };
  const { body } = await services.call<string>('POST', `${HD}/tests/run`, {
    as: child,
    body: { runId: 'run-1', tests: ['tests/own/calls'] },
  });
  const refusal = ['Forbidden', 'This user may not call functions (functions.invoke)'];
  expect(JSON.parse(body.trim().split('\n').at(-2) ?? '')).toMatchObject({
    status: 'OK',
    result: { refusals: [refusal, refusal], permissions: ['tests.run'] },
  });
});

it('cancels one test, a whole run, and nothing of another domain', async () => {
  const services = ofDomain(shared, 'cancels');
  const loop = 'export default () => { for (;;); }';
  await withTests(services, { a: loop, b: loop, c: 'export default () => 1' });
  const cancel = (body: object, by: Services = services) => by.call('POST', `${HD}/tests/cancel`, { body });
  const one = runTests(services, { tests: ['tests/own/a', 'tests/own/c'] });
  setTimeout(() => void cancel({ runId: 'run-1', id: 'tests/own/a' }), 400);
  const oneLines = await one;
  expect(ofTest(oneLines, 'a').at(-1)?.status).toBe('CANCELED');
  expect(ofTest(oneLines, 'c').at(-1)?.status).toBe('OK');

  const all = runTests(services, { runId: 'run-2', tests: ['tests/own/a', 'tests/own/b'] });
  setTimeout(() => void cancel({ runId: 'run-2' }, ofDomain(shared, zoe.domainId)), 200);
  setTimeout(() => void cancel({ runId: 'run-2' }), 500);
  expect((await all).at(-1)).toMatchObject({ canceled: 2, failed: 0 });
});

it('a cancel that was not heard is made up for as soon as messages arrive again', async () => {
  await using services = await startTestServices();
  const loop = 'export default () => { for (;;); }';
  await withTests(services, { a: loop, b: 'export default () => 1' });
  const { db, notifications } = services.context;
  await notifications.stop();
  const lines = runTests(services, { tests: ['tests/own/a', 'tests/own/b'] });
  await expect.poll(() => services.context.sandbox.load.running, { timeout: 20_000 }).toBe(1);
  // In another process on the same database.
  await new TestRuns({ db, now: () => new Date() }).cancel(ann.domainId, 'run-1', 'tests/own/a');
  await notifications.start();
  expect(ofTest(await lines, 'a').at(-1)?.status).toBe('CANCELED');
  expect(ofTest(await lines, 'b').at(-1)?.status).toBe('OK');
});

it('shows no test what another one wrote, while both run', async () => {
  const services = ofDomain(shared, 'writes');
  const write = `export default async ({ content }) => {
    for (let i = 0; i < 5; i++) {
      const { stock } = await content.get('products', 'cup');
      await content.update('products', 'cup', { stock: stock - 1 });
      await content.insert('pages', { id: 'page-' + i, title: 'x', body: '' });
    }
    return [(await content.get('products', 'cup')).stock, (await content.find('pages')).totalElements];
  }`;
  await withTests(services, { a: write, b: write, c: write });
  const lines = await runTests(services, { tests: ['a', 'b', 'c'].map((name) => `tests/own/${name}`) });
  for (const name of ['a', 'b', 'c'])
    expect(ofTest(lines, name).at(-1)).toMatchObject({ status: 'OK', result: [35, 7] });
  const { body } = await services.call('GET', '/content/entries/products/cup');
  expect(body.stock).toBe(40);
});

it('runs a test again that failed because of the platform, and does not report that failure', async () => {
  const services = ofDomain(shared, 'faulty');
  await withTests(services, {
    page: "export default async ({ content, expect }) => {\n  expect((await content.get('pages', 'shipping')).title).to.be.a('string');\n}",
  });
  // The first one who reads an entry meets a failure of the database, and no one after that.
  const { db } = shared.context;
  const fault = `
    create sequence runtime.reads;
    create function runtime.fail_first() returns boolean language plpgsql as $$
      begin
        if nextval('runtime.reads') = 1 then raise exception 'bad sector'; end if;
        return true;
      end $$;
    alter table runtime.entry rename to entry_kept;
    create view runtime.entry as select * from runtime.entry_kept where runtime.fail_first();`;
  await sql.raw(fault).execute(db);
  const lines = await runTests(services, { tests: ['tests/own/page'] });
  const { rows } = await sql<{ reads: number }>`select last_value::int as reads from runtime.reads`.execute(
    db,
  );
  await sql
    .raw(
      'drop view runtime.entry; alter table runtime.entry_kept rename to entry; drop function runtime.fail_first; drop sequence runtime.reads',
    )
    .execute(db);
  expect(rows[0]?.reads).toBeGreaterThan(1);
  expect(ofTest(lines, 'page').at(-1)).toMatchObject({ status: 'OK' });
  expect(lines.at(-1)).toMatchObject({ done: true, ok: 1, failed: 0 });
});

it('fails only the test that gives content what cannot be stored, and says what it is', async () => {
  const services = ofDomain(shared, 'unstorable');
  const bad = (work: string) => `export default async ({ content }) => {\n  ${work}\n}`;
  await withTests(services, {
    nul: bad("await content.insert('pages', { title: 'a\\0b' });"),
    half: bad("await content.find('pages', { where: { title: '\\ud800' } });"),
    id: bad("await content.get('pages', 'a\\0');"),
    deep: bad(
      'let body = []; for (let i = 0; i < 600; i++) body = [body]; await content.update("pages", "shipping", { body });',
    ),
    good: 'export default () => 1',
  });
  const names = ['nul', 'half', 'id', 'deep', 'good'];
  const lines = await runTests(services, { tests: names.map((name) => `tests/own/${name}`) });
  const message = (name: string) => ofTest(lines, name).at(-1)?.result;
  const unstorable = 'This text has a character that cannot be stored.';
  expect(message('nul')).toMatchObject({ name: 'ValidationError', message: `entry.title: ${unstorable}` });
  expect(message('half')).toMatchObject({ message: `query.where.title: ${unstorable}` });
  expect(message('id')).toMatchObject({ message: `id: ${unstorable}` });
  expect(message('deep')).toMatchObject({
    message: expect.stringContaining('At most 500 levels may be nested.'),
  });
  expect(lines.at(-1)).toMatchObject({ done: true, ok: 1, failed: 4 });
});
