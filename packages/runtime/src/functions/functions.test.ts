import { CANNOT_BE_IN_PATH } from '@atrium/contract/path-steps';
import { UnavailableError } from '@atrium/host/errors';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  ann,
  importFiles,
  ofDomain,
  signServiceToken,
  startTestServices,
  type TestServices,
  zoe,
} from '../../test/support.ts';
import type { Meter, Usage } from '../metering/meter.ts';
import { Cancellation } from '../sandbox/cancellation.ts';
import { MAX_DOMAIN_CALLS } from './functions.service.ts';

const HD = '/hyper-dispatch';

/** Shared sandbox: starting one takes longer than most of these tests. */
let shared: TestServices;

beforeAll(async () => {
  shared = await startTestServices();
});

afterAll(() => shared[Symbol.asyncDispose]());

async function put(services: Pick<TestServices, 'call'>, files: Record<string, string>) {
  expect((await importFiles(services, files)).status).toBe(200);
}

it('answers differently after a change was submitted', async () => {
  const services = ofDomain(shared, 'changed');
  expect((await services.call('POST', `${HD}/invoke/greet`, { body: { name: 'Ada' } })).body.greeting).toBe(
    'Hello Ada!',
  );
  await put(services, {
    'functions/greet.js': 'export default ({ name }) => ({ greeting: `Good day ${name}!` })',
  });
  expect((await services.call('POST', `${HD}/invoke/greet`, { body: { name: 'Ada' } })).body.greeting).toBe(
    'Good day Ada!',
  );
});

it('tells other processes at once that a version is live', async () => {
  const services = ofDomain(shared, 'heard');
  const { connection } = shared.context;
  await using another = await startTestServices({ connection });
  const other = ofDomain(another, 'heard');
  await services.call('POST', `${HD}/invoke/greet`, { body: {} });
  expect((await other.call('POST', `${HD}/invoke/greet`, { body: {} })).body.greeting).toBe('Hello there!');
  await put(services, { 'functions/greet.js': 'export default () => 2' });
  const greet = async () => (await other.call('POST', `${HD}/invoke/greet`, { body: {} })).body;
  // Without a notification, it would never know.
  await expect.poll(greet, { timeout: 10_000 }).toBe(2);
});

it('takes an order through functions, rules and content', async () => {
  const services = ofDomain(shared, 'orders');
  const { body } = await services.call('POST', `${HD}/invoke/orders/create`, {
    body: { customer: { email: 'ada@example.com' }, lines: [{ product: 'teapot', quantity: 8 }] },
  });
  expect(body).toMatchObject({
    order: { status: 'NEW', sumCents: 31_200, createdBy: ann.userId },
    handledBy: ['mails/confirm-order'],
  });
  const { body: mails } = await services.call('POST', '/content/entries/mails/query', { body: {} });
  expect(mails.content.map(({ to }: { to: string }) => to).sort()).toEqual([
    'ada@example.com',
    'purchasing@shop.example',
  ]);
  expect(services.usage.filter(({ metric }) => metric === 'invoke')).toMatchObject([
    {
      identity: { domainId: 'orders', userId: ann.userId, serviceId: 'hyper-dispatch' },
      target: 'orders/create',
      version: 1,
      calls: 1,
    },
  ]);
  expect(services.usage.filter(({ version }) => version !== 1)).toEqual([]);
  // Nested calls count toward the function; reads and writes count toward the collection.
  const calls = services.usage.find(({ metric }) => metric === 'call');
  expect(calls).toMatchObject({ target: 'orders/create' });
  expect(calls?.calls).toBeGreaterThanOrEqual(6);
  const writes = services.usage.filter(({ metric }) => metric === 'write');
  expect(writes.map(({ target }) => target).sort()).toEqual(['mails', 'mails', 'orders', 'products']);
});

it('meters each function, none for tests because of its name, and none that does not exist', async () => {
  const services = ofDomain(shared, 'targets');
  const files = ['test', 'live', 'orders/test'].map((name) => [
    `functions/${name}.js`,
    'export default () => 1',
  ]);
  const typo = 'export default (_, { call }) => call("gone").catch(() => 1)';
  await put(services, { ...Object.fromEntries(files), 'functions/typo.js': typo });
  for (const name of ['test', 'live', 'orders/test', 'typo', 'gone'])
    await services.call('POST', `${HD}/invoke/${name}`, { body: 1 });
  expect(services.usage.map(({ target }) => target)).toEqual(['/test', '/live', 'orders/test', 'typo']);
});

it('meters collections by name, and those that do not exist by none', async () => {
  const services = ofDomain(shared, 'collections');
  for (const collection of ['orders', 'made-up', 'made-up-too'])
    await services.call('POST', `/content/entries/${collection}/query`, { body: {} });
  const counted = services.usage.filter(({ calls }) => calls > 0);
  expect(counted.map(({ metric, target }) => [metric, target])).toEqual([
    ['query', 'orders'],
    ['query', 'live'],
    ['query', 'live'],
  ]);
});

it('refuses new entries whose id no address can have, of calls and of functions', async () => {
  const services = ofDomain(shared, 'addresses');
  await put(services, {
    'functions/write.js':
      "export default (id, { content }) => content.insert('pages', { id, title: 'a', body: '' })",
  });
  for (const id of ['.', '..', '..draft', 'a/../b']) {
    const page = { id, title: 'a', body: '' };
    expect((await services.call('POST', '/content/entries/pages', { body: page })).status).toBe(400);
    const written = await services.call('POST', `${HD}/invoke/write`, { body: id });
    expect(JSON.stringify(written.body)).toContain(CANNOT_BE_IN_PATH);
  }
  expect((await services.call('POST', `${HD}/invoke/write`, { body: 'v1..2' })).body.id).toBe('v1..2');
  expect((await services.call('DELETE', '/content/entries/pages/v1..2')).status).toBe(204);
});

it('says where a function failed', async () => {
  const services = ofDomain(shared, 'failures');
  await put(services, {
    'functions/bad.js':
      'export default async (i) => {\n  await null;\n  console.log("here");\n  return i.a.b;\n}',
  });
  const { status, body } = await services.call('POST', `${HD}/invoke/bad`, { body: {} });
  expect(status).toBe(422);
  expect(body.message).toBe("TypeError: cannot read property 'b' of undefined (functions/bad.js:4:10)");
  expect(body.details).toMatchObject({
    name: 'TypeError',
    file: 'functions/bad.js',
    line: 4,
    console: 'here\n',
  });
});

it('takes and gives any JSON, and nothing else', async () => {
  const services = ofDomain(shared, 'values');
  await put(services, {
    'functions/echo.js': 'export default (i) => i',
    'functions/nothing.js': 'export default () => {}',
  });
  for (const value of [null, 0, 'ü', [1, [2]], { a: { b: null } }, true]) {
    expect((await services.call('POST', `${HD}/invoke/echo`, { body: value })).body).toEqual(value);
  }
  expect((await services.call('POST', `${HD}/invoke/echo`)).body).toBeNull();
  expect((await services.call('POST', `${HD}/invoke/nothing`, { body: 1 })).body).toBeNull();
  const someone = { ...ann, domainId: 'values' };
  const authorization = `Bearer ${await signServiceToken(someone, 'hyper-dispatch')}`;
  expect((await services.call('POST', `${HD}/invoke/a%2F..%2Fb`, { body: 1 })).status).toBe(404);
  expect((await services.call('POST', `${HD}/invoke/none`, { body: 1 })).status).toBe(404);
  expect((await services.call('POST', `${HD}/invoke/orders%2Fcreate`, { body: {} })).status).toBe(422);
  expect(
    (await services.call('POST', `${HD}/invoke/echo`, { headers: { authorization }, body: undefined }))
      .status,
  ).toBe(200);
});

it('runs no disabled function, whoever calls it; what it exports can be imported', async () => {
  const services = ofDomain(shared, 'disabled');
  await put(services, {
    'functions/off.js': 'export const two = 2; export default () => 1',
    'functions/off.meta.js': 'export default {disabled: true}',
    'functions/calls.js':
      'export default (_, { call }) => call("off").catch(({ name, message }) => [name, message])',
    'functions/emits.js': 'export default (_, { emit }) => emit("a.b", null)',
    'functions/imports.js': 'import { two } from "./off.js"; export default () => two',
    'rules/off.meta.js': 'export default {event: "a.b", function: "off"}',
  });
  const invoke = (name: string) => services.call('POST', `${HD}/invoke/${name}`, { body: null });
  expect(await invoke('off')).toMatchObject({
    status: 404,
    body: { message: 'The function off is disabled.' },
  });
  expect((await invoke('calls')).body).toEqual(['NotFound', 'The function off is disabled.']);
  expect(await invoke('emits')).toMatchObject({
    status: 422,
    body: { message: expect.stringContaining('NotFound: The function off is disabled.') },
  });
  expect((await invoke('imports')).body).toBe(2);
});

it('calls the functions of matching rules, in their order', async () => {
  const services = ofDomain(shared, 'rules');
  const rule = (event: string, name: string, order: number, disabled = false) =>
    `export default ${JSON.stringify({ event, function: name, order, disabled })}`;
  await put(services, {
    'functions/a.js': 'export default (i, { event }) => [event, i]',
    'functions/bad.js': 'export default () => { throw new Error("no") }',
    'rules/z-first.meta.js': rule('payment.*', 'a', 1),
    'rules/b.meta.js': rule('payment.**', 'bad', 5),
    'rules/c.meta.js': rule('payment.done', 'missing', 5),
    'rules/off.meta.js': rule('payment.done', 'a', 0, true),
    'rules/other.meta.js': rule('payment', 'a', 0),
    'rules/broken.meta.js': 'export default {',
  });
  const { body } = await services.call('POST', `${HD}/events/payment.done`, { body: 7 });
  expect(body.handled).toMatchObject([
    { rule: 'z-first', function: 'a', status: 'OK', result: ['payment.done', 7] },
    { rule: 'b', function: 'bad', status: 'FAIL', error: { name: 'Error', message: 'no' } },
    { rule: 'c', function: 'missing', status: 'FAIL', error: { name: 'NotFound' } },
  ]);
  expect((await services.call('POST', `${HD}/events/nothing.happens`, { body: 7 })).body).toEqual({
    handled: [],
  });
  expect((await services.call('POST', `${HD}/events/a..b`, { body: 7 })).status).toBe(400);
});

const ruleFor = (event: string, name: string) =>
  `export default ${JSON.stringify({ event, function: name })}`;

it('tells each function by which event it was called, also one that was emitted on the way', async () => {
  const services = ofDomain(shared, 'emitted');
  await put(services, {
    'functions/told.js': 'export default (i, { event, call }) => call("deep").then((deep) => [event, deep])',
    'functions/deep.js': 'export default (i, { event }) => event',
    'functions/first.js':
      'export default async (i, { event, emit, call }) => [event, await emit("b.c"), await call("deep")]',
    'rules/first.meta.js': ruleFor('a.*', 'first'),
    'rules/told.meta.js': ruleFor('b.*', 'told'),
  });
  const nested = [{ rule: 'told', function: 'told', result: ['b.c', 'b.c'] }];
  const { body: called } = await services.call('POST', `${HD}/invoke/first`, { body: 1 });
  expect(called).toEqual([null, nested, null]);
  const { body } = await services.call('POST', `${HD}/events/a.b`, { body: 1 });
  expect(body.handled[0].result).toEqual(['a.b', nested, 'a.b']);
});

it('refuses an event before its first function, never after it', async () => {
  const services = ofDomain(shared, 'refused');
  await put(services, {
    'functions/a.js': 'export default () => 1',
    'rules/a.meta.js': ruleFor('payment.done', 'a'),
    'rules/b.meta.js': ruleFor('payment.done', 'missing'),
    'rules/c.meta.js': ruleFor('payment.done', 'a'),
  });
  const as = { ...ann, domainId: 'refused', limits: { invocationsPerMinute: 3 } };
  const emit = () => services.call('POST', `${HD}/events/payment.done`, { as, body: 1 });
  expect((await emit()).status).toBe(200);
  expect(services.usage).toHaveLength(2);
  // One call is left, and two are needed.
  expect((await emit()).status).toBe(429);
  expect(services.usage).toHaveLength(2);
});

it('calls no function that a cap has stopped, neither by an event nor for a person who tries it', async () => {
  const services = ofDomain(shared, 'capped');
  await put(services, {
    'functions/a.js': 'export default () => 1',
    'functions/b.js': 'export default (i, { call }) => call("a")',
    'rules/a.meta.js': ruleFor('payment.done', 'a'),
    'rules/b.meta.js': ruleFor('payment.done', 'b'),
  });
  const stops = [{ function: 'a', cents: 5000, until: '2026-12-01' }];
  const as = { ...ann, domainId: 'capped', stops };
  const message = expect.stringMatching(
    /^The function a is stopped by the cap of \$50\.00 until 12\/01\/2026/,
  );
  const { body } = await services.call('POST', `${HD}/events/payment.done`, { as, body: 1 });
  expect(body.handled).toMatchObject([
    { rule: 'a', status: 'FAIL', error: { name: 'Forbidden', message } },
    // Nested calls are not stopped.
    { rule: 'b', status: 'OK', result: 1 },
  ]);
  const tried = await services.call('POST', `${HD}/invocations`, { as, body: { function: 'a', input: '' } });
  expect([tried.status, tried.body]).toEqual([403, expect.objectContaining({ message })]);
});

it('answers an event that has begun, whatever comes between', async () => {
  const left = new Cancellation();
  const problem = new UnavailableError('Usage cannot be recorded.');
  const metering = [
    () => Promise.resolve(left.cancel()),
    () => Promise.reject(problem),
    () => Promise.resolve(),
  ];
  const meter: Meter & { problem?: string } = { record: () => metering.shift()?.() ?? Promise.resolve() };
  await using services = await startTestServices({ meter });
  const rules = ['a', 'b', 'c'].map((name) => [`rules/${name}.meta.js`, ruleFor('payment.done', 'greet')]);
  await put(services, Object.fromEntries(rules));
  const [hyperDispatch] = services.context.services;
  expect(await hyperDispatch?.functions.emit(ann, 'payment.done', '{}', left)).toMatchObject([
    { rule: 'a', status: 'OK' },
    {
      rule: 'b',
      status: 'FAIL',
      error: { name: 'Unconfirmed', message: expect.stringContaining('has run') },
    },
    { rule: 'c', status: 'OK' },
  ]);
  await services.context.invocationLog.flush();
  expect((await services.call('GET', `${HD}/invocations`)).body.content).toHaveLength(3);
  metering.push(() => Promise.reject(problem));
  const invoke = () => services.call('POST', `${HD}/invoke/greet`, { body: {} });
  const once = await invoke();
  expect([once.status, once.headers['retry-after']]).toEqual([503, undefined]);

  // Calls that can't be billed don't start, and don't reduce the domain's remaining calls.
  meter.problem = 'Usage cannot be recorded.';
  const again = await invoke();
  expect([again.status, again.headers['retry-after']]).toEqual([503, '5']);
  expect((await services.call('POST', `${HD}/events/payment.done`, { body: {} })).status).toBe(503);
  expect(await services.context.storage.get(ann.domainId)).toMatchObject({ invocationsPerDay: 4 });
  await services.context.invocationLog.flush();
  expect((await services.call('GET', `${HD}/invocations`)).body.content).toHaveLength(4);
});

it('bills and logs what has run for a caller who left, whatever its failure is called', async () => {
  const left = new Cancellation();
  const used: Usage[] = [];
  const meter = {
    record(usage: Usage) {
      used.push(usage);
      left.cancel();
      return Promise.resolve();
    },
  };
  await using services = await startTestServices({ meter });
  await put(services, {
    'functions/free.js': `export default async (input, { content }) => {
      await content.find('mails');
      throw Object.assign(new Error('for nothing'), { name: 'Canceled' });
    };`,
  });
  const [hyperDispatch] = services.context.services;
  const call = () => hyperDispatch?.functions.invoke(ann, 'free', '', left);
  await expect(call()).rejects.toThrow('Canceled: for nothing');
  // The second one has not even begun.
  await expect(call()).rejects.toThrow('The caller left');
  expect(used.map(({ metric }) => metric)).toEqual(['query', 'invoke']);
  await services.context.invocationLog.flush();
  expect((await services.call('GET', `${HD}/invocations`)).body.content).toHaveLength(1);
});

it('lets in only tokens of the platform for this service', async () => {
  const services = ofDomain(shared, 'tokens');
  const status = async (authorization: string) =>
    (await services.call('GET', `${HD}/tests`, { headers: { authorization } })).status;
  expect(await status(`Bearer ${await signServiceToken(ann, 'hyper-dispatch')}`)).toBe(200);
  expect(await status('')).toBe(401);
  expect(await status('Bearer nonsense')).toBe(401);
  expect(await status(`Bearer ${await signServiceToken(ann, 'content')}`)).toBe(401);
  expect(await status(`Bearer ${await signServiceToken(ann, 'hyper-dispatch', { iss: 'evil' })}`)).toBe(401);
  const [head, , signature] = (await signServiceToken(ann, 'hyper-dispatch')).split('.');
  const [, payload] = (await signServiceToken(zoe, 'hyper-dispatch')).split('.');
  expect(await status(`Bearer ${head}.${payload}.${signature}`)).toBe(401);
  expect(await status(`Bearer ${await signServiceToken({ ...ann, domainId: '' }, 'hyper-dispatch')}`)).toBe(
    401,
  );
});

it('tells its health and what it is', async () => {
  const services = ofDomain(shared, 'health');
  const health = async () => (await services.call('GET', `${HD}/health`)).body;
  expect(await health()).toEqual({
    status: 'UP',
    tag: 'v1.0.0',
    commit: 'abc1234',
    build_date: '2026-11-21T10:00:00.000Z',
  });
  expect((await services.call('GET', `${HD}/ui/health`)).status).toBe(404);
  expect((await services.call('GET', `${HD}/registration`)).body).toMatchObject({
    id: 'hyper-dispatch',
    api: 1,
  });
});

it('ends a call that was lost with the sandbox as one that may have run, and bills none', async () => {
  const services = ofDomain(shared, 'lost');
  const source = "export default async (i, { content }) => { await content.find('orders'); for (;;); }";
  await put(services, { 'functions/ask.js': source });
  const metrics = () => services.usage.map(({ metric }) => metric);
  const call = services.call('POST', `${HD}/invoke/ask`, { body: {} });
  await expect.poll(metrics).toEqual(['query']);
  process.kill(shared.context.sandbox.pid ?? Number.NaN, 'SIGKILL');
  const { status, headers } = await call;
  expect([status, headers['retry-after']]).toEqual([503, undefined]);
  expect(metrics()).toEqual(['query']);
});

it('lets no domain keep more than its share of calls waiting', async () => {
  const services = ofDomain(shared, 'shares');
  const slow = 'export default (ms) => { const end = Date.now() + ms; while (Date.now() < end); return 1; }';
  await put(services, { 'functions/slow.js': slow });
  // The first ones keep every worker of the domain for so long that all are there; the others only wait.
  const calls = Array.from({ length: MAX_DOMAIN_CALLS + 5 }, (_, i) =>
    services.call('POST', `${HD}/invoke/slow`, { body: i < 10 ? 400 : 0 }),
  );
  const [first] = await Promise.all(calls.slice(-1));
  expect([first?.status, first?.headers['retry-after']]).toEqual([429, '1']);
  expect((await services.call('POST', `${HD}/invoke/greet`, { body: {}, as: zoe })).status).toBe(200);
  await Promise.all(calls);
});
