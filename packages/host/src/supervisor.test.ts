import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Supervisor, type SupervisorOptions } from './supervisor.ts';

const PATIENT = { timeout: 50_000, interval: 10 };

/** Says that it runs, and ends as its input says: a line is an exit code. */
const PROGRAM = `
  process.stdin.once('data', (line) => process.exit(Number(line)));
  process.on('SIGTERM', () => {});
  console.log('runs');`;

function start(options: Partial<SupervisorOptions<undefined>> = {}) {
  const ends: { reason: string; isRequested: boolean }[] = [];
  const supervisor = new Supervisor({
    start: () => ({ child: spawn(process.execPath, ['--eval', PROGRAM]), state: undefined }),
    onEnded: (_run, end) => void ends.push(end),
    ...options,
  });
  onTestFinished(() => supervisor.abandon());
  const startReady = async () => {
    const run = supervisor.wake();
    if (run === undefined) throw new Error('nothing was started');
    await once(run.child.stdout as NodeJS.ReadableStream, 'data');
    supervisor.ready(run);
    return run;
  };
  return { supervisor, ends, startReady };
}

test('a program is started when it is needed, and again after it has ended', async () => {
  const { supervisor, ends, startReady } = start();
  const run = await startReady();
  expect(supervisor.wake()).toBe(run);
  run.child.stdin?.write('3');
  await run.ended;
  expect(ends).toEqual([{ reason: 'exit code 3', isRequested: false }]);
  expect(supervisor.current).toBeUndefined();
  expect(supervisor.wake()).not.toBe(run);
});

test('failed starts in a row delay the next one, and a ready run ends the delay', async () => {
  const onStartFailed = vi.fn<(error: unknown) => void>();
  const fail = () => {
    throw new Error('no memory');
  };
  const starts = vi.fn<SupervisorOptions<undefined>['start']>(fail);
  const { supervisor, startReady } = start({
    start: starts,
    pauses: { firstMs: 60_000, longestMs: 60_000, tolerated: 1 },
    onStartFailed,
  });
  expect(supervisor.wake()).toBeUndefined();
  expect(supervisor.isPaused).toBe(false);
  expect(supervisor.wake()).toBeUndefined();
  expect([supervisor.failures, supervisor.isPaused]).toEqual([2, true]);
  starts.mockImplementation(() => ({
    child: spawn(process.execPath, ['--eval', PROGRAM]),
    state: undefined,
  }));
  expect(supervisor.wake()).toBeUndefined();
  expect(onStartFailed).toHaveBeenCalledTimes(2);
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 61_000);
  await startReady();
  vi.restoreAllMocks();
  expect(supervisor.failures).toBe(0);
});

test('a run that does not become ready, or that hangs, is killed', async () => {
  const slow = start({ startTimeoutMs: 20 });
  await slow.supervisor.wake()?.ended;
  expect(slow.ends).toEqual([{ reason: 'SIGKILL', isRequested: false }]);
  const hung = start({ startTimeoutMs: 50_000, watch: { everyMs: 10, isHung: async () => true } });
  const run = await hung.startReady();
  await run.ended;
  expect(hung.ends).toEqual([{ reason: 'SIGKILL', isRequested: false }]);
});

test('a run that nothing uses is ended', async () => {
  let isUsed = true;
  const { supervisor, ends, startReady } = start({ idle: { afterMs: 20, isUsed: () => isUsed } });
  const run = await startReady();
  expect(supervisor.current).toBe(run);
  isUsed = false;
  await run.ended;
  expect(ends).toEqual([{ reason: 'SIGKILL', isRequested: true }]);
});

test('a stop asks the program to end, and kills one that does not', async () => {
  const asked = start({ requestEnd: ({ child }) => void child.stdin?.write('0'), endTimeoutMs: 50_000 });
  await asked.startReady();
  await asked.supervisor.stop();
  expect(asked.ends).toEqual([{ reason: 'exit code 0', isRequested: true }]);
  expect(asked.supervisor.wake()).toBeUndefined();
  const deaf = start({ requestEnd: ({ child }) => void child.kill('SIGTERM') });
  await deaf.startReady();
  await deaf.supervisor.stop(20);
  expect(deaf.ends).toEqual([{ reason: 'SIGKILL', isRequested: true }]);
});

test('a program that is kept running starts again, until it is stopped', async () => {
  const prepare = vi.fn<() => Promise<void>>(async () => {});
  const { supervisor, ends } = start({ pauses: { firstMs: 1, longestMs: 1 } });
  supervisor.keepRunning(prepare);
  for (const starts of [1, 2]) {
    await vi.waitFor(() => expect(prepare).toHaveBeenCalledTimes(starts), PATIENT);
    await vi.waitFor(() => expect(supervisor.current).toBeDefined(), PATIENT);
    supervisor.current?.child.kill('SIGKILL');
    await vi.waitFor(() => expect(ends).toHaveLength(starts), PATIENT);
  }
  await supervisor.stop();
  expect(supervisor.current).toBeUndefined();
});
