import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import fastify from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { installSlowRoutes } from '../../test/slow-routes.ts';
import { SlowProcess } from './slow-process.ts';

/** Limits are for what hangs. */
const PATIENT = { timeout: 50_000, interval: 20 };
const program = fileURLToPath(new URL('../../test/slow-program.ts', import.meta.url));

interface Init extends Omit<RequestInit, 'headers'> {
  headers?: Record<string, string>;
}

interface Received {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

async function start({
  greeting = 'hello',
  hasLowPriority = false,
  ...limits
}: {
  idleMs?: number;
  livesForMs?: number;
  startsForMs?: number;
  longMs?: number;
  hasLowPriority?: boolean;
  greeting?: string;
} = {}) {
  const log = { warn: vi.fn<(...said: unknown[]) => void>() };
  const slowProcess = new SlowProcess({
    program,
    settings: () => ({ greeting }),
    extraCertificates: undefined,
    log,
    longMs: 0,
    hasLowPriority,
    ...limits,
    isUrgent: ({ headers }) => headers['accept-language'] === 'urgent',
  });
  const app = fastify();
  app.decorate('slowProcess', slowProcess);
  app.addHook('preHandler', async ({ headers }, { raw }) => {
    if (headers['accept-language'] === 'leaves') await once(raw, 'close');
  });
  installSlowRoutes(app, 'here');
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(async () => {
    await app.close();
    await slowProcess.stop();
  });
  const call = async (path: string, init: Init = {}): Promise<Received> => {
    const headers = { authorization: 'ann', ...init.headers };
    const response = await fetch(url + path, { ...init, headers });
    const text = await response.text();
    const body = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
    return { status: response.status, headers: response.headers, body };
  };
  const post = (path: string, body: object) =>
    call(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const startIt = async () => {
    await vi.waitFor(async () => {
      await call('/facts');
      expect(slowProcess.pid).toBeDefined();
    }, PATIENT);
    return slowProcess.pid ?? 0;
  };
  const begun = () => vi.waitFor(async () => expect((await call('/facts')).body['staying']).toBe(1), PATIENT);
  return { slowProcess, log, call, post, startIt, begun };
}

const isThere = (pid: number) => existsSync(`/proc/${pid}`);
const foldersOf = (pid: number) =>
  readdirSync(tmpdir()).filter((name) => name.startsWith(`atrium-slow-${pid}-`));

test('the first call does not wait for the process, and later ones are answered by it', async () => {
  const { call, startIt, slowProcess } = await start({ hasLowPriority: true });
  expect((await call('/facts')).body['pid']).toBe(process.pid);
  const pid = await startIt();
  const { body } = await call('/facts');
  expect(body).toEqual({
    greeting: 'hello',
    pid,
    caller: 'ann',
    ip: '127.0.0.1',
    staying: 0,
    requestId: expect.stringMatching(/^req-/) as string,
  });
  expect(getPriority(pid)).toBe(10);
  expect(slowProcess.figures).toMatchObject({ isRunning: true, openCalls: 0, faults: 0 });
  expect(slowProcess.figures.calls).toBeGreaterThan(0);
});

test('what is answered is the same: bodies, entity tags, refusals, long texts and HEAD', async () => {
  const { call, post, startIt } = await start();
  const pid = await startIt();
  expect((await post('/day-after', { day: '2026-02-28' })).body).toEqual({ day: '2026-03-01', pid });
  const refused = await post('/day-after', { day: 'soon' });
  expect([refused.status, refused.body['message']]).toEqual([400, 'Some values are not valid.']);

  const known = await call('/known');
  expect(known.body['pid']).toBe(pid);
  const etag = known.headers.get('etag') ?? '';
  const again = await call('/known', { headers: { 'if-none-match': etag } });
  expect([again.status, again.headers.get('etag'), again.body]).toEqual([304, etag, {}]);

  const missing = await call('/missing');
  expect([missing.status, missing.body['message']]).toEqual([404, `Process ${pid} does not have it.`]);
  expect((await call('/long')).body).toEqual(['a'.repeat(200_000), 'b'.repeat(200_000)]);
  expect((await call('/facts', { method: 'HEAD' })).status).toBe(200);
});

test('when it is killed, the call it was answering says so, and the others are answered', async () => {
  const { call, startIt, begun, log, slowProcess } = await start();
  const pid = await startIt();
  const underWay = call('/stay?ms=30000');
  await begun();
  process.kill(pid, 'SIGKILL');
  const broken = await underWay;
  expect([broken.status, broken.headers.get('retry-after')]).toEqual([503, '1']);
  expect((await call('/facts')).body['pid']).toBe(process.pid);
  await vi.waitFor(() => expect(log.warn).toHaveBeenCalledOnce(), PATIENT);
  expect(slowProcess.figures).toMatchObject({ openCalls: 0, faults: 1 });
  const next = await startIt();
  expect((await call('/facts')).body['pid']).toBe(next);
});

test('one that cannot start is reported once, and calls are answered without it', async () => {
  const { call, log } = await start({ greeting: '' });
  expect((await call('/facts')).status).toBe(200);
  await vi.waitFor(() => expect(log.warn).toHaveBeenCalled(), PATIENT);
  expect((await call('/facts')).body['pid']).toBe(process.pid);
  await wait(50);
  expect(log.warn).toHaveBeenCalledOnce();
});

test('one that never becomes ready is given up', async () => {
  const { call, log, slowProcess } = await start({ greeting: 'later', startsForMs: 500, livesForMs: 300 });
  await call('/facts');
  await vi.waitFor(() => expect(slowProcess.figures.faults).toBe(1), PATIENT);
  expect(log.warn).toHaveBeenCalledWith({ reason: 'SIGKILL', wasReady: false }, expect.any(String));
});

test('it ends when no one has called for a while, and is started again', async () => {
  const { startIt, slowProcess, log } = await start({ idleMs: 1000 });
  const pid = await startIt();
  await vi.waitFor(() => expect(isThere(pid)).toBe(false), PATIENT);
  expect(slowProcess.pid).toBeUndefined();
  expect(log.warn).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(foldersOf(process.pid)).toEqual([]), PATIENT);
  expect(await startIt()).not.toBe(pid);
});

test('it finishes what is under way when it is stopped', async () => {
  const { call, startIt, begun, slowProcess } = await start();
  const pid = await startIt();
  const underWay = call('/stay?ms=3000');
  await begun();
  await slowProcess.stop();
  expect((await underWay).body['pid']).toBe(pid);
  expect(isThere(pid)).toBe(false);
  expect((await call('/facts')).body['pid']).toBe(process.pid);
});

test('it goes when its parent is killed', async () => {
  const parent = fork(fileURLToPath(new URL('../../test/slow-parent.ts', import.meta.url)), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [pid] = (await once(parent, 'message')) as [number];
  expect(isThere(pid)).toBe(true);
  parent.kill('SIGKILL');
  await vi.waitFor(() => expect(isThere(pid)).toBe(false), PATIENT);
});

test('it goes without a complaint when its parent is killed before it has answered', async () => {
  const parent = spawn(
    process.execPath,
    [fileURLToPath(new URL('../../test/orphaned-program.ts', import.meta.url))],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let complaint = '';
  parent.stderr.on('data', (chunk: Buffer) => (complaint += chunk.toString()));
  // Both have ended.
  await once(parent.stderr, 'end');
  expect(complaint).toBe('');
});

test('a long download goes on after the process was exchanged, and keeps an idle one', async () => {
  const { call, startIt, begun, slowProcess } = await start({ idleMs: 300 });
  const pid = await startIt();
  const exchanged = call('/stay?ms=3000');
  await begun();
  slowProcess.renew();
  expect((await exchanged).body['pid']).toBe(pid);
  const next = await startIt();
  const kept = call('/stay?ms=3000');
  await begun();
  expect((await kept).body['pid']).toBe(next);
});

test('a call whose caller has left before its turn is not made of it', async () => {
  const { call, startIt, slowProcess } = await start();
  await startIt();
  const { calls } = slowProcess.figures;
  const isLeft = AbortSignal.timeout(50);
  await expect(
    call('/stay?ms=60000', { headers: { 'accept-language': 'leaves' }, signal: isLeft }),
  ).rejects.toThrow('aborted due to timeout');
  await call('/facts');
  expect(slowProcess.figures).toMatchObject({ calls: calls + 1, openCalls: 0 });
});

test('what is urgent, or refused there, is answered here', async () => {
  const { call, startIt } = await start();
  await startIt();
  expect((await call('/facts', { headers: { 'accept-language': 'urgent' } })).body['pid']).toBe(process.pid);
  expect((await call('/not-there-yet')).body['pid']).toBe(process.pid);
});

test('it is started for calls that took long, and gets no others', async () => {
  const { call, slowProcess } = await start({ longMs: 100 });
  for (const _ of [1, 2, 3]) expect((await call('/facts')).body['pid']).toBe(process.pid);
  expect((await call('/stay?ms=120')).body['pid']).toBe(process.pid);
  await vi.waitFor(
    async () => expect((await call('/stay?ms=120')).body['pid']).toBe(slowProcess.pid ?? 'none yet'),
    PATIENT,
  );
  expect((await call('/stay?ms=120', { headers: { authorization: 'bob' } })).body['pid']).toBe(process.pid);
});

test('a domain whose slow calls take much time is answered there with all of them', async () => {
  const { call, slowProcess } = await start({ longMs: 500 });
  await vi.waitFor(async () => {
    for (const _ of [1, 2]) await call('/stay?ms=600');
    expect((await call('/facts')).body['pid']).toBe(slowProcess.pid ?? 'none yet');
  }, PATIENT);
  expect((await call('/facts', { headers: { authorization: 'bob' } })).body['pid']).toBe(process.pid);
});

test('one that hangs is ended, and one that works for long, or did nothing for long, is not', async () => {
  const { call, startIt } = await start({ livesForMs: 3_000 });
  const pid = await startIt();
  await wait(4_000);
  expect((await call('/stay?ms=4500')).body['pid']).toBe(pid);
  expect((await call('/hang?ms=120000')).status).toBe(503);
  await vi.waitFor(() => expect(isThere(pid)).toBe(false), PATIENT);
});
