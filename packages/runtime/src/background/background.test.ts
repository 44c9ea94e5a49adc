import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ann, importFiles, ofDomain, startTestServices, type TestServices } from '../../test/support.ts';
import type { Caller } from '../host/service-token.ts';

const HD = '/hyper-dispatch';
const START = new Date('2026-11-29T10:00:30Z').getTime();

vi.setConfig({ testTimeout: 60_000 });

let now = START;
let services: TestServices;
let domains = 0;
/** Functions that a cap has stopped. */
let stops: NonNullable<Caller['stops']> = [];
let domain: Pick<TestServices, 'call' | 'usage'>;

beforeAll(async () => {
  services = await startTestServices({
    now: () => new Date(now),
    findDomainCaller:
      () =>
      ({ domainId }) =>
        Promise.resolve({ ...ann, domainId, permissions: ['functions.invoke'], stops }),
  });
  services.context.backgroundRuns.start();
});
afterAll(() => services[Symbol.asyncDispose]());
beforeEach(() => {
  now = START;
  stops = [];
  domains += 1;
  domain = ofDomain(services, `background-${domains}`);
});

const put = (files: Record<string, string | null>, serviceId?: string) =>
  importFiles(domain, files, serviceId);

/** A collection in which functions write down what they were called with. */
async function keepNotes() {
  expect(
    (await put({ 'collections/notes.meta.js': 'export default { schema: true };' }, 'content')).status,
  ).toBe(200);
}

async function listNotes(): Promise<{ text: string; event: string | null }[]> {
  const query = { sortBy: 'at', size: 200 };
  const { body } = await domain.call('POST', '/content/entries/notes/query', { body: query });
  return body.content;
}

const NOTE = `export default async (input, { content, event }) =>
  content.insert('notes', { text: JSON.stringify(input ?? null), event, at: Date.now() });`;

const EVERY_MINUTE = (extra = '') =>
  `export default { schedule: [{ cron: '* * * * *', input: { by: 'time' }${extra} }] };`;

const call = (name: string, input: unknown = {}) =>
  domain.call('POST', `${HD}/invoke/${name}`, { body: input });
const listQueue = async () => (await domain.call('GET', `${HD}/queue`)).body;
/** Without that of the starter configuration. */
const listSchedules = async () =>
  (await domain.call('GET', `${HD}/schedules`)).body.schedules.filter(
    (schedule: { function: string }) => schedule.function !== 'reports/payments',
  );

const eventually = (check: () => Promise<void>) => vi.waitFor(check, 20_000);

function wake(afterMs = 0) {
  now += afterMs;
  services.context.backgroundRuns.wake();
}

test('a queued run is run once for its key, logged and metered', async () => {
  await keepNotes();
  const queueing = `export default async (input, { later }) => [
    await later('note', input, { key: 'a', inSeconds: 60 }), await later('note', input, { key: 'a' })];`;
  await put({ 'functions/note.js': NOTE, 'functions/queue.js': queueing });
  expect((await call('queue', { order: 17 })).body).toEqual([{ isNew: true }, { isNew: false }]);
  expect(await listQueue()).toMatchObject({
    counts: { waiting: 1, running: 0, failed: 0 },
    content: [{ function: 'note', key: 'a', state: 'WAITING', attempt: 0 }],
  });
  expect(await listNotes()).toEqual([]);
  wake(61_000);
  await eventually(async () => expect(await listNotes()).toMatchObject([{ text: '{"order":17}' }]));
  await eventually(async () => expect((await listQueue()).content).toEqual([]));
  expect(domain.usage).toContainEqual(expect.objectContaining({ metric: 'queue', calls: 1 }));
  await eventually(async () => {
    const { body } = await domain.call('GET', `${HD}/invocations?function=note`);
    expect(body.content).toMatchObject([{ function: 'note', status: 'OK' }]);
  });
});

test('a run that fails is tried again after growing pauses, then kept to be retried or dropped', async () => {
  await put({
    'functions/fail.js': `export default () => { throw new TypeError('not today'); };`,
    'functions/queue.js': `export default (input, { later }) => later('fail', 1, { retries: 1 });`,
  });
  await call('queue');
  await call('queue');
  await eventually(async () =>
    expect((await listQueue()).content).toMatchObject([
      { state: 'WAITING', attempt: 1, error: 'TypeError: not today' },
      { state: 'WAITING', attempt: 1 },
    ]),
  );
  wake(11_000);
  await eventually(async () =>
    expect((await listQueue()).counts).toEqual({ waiting: 0, running: 0, failed: 2 }),
  );
  const [first, second] = (await listQueue()).content;
  expect((await domain.call('DELETE', `${HD}/queue/${first.id}`)).status).toBe(204);
  expect((await domain.call('DELETE', `${HD}/queue/${first.id}`)).status).toBe(404);
  await put({ 'functions/fail.js': 'export default () => 1;' });
  expect((await domain.call('POST', `${HD}/queue/${second.id}/retry`)).status).toBe(204);
  await eventually(async () => expect((await listQueue()).content).toEqual([]));
  expect((await domain.call('POST', `${HD}/queue/${second.id}/retry`)).status).toBe(404);
});

test('a run may take as long as its function declares', async () => {
  await put({
    'functions/sleep.js': 'export default () => new Promise((end) => setTimeout(end, 20_000));',
    'functions/sleep.meta.js': 'export default { timeout: 1 };',
    'functions/queue.js': "export default (input, { later }) => later('sleep', null);",
  });
  expect((await call('queue')).status).toBe(200);
  wake();
  const error = 'TimeLimit: The function did not end within 1 s, waiting included';
  await eventually(async () => expect(await listQueue()).toMatchObject({ content: [{ error }] }));
});

test('an error with characters that the database refuses ends the run all the same', async () => {
  await put({
    'functions/fail.js': `export default () => { throw new Error('a\\0b\\ud800'); };`,
    'functions/fail.meta.js': EVERY_MINUTE(),
    'functions/queue.js': `export default (input, { later }) => later('fail', 1, { retries: 0 });`,
  });
  await call('queue');
  await eventually(async () => expect((await listQueue()).content).toMatchObject([{ state: 'FAILED' }]));
  wake(31_000);
  await eventually(async () => expect(await listSchedules()).toMatchObject([{ ticks: [{ state: 'FAIL' }] }]));
});

test('without the right to read the log, only runs of one’s own are listed, retried and dropped', async () => {
  await put({
    'functions/note.js': NOTE,
    'functions/queue.js': `export default (input, { later }) => later('note', 1, { inSeconds: 600 });`,
  });
  await call('queue');
  const [{ id }] = (await listQueue()).content;
  const other = '0197a000-0000-7000-8000-0000000000e1';
  const as = { ...ann, userId: other, domainId: `background-${domains}`, permissions: ['functions.invoke'] };
  expect((await services.call('GET', `${HD}/queue`, { as })).body.content).toEqual([]);
  expect((await services.call('DELETE', `${HD}/queue/${id}`, { as })).status).toBe(404);
  expect((await services.call('POST', `${HD}/queue/${id}/retry`, { as })).status).toBe(404);
});

test('runs of another domain are neither listed, retried nor dropped', async () => {
  await put({
    'functions/note.js': NOTE,
    'functions/queue.js': `export default (input, { later }) => later('note', 1, { inSeconds: 600 });`,
  });
  await call('queue');
  const [{ id }] = (await listQueue()).content;
  const stranger = ofDomain(services, 'stranger');
  expect((await stranger.call('GET', `${HD}/queue`)).body.content).toEqual([]);
  expect((await stranger.call('DELETE', `${HD}/queue/${id}`)).status).toBe(404);
  expect((await stranger.call('POST', `${HD}/queue/${id}/retry`)).status).toBe(404);
  expect((await listQueue()).content).toHaveLength(1);
});

test.each([
  [`later('gone')`, 'There is no function gone.'],
  [`later('queue', 1, { inSeconds: -1 })`, 'inSeconds must be 0 or more'],
  [`later('queue', 1, { delay: 1 })`, 'later does not know delay'],
  [`later('queue', 'x'.repeat(70_000))`, 'The input must not be larger than 64 KiB'],
  [`later('queue', 1, { key: 'a\\0' })`, 'key: This text has a character that cannot be stored.'],
  [`later('queue', 1, { key: '\\ud800' })`, 'key: This text has a character that cannot be stored.'],
])('%s is refused', async (code, message) => {
  await put({ 'functions/queue.js': `export default (input, { later }) => ${code};` });
  expect((await call('queue')).body.message).toContain(message);
});

test('a full queue refuses runs, and changes of entries that start some', async () => {
  await keepNotes();
  await put({ 'collections/orders.meta.js': 'export default { schema: true };' }, 'content');
  await put({
    'functions/note.js': NOTE,
    'functions/note.meta.js': `export default { on: ['content.orders.inserted'] };`,
    'functions/queue.js': `export default (input, { later }) => later('note', 1, { inSeconds: 600 });`,
  });
  const limits = { queuedRuns: 1 };
  const as = { ...ann, domainId: `background-${domains}`, limits };
  expect((await services.call('POST', `${HD}/invoke/queue`, { as, body: {} })).status).toBe(200);
  const refused = await services.call('POST', `${HD}/invoke/queue`, { as, body: {} });
  expect(refused.body.message).toContain('Runs of functions that wait or have failed');
  const entries = '/content/entries/orders';
  expect((await services.call('POST', entries, { as, body: { id: '1' } })).status).toBe(429);
  expect((await domain.call('GET', `${entries}/1`)).status).toBe(404);
  expect((await services.call('POST', '/content/entries/notes', { as, body: { id: '1' } })).status).toBe(200);
});

test('a flood of runs at once stays within the limit of the queue', async () => {
  await keepNotes();
  await put({
    'functions/note.js': NOTE,
    'functions/note.meta.js': `export default { on: ['content.notes.inserted'] };`,
    'functions/queue.js': `export default (input, { later }) =>
      Promise.allSettled(Array.from({ length: 5 }, () => later('note', 1, { inSeconds: 600 })));`,
  });
  const as = { ...ann, domainId: `background-${domains}`, limits: { queuedRuns: 12 } };
  await Promise.all(
    Array.from({ length: 8 }, () => services.call('POST', `${HD}/invoke/queue`, { as, body: {} })),
  );
  expect((await listQueue()).counts.waiting).toBe(12);
  const entry = await services.call('POST', '/content/entries/notes', { as, body: { text: '' } });
  expect(entry.status).toBe(429);
});

test('a disabled function is started neither by events nor by its schedule', async () => {
  await keepNotes();
  await put({ 'collections/orders.meta.js': 'export default { schema: true };' }, 'content');
  const declared = `on: ['content.orders.*', 'thing.happened'], schedule: [{ cron: '* * * * *' }]`;
  await put({
    'functions/note.js': NOTE,
    'functions/note.meta.js': `export default { ${declared} };`,
    'rules/all.meta.js': `export default { event: 'content.orders.inserted', function: 'note' };`,
  });
  expect(await listSchedules()).toHaveLength(1);
  await put({ 'functions/note.meta.js': `export default { disabled: true, ${declared} };` });
  expect(await listSchedules()).toEqual([]);
  await domain.call('POST', '/content/entries/orders', { body: { id: '17' } });
  const { body } = await domain.call('POST', `${HD}/events/thing.happened`, { body: { id: 1 } });
  expect(body.handled).toEqual([]);
  wake(120_000);
  expect((await listQueue()).content).toEqual([]);
  await put({ 'functions/note.meta.js': `export default { ${declared} };` });
  await domain.call('PATCH', '/content/entries/orders/17', { body: { n: 1 } });
  await eventually(async () => expect(await listNotes()).toHaveLength(1));
});

test('a run of a function that a cap has stopped waits, without a try, until it may run', async () => {
  await keepNotes();
  await put({ 'collections/orders.meta.js': 'export default { schema: true };' }, 'content');
  await put({
    'functions/note.js': NOTE,
    'functions/note.meta.js': `export default { on: ['content.orders.*'] };`,
  });
  stops = [{ function: 'note', until: '2026-12-01' }];
  await domain.call('POST', '/content/entries/orders', { body: { id: '17' } });
  const error = expect.stringContaining('The function note is stopped by a cap');
  await eventually(async () =>
    expect((await listQueue()).content).toMatchObject([{ state: 'WAITING', attempt: 0, error }]),
  );
  stops = [];
  wake(3_601_000);
  await eventually(async () => expect(await listNotes()).toHaveLength(1));
});

test('a chain of queued runs ends', async () => {
  await keepNotes();
  const chain = `export default async (input, { later, content }) => {
    await content.insert('notes', { text: '', at: Date.now() });
    await later('chain', 1, { retries: 0 });
  };`;
  await put({ 'functions/chain.js': chain });
  await call('chain');
  await eventually(async () => expect((await listQueue()).counts.failed).toBe(1));
  expect((await listQueue()).content[0].error).toContain('at most 16 deep');
  expect(await listNotes()).toHaveLength(17);
});

test('a schedule runs its function at each tick, and ends with the version that declared it', async () => {
  await keepNotes();
  await put({ 'functions/note.js': NOTE, 'functions/note.meta.js': EVERY_MINUTE() });
  expect(await listSchedules()).toMatchObject([
    { function: 'note', cron: '* * * * *', timeZone: 'UTC', nextOn: '2026-11-29T10:01:00.000Z', ticks: [] },
  ]);
  wake(31_000);
  await eventually(async () => expect(await listNotes()).toMatchObject([{ text: '{"by":"time"}' }]));
  await eventually(async () =>
    expect(await listSchedules()).toMatchObject([
      {
        nextOn: '2026-11-29T10:02:00.000Z',
        ticks: [{ on: '2026-11-29T10:01:00.000Z', state: 'OK', callId: expect.any(String) }],
      },
    ]),
  );
  expect(domain.usage).toContainEqual(expect.objectContaining({ metric: 'schedule', calls: 1 }));
  for (let tick = 0; tick < 6; tick++) {
    wake(60_000);
    await eventually(async () => {
      expect(await listNotes()).toHaveLength(tick + 2);
      expect((await listQueue()).content).toEqual([]);
    });
  }
  await eventually(async () => {
    const [{ ticks }] = await listSchedules();
    expect(ticks.map(({ on }: { on: string }) => on.slice(14, 16))).toEqual(['07', '06', '05', '04', '03']);
  });
  const { body } = await domain.call('GET', `${HD}/versions`);
  const [{ version }] = body.content;
  const restored = await domain.call('POST', `${HD}/versions/${version - 1}/restore`, {
    body: { baseVersion: version },
  });
  expect(restored.status).toBe(200);
  expect(await listSchedules()).toEqual([]);
  wake(120_000);
  expect(await listNotes()).toHaveLength(7);
});

test('a run that outlasts the ticks that are kept is reported all the same', async () => {
  await keepNotes();
  const waits = `export default async (input, { content }) => {
    while ((await content.find('notes')).content.length === 0) await new Promise((end) => setTimeout(end, 50));
  };`;
  await put({ 'functions/long.js': waits, 'functions/long.meta.js': EVERY_MINUTE() });
  const statesOf = async () => {
    const [{ ticks }] = await listSchedules();
    return ticks.map(({ state }: { state: string }) => state);
  };
  wake(31_000);
  await eventually(async () => expect((await listQueue()).counts.running).toBe(1));
  for (let tick = 1; tick <= 5; tick++) {
    wake(60_000);
    await eventually(async () => expect((await statesOf()).filter(isSkipped)).toHaveLength(tick));
  }
  await domain.call('POST', '/content/entries/notes', { body: {} });
  await eventually(async () =>
    expect(await statesOf()).toEqual(['SKIPPED', 'SKIPPED', 'SKIPPED', 'SKIPPED', 'OK']),
  );
});

const isSkipped = (state: string) => state === 'SKIPPED';

test('missed ticks are reported, and made up for once where that is wanted', async () => {
  await keepNotes();
  const hourly = (extra = '') => `export default { schedule: [{ cron: '5 * * * *'${extra} }] };`;
  await put({
    'functions/minute.js': NOTE,
    'functions/minute.meta.js': EVERY_MINUTE(),
    'functions/run.js': NOTE,
    'functions/run.meta.js': hourly(`, missed: 'run'`),
    'functions/skip.js': NOTE,
    'functions/skip.meta.js': hourly(),
  });
  const at = (time: string) => `2026-11-29T${time}:00.000Z`;
  wake(3 * 3_600_000);
  const note = 'Atrium did not run at this time.';
  const missed = (times: string[]) => times.map((time) => ({ state: 'MISSED', on: at(time), note }));
  await eventually(async () =>
    expect(await listSchedules()).toMatchObject([
      {
        function: 'minute',
        nextOn: at('13:01'),
        ticks: [{ state: 'OK', on: at('13:00') }, ...missed(['12:59', '12:58', '12:57', '12:56'])],
      },
      { function: 'run', ticks: [{ state: 'OK', on: at('12:05') }, ...missed(['11:05', '10:05'])] },
      { function: 'skip', nextOn: at('13:05'), ticks: missed(['12:05', '11:05', '10:05']) },
    ]),
  );
  expect(await listNotes()).toHaveLength(2);
});

test.each([
  [`{ cron: '61 * * * *' }`, 'functions/note.meta.js: "schedule": 61 * * * * is no time'],
  [`{ cron: '0 0 31 2 *' }`, 'functions/note.meta.js: "schedule": 0 0 31 2 *'],
  [`{ cron: 'H * * * *' }`, 'functions/note.meta.js: "schedule": H * * * *'],
])('the schedule %s is refused by name', async (schedule, message) => {
  const answer = await put({
    'functions/note.js': NOTE,
    'functions/note.meta.js': `export default { schedule: [${schedule}] };`,
  });
  expect(answer.status).toBe(422);
  expect(answer.body.message).toContain(message);
});

test('changes of entries start functions in their order, also those of rules', async () => {
  await keepNotes();
  await put({ 'collections/orders.meta.js': 'export default { schema: true };' }, 'content');
  await put({
    'functions/note.js': NOTE,
    'functions/note.meta.js': `export default { on: ['content.orders.*'] };`,
    'functions/other.js': NOTE.replace('text: JSON', 'by: 1, text: JSON'),
    'rules/deleted.meta.js': `export default { event: 'content.orders.deleted', function: 'other' };`,
    // It stands for what functions and callers send.
    'rules/all.meta.js': `export default { event: '**', function: 'other' };`,
  });
  const entries = '/content/entries/orders';
  await domain.call('POST', entries, { body: { id: '17', total: 1 } });
  await domain.call('PATCH', `${entries}/17`, { body: { total: 2 } });
  await domain.call('DELETE', `${entries}/17`);
  await eventually(async () => expect(await listNotes()).toHaveLength(4));
  const notes = await listNotes();
  const [one, two] = [
    { id: '17', total: 1 },
    { id: '17', total: 2 },
  ];
  const inOrder = [
    ['content.orders.inserted', null, one],
    ['content.orders.updated', one, two],
    ['content.orders.deleted', two, null],
  ].map(([event, before, after]) => ({
    event,
    text: JSON.stringify({ collection: 'orders', id: '17', before, after }),
  }));
  const seenBy = (isRule: boolean) =>
    notes.filter((note) => 'by' in note === isRule).map(({ event, text }) => ({ event, text }));
  expect(seenBy(false)).toEqual(inOrder);
  expect(seenBy(true)).toEqual(inOrder.slice(2));
});

test('functions that change what started them do not run forever', async () => {
  await put({ 'collections/orders.meta.js': 'export default { schema: true };' }, 'content');
  await put({
    'functions/again.js': `export default ({ after }, { content }) => content.update('orders', after.id, { n: after.n + 1 });`,
    'functions/again.meta.js': `export default { on: ['content.orders.*'] };`,
  });
  const entries = '/content/entries/orders';
  await domain.call('POST', entries, { body: { id: '17', n: 0 } });
  await eventually(async () => {
    expect((await domain.call('GET', `${entries}/17`)).body.n).toBe(16);
    expect((await listQueue()).content).toEqual([]);
  });
});

test('an event declared by a function calls it as a rule does', async () => {
  await keepNotes();
  await put({
    'functions/note.js': NOTE,
    'functions/note.meta.js': `export default { on: ['thing.happened'] };`,
  });
  const { body } = await domain.call('POST', `${HD}/events/thing.happened`, { body: { id: 1 } });
  expect(body.handled).toMatchObject([{ function: 'note', status: 'OK' }]);
  expect(await listNotes()).toMatchObject([{ text: '{"id":1}', event: 'thing.happened' }]);
});

test('in a test runs are queued for the test alone', async () => {
  await put({
    'functions/remind.js': `export default async (input, { later }) => [
      await later('mails/remind', input, { key: 'a' }), await later('mails/remind', input, { key: 'a' })];`,
    'tests/remind.js': `export default async ({ call, mock, expect }) => {
      expect(await call('remind', { id: 1 })).to.deep.equal([{ isNew: true }, { isNew: false }]);
      expect(mock.queued()).to.deep.equal([{ function: 'mails/remind', input: { id: 1 }, options: { key: 'a' } }]);
    };`,
  });
  const run = {
    runId: '0197a000-0000-7000-8000-0000000000f2',
    tests: ['tests/remind'],
    stopOnError: false,
    reach: false,
  };
  const answer = await domain.call('POST', `${HD}/tests/run`, { body: run });
  expect(answer.body).toContain('"ok":1,"failed":0');
  expect((await listQueue()).content).toEqual([]);
});

test('in a test mails are kept for the test alone', async () => {
  await put({
    'functions/report.js': `export default (input, { mail }) => mail.send({ to: 'a@example.com', subject: 'S', text: 'T' });`,
    'tests/report.js': `export default async ({ call, mock, expect }) => {
      await call('report');
      expect(mock.mails()).to.deep.equal([{ to: 'a@example.com', subject: 'S', text: 'T' }]);
    };`,
  });
  const run = {
    runId: '0197a000-0000-7000-8000-0000000000f3',
    tests: ['tests/report'],
    stopOnError: false,
    reach: false,
  };
  expect((await domain.call('POST', `${HD}/tests/run`, { body: run })).body).toContain('"ok":1,"failed":0');
});

test.each([
  [`{ to: 'nobody', subject: 'S', text: 'T' }`, 'mail.send: to is no e-mail address'],
  [`{ to: 'a\\u0001@example.com', subject: 'S', text: 'T' }`, 'mail.send: to is no e-mail address'],
  [
    `{ to: ['a@example.com', 'b\\0@example.com'], subject: 'S', text: 'T' }`,
    'to.1: This text has a character',
  ],
  [`{ to: 'a@example.com', subject: 'S\\ud800', text: 'T' }`, 'subject: This text has a character'],
  [`{ to: 'a@example.com', subject: 'S', text: 'T\\0' }`, 'text: This text has a character'],
])('the mail %s is refused by name, and nothing is billed', async (mail, message) => {
  await put({
    'functions/report.js': `export default (input, { mail }) => mail.send(${mail});`,
  });
  const { status, body } = await call('report');
  expect([status < 500, body.message]).toEqual([true, expect.stringContaining(message)]);
  expect(domain.usage.filter(({ metric }) => metric === 'mail')).toEqual([]);
});

test('what a test changes starts nothing', async () => {
  await keepNotes();
  await put({ 'collections/orders.meta.js': 'export default { schema: true };' }, 'content');
  await put({
    'functions/note.js': NOTE,
    'functions/note.meta.js': `export default { on: ['content.orders.*'] };`,
    'tests/orders.js': `export default ({ content }) => content.insert('orders', { id: '1' });`,
  });
  const run = { runId: '0197a000-0000-7000-8000-0000000000f1', stopOnError: false, reach: false };
  const answer = await domain.call('POST', `${HD}/tests/run`, { body: run });
  expect(answer.status).toBe(200);
  expect((await listQueue()).content).toEqual([]);
  expect(await listNotes()).toEqual([]);
});

test('the next times of a schedule follow its time zone, and an expression without any is refused', async () => {
  const preview = (cron: string, timeZone = 'UTC') =>
    domain.call('GET', `${HD}/schedules/next?${new URLSearchParams({ cron, timeZone }).toString()}`);
  const { body } = await preview('30 2 * * 0', 'Europe/Vienna');
  expect(body.next).toHaveLength(5);
  expect(body.next.slice(0, 2)).toEqual(['2026-12-06T01:30:00.000Z', '2026-12-13T01:30:00.000Z']);
  for (const [cron, message] of [
    ['0 25 * * *', /^0 25 \* \* \* is no time: /],
    ['0 0 30 2 *', /^0 0 30 2 \*/],
    ['H * * * *', /is no time/],
  ] as const) {
    const refused = await preview(cron);
    expect([refused.status, refused.body.message]).toEqual([422, expect.stringMatching(message)]);
  }
  expect((await preview('* * * * *', 'Europe/Wien')).status).toBe(400);
  expect((await preview('* * *')).status).toBe(400);
});
