import { readdirSync } from 'node:fs';
import { getPriority } from 'node:os';
import { afterAll, expect, it, vi } from 'vitest';
import { openSandbox, valueOf } from '../../test/sandbox-fixture.ts';
import { CallDurations } from './call-durations.ts';
import { Cancellation } from './cancellation.ts';
import { SLOW_PRIORITIES } from './limits.ts';
import { FrameReader } from './process/frame.ts';
import type { SandboxCall } from './sandbox-call.ts';
import { countBatch } from './worker/batch.ts';
import { createJob } from './worker-slot.ts';

const { run, close } = openSandbox({ fastWorkers: 2 });
afterAll(close);

/** No wait: a stuck call is canceled once others have proven that they don't wait for it. */
const STUCK_MS = 50_000;
const UNHURRIED_MS = 60_000;
/** For calls that have to end although they have stepped back: beside other work that takes very long. */
const PATIENT_MS = 180_000;
/** Work of the engine that never asks whether it should stop. */
const source = "export default (input) => (input === 'stuck' ? new Array(3e8).join().length : input)";

it('lets no call wait for one that ignores interrupts, also where they were sent together', {
  timeout: UNHURRIED_MS,
}, async () => {
  const options = { key: 'acme:hyper-dispatch:batches', timeoutMs: STUCK_MS };
  // Known to be quick, so that many are sent to one worker.
  for (let i = 0; i < 20; i++) await run(source, { ...options, input: i });
  let hasEnded = false;
  const cancellation = new Cancellation();
  const stuck = run(source, { ...options, input: 'stuck', cancellation }).then((answer) => {
    hasEnded = true;
    return answer;
  });
  const others = Array.from({ length: 30 }, (_, i) => run(source, { ...options, input: i }));
  expect((await Promise.all(others)).map(valueOf)).toEqual(Array.from({ length: 30 }, (_, i) => i));
  expect(hasEnded).toBe(false);
  cancellation.cancel();
  expect((await stuck).failure?.name).toBe('Canceled');
});

it('does not begin what was given up while it stood behind another call', {
  timeout: UNHURRIED_MS,
}, async () => {
  const one = openSandbox({ fastWorkers: 1 });
  const options = { key: 'acme:hyper-dispatch:behind', timeoutMs: STUCK_MS };
  for (let i = 0; i < 20; i++) await one.run(source, { ...options, input: i });
  const cancellation = new Cancellation();
  const waiting = Array.from({ length: 5 }, () => new Cancellation());
  const stuck = one.run(source, { ...options, input: 'stuck', cancellation });
  const behind = waiting.map((left, input) =>
    one.run(source, { ...options, input, cancellation: left, isOnlyCanceledWaiting: true }),
  );
  // They have all been sent by then, and none has begun.
  await new Promise(setImmediate);
  for (const left of waiting) left.cancel();
  const ended = await Promise.all(behind);
  expect(ended.map(({ isCanceled }) => isCanceled)).toEqual(behind.map(() => true));
  cancellation.cancel();
  await stuck;
  one.close();
});

it('finds a worker for others while those for short calls are all stuck', {
  timeout: UNHURRIED_MS,
}, async () => {
  const options = { domainId: 'evil', key: 'evil:hyper-dispatch:1', timeoutMs: STUCK_MS };
  let ended = 0;
  const cancellations = Array.from({ length: 4 }, () => new Cancellation());
  const stuck = cancellations.map((cancellation) =>
    run(source, { ...options, input: 'stuck', cancellation }).then(() => (ended += 1)),
  );
  const good = { domainId: 'good', key: 'good:hyper-dispatch:1', timeoutMs: UNHURRIED_MS };
  for (let i = 0; i < 5; i++) expect(valueOf(await run(source, { ...good, input: i }))).toBe(i);
  expect(ended).toBe(0);
  for (const cancellation of cancellations) cancellation.cancel();
  await Promise.all(stuck);
});

it('finds a worker for others beside calls that compute again after an answer of the service', {
  timeout: PATIENT_MS,
}, async () => {
  const two = openSandbox({ fastWorkers: 2 });
  const spinAskJoin = `export default async (i, { content }) => {
    for (let i = 0; i < 2e6; i++);
    await content.find('a');
    return new Array(3e8).join().length;
  }`;
  const options = { domainId: 'evil', key: 'evil:hyper-dispatch:2', timeoutMs: PATIENT_MS };
  let ended = 0;
  const cancellations = Array.from({ length: 2 }, () => new Cancellation());
  const stuck: Promise<unknown>[] = [];
  for (const cancellation of cancellations) {
    await new Promise<void>((asked) => {
      const answerHostCall = (_: string, argument: string) => {
        asked();
        return Promise.resolve(argument);
      };
      const call = two.run(spinAskJoin, { ...options, cancellation, answerHostCall });
      stuck.push(call.then(() => (ended += 1)));
    });
  }
  // The answer is on its way.
  await new Promise((resolve) => setImmediate(resolve));
  const good = { domainId: 'good', timeoutMs: PATIENT_MS };
  expect(valueOf(await two.run(source, { ...good, input: 1 }))).toBe(1);
  expect(ended).toBe(0);
  for (const cancellation of cancellations) cancellation.cancel();
  await Promise.all(stuck);
  two.close();
});

it.runIf(process.platform === 'linux')(
  'lets a call that computes step back a little, and later far',
  {
    timeout: PATIENT_MS,
  },
  async () => {
    const one = openSandbox({ fastWorkers: 1 });
    const cancellation = new Cancellation();
    const spin = 'export default () => { for (;;); }';
    const spinning = one.run(spin, { timeoutMs: PATIENT_MS, cancellation });
    const seen = new Set<number>();
    while (!seen.has(SLOW_PRIORITIES[2])) {
      for (const priority of prioritiesOf(one.sandbox.pid)) seen.add(priority);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(seen).toContain(SLOW_PRIORITIES[1]);
    cancellation.cancel();
    expect((await spinning).failure?.name).toBe('Canceled');
    one.close();
  },
);

it('gives each of many quick calls its own result and its own failure', {
  timeout: UNHURRIED_MS,
}, async () => {
  const odd =
    'export default (i) => { if (i % 3 === 0) throw new Error(`no ${i}`); return [i, "ü".repeat(i % 7)] }';
  const answers = await Promise.all(
    Array.from({ length: 500 }, (_, i) =>
      run(odd, { key: 'acme:hyper-dispatch:quick', input: i, timeoutMs: UNHURRIED_MS }),
    ),
  );
  const got = answers.map(({ failure, result }) => failure?.message ?? (JSON.parse(result) as unknown));
  expect(got).toEqual(answers.map((_, i) => (i % 3 === 0 ? `no ${i}` : [i, 'ü'.repeat(i % 7)])));
});

it('runs what was sent with a call that ends while the supervisor returns the others', {
  timeout: PATIENT_MS,
}, async () => {
  const small = openSandbox({ fastWorkers: 1, maxWorkers: 2 });
  const options = { key: 'acme:hyper-dispatch:race', timeoutMs: PATIENT_MS };
  const joins = "export default (input) => (input === 'joins' ? new Array(6e6).join().length : input)";
  for (let i = 0; i < 20; i++) await small.run(joins, { ...options, input: i });
  const heldBack = holdBackSupervisor();
  const slow = small.run(joins, { ...options, input: 'joins' });
  const others = Array.from({ length: 12 }, (_, i) => small.run(joins, { ...options, input: i }));
  expect(valueOf(await slow)).toBe(6e6 - 1);
  expect((await Promise.all(others)).map(valueOf)).toEqual(Array.from({ length: 12 }, (_, i) => i));
  expect(heldBack()).toMatchObject([{ type: 'slow' }]);
  small.close();
});

/** Priorities of a process's threads; empty before it runs. */
function prioritiesOf(pid: number | undefined): number[] {
  if (pid === undefined) return [];
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) => {
    try {
      return [getPriority(Number(thread))];
    } catch {
      // It has just ended.
      return [];
    }
  });
}

/** The supervisor has a socket of its own, so its messages may arrive after later ones of a worker. */
function holdBackSupervisor(): () => unknown[] {
  const held: Buffer[] = [];
  const { push } = FrameReader.prototype;
  const spy = vi.spyOn(FrameReader.prototype, 'push').mockImplementation(function (
    this: FrameReader<unknown>,
    chunk,
  ) {
    if (chunk.includes('"type":"slow","workerId"')) held.push(chunk);
    else push.call(this, chunk);
  });
  return () => {
    spy.mockRestore();
    const messages: unknown[] = [];
    const reader = new FrameReader((header) => messages.push(header));
    for (const chunk of held) reader.push(chunk);
    return messages;
  };
}

it('puts a large request at the front of a batch only, so that each batch fits a frame', () => {
  const call: SandboxCall = {
    kind: 'function',
    zone: 'public',
    key: 'acme:hyper-dispatch:large',
    path: 'functions/main.js',
    input: '{}',
    limits: { cpuMs: 1, wallMs: 1, memoryMiB: 32 },
    identity: {
      domainId: 'acme',
      serviceId: 'hyper-dispatch',
      userId: 'ann',
      parentId: null,
      roles: [],
      isAdmin: false,
      permissions: [],
    },
    event: null,
    readSources: () => ({ base: undefined, files: new Map(), disabled: new Map() }),
    answerHostCall: (_, argument) => Promise.resolve(argument),
  };
  const large = 'x'.repeat(8 * 1024 * 1024);
  const queue = [large, '', '', large, large, ''].map((requestBody, id) =>
    createJob(id, { ...call, requestBody }, () => undefined),
  );
  const durations = new CallDurations();
  const counts = [];
  while (queue.length > 0) counts.push(queue.splice(0, countBatch(queue, 1, durations)).length);
  expect(counts).toEqual([3, 1, 2]);
});
