import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ann, ofDomain, startTestServices, type TestServices } from '../../test/support.ts';

vi.setConfig({ testTimeout: 60_000 });

const HD = '/hyper-dispatch';
/** Longer than a process may say nothing. */
const DEAD_AFTER_MS = 31_000;

let now = new Date('2026-11-29T10:00:30Z').getTime();
let frozen: TestServices;
let other: TestServices;
let hold = Promise.withResolvers<void>();

beforeAll(async () => {
  const caller = (domainId: string) => ({ ...ann, domainId, permissions: ['functions.invoke'] });
  frozen = await startTestServices({
    now: () => new Date(now),
    // A process that has claimed a run and does not go on.
    findDomainCaller:
      () =>
      async ({ domainId }) => {
        await hold.promise;
        return caller(domainId);
      },
  });
  const { connection } = frozen.context;
  other = await startTestServices({
    connection,
    now: () => new Date(now),
    findDomainCaller: () => (scope) => Promise.resolve(caller(scope.domainId)),
  });
});
afterAll(async () => {
  hold.resolve();
  await other.context.backgroundRuns.stop();
  await frozen.context.backgroundRuns.stop();
  await other.context.close();
  await frozen[Symbol.asyncDispose]();
});

const eventually = (check: () => Promise<void>) => vi.waitFor(check, 20_000);

async function setUp(domainId: string, metadata?: string) {
  const domain = ofDomain(frozen, domainId);
  const put = async (serviceId: string, folder: string, files: Record<string, string>) => {
    const { body } = await domain.call('GET', `/${serviceId}/export/metadata`);
    const all = Object.entries(files).map(([name, content]) => ({ name, action: 'remote', content }));
    const request = { baseVersion: body.version, folders: [{ name: folder, files: all }] };
    expect((await domain.call('POST', `/${serviceId}/import`, { body: request })).status).toBe(200);
  };
  await put('content', 'collections', { 'notes.meta.js': 'export default { schema: true };' });
  await put('hyper-dispatch', 'functions', {
    'note.js': `export default (input, { content }) => content.insert('notes', { text: 'run' });`,
    'queue.js': `export default (input, { later }) => later('note', 1, { key: 'a' });`,
    ...(metadata !== undefined && { 'note.meta.js': metadata }),
  });
  return {
    domain,
    queue: async () => (await domain.call('GET', `${HD}/queue`)).body.content,
    ticks: async () => (await domain.call('GET', `${HD}/schedules`)).body.schedules[0].ticks,
    notes: async () => (await domain.call('POST', '/content/entries/notes/query', { body: {} })).body.content,
  };
}

test('a queued run of a process that is taken for dead runs elsewhere, and ends once', async () => {
  hold = Promise.withResolvers<void>();
  const { domain, queue, notes } = await setUp('lost-queue');
  frozen.context.backgroundRuns.start();
  await domain.call('POST', `${HD}/invoke/queue`, { body: {} });
  await eventually(async () => expect(await queue()).toMatchObject([{ state: 'RUNNING', attempt: 1 }]));
  now += DEAD_AFTER_MS;
  other.context.backgroundRuns.start();
  await eventually(async () => expect(await queue()).toEqual([]));
  expect(await notes()).toHaveLength(1);
  // The process goes on after all: at least once, but nothing of it stays in the queue.
  hold.resolve();
  await eventually(async () => expect(await notes()).toHaveLength(2));
  expect(await queue()).toEqual([]);
  await other.context.backgroundRuns.stop();
  await frozen.context.backgroundRuns.stop();
});

test.each([
  ['', 'INTERRUPTED', 0],
  [', retry: true', 'OK', 1],
])('an interrupted run of a schedule%s is %s', async (extra, state, runs) => {
  hold = Promise.withResolvers<void>();
  const metadata = `export default { schedule: [{ cron: '0 * * * *'${extra} }] };`;
  const { queue, ticks, notes } = await setUp(`lost-schedule-${runs}`, metadata);
  now += 3_600_000 - ((now % 3_600_000) - 1_000);
  frozen.context.backgroundRuns.start();
  await eventually(async () => expect(await queue()).toMatchObject([{ state: 'RUNNING' }]));
  now += DEAD_AFTER_MS;
  other.context.backgroundRuns.start();
  await eventually(async () => {
    expect(await queue()).toEqual([]);
    expect(await ticks()).toMatchObject([{ state }]);
  });
  expect(await notes()).toHaveLength(runs);
  hold.resolve();
  await other.context.backgroundRuns.stop();
  await frozen.context.backgroundRuns.stop();
  expect(await ticks()).toMatchObject([{ state }]);
});
