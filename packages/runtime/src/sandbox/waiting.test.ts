import { afterAll, describe, expect, it } from 'vitest';
import { openSandbox, valueOf } from '../../test/sandbox-fixture.ts';
import { Cancellation } from './cancellation.ts';
import { MAX_PARKED_CALLS } from './limits.ts';

/** No wait: what is meant to wait is let go on once others have proven that they don't wait for it. */
const UNHURRIED_MS = 120_000;
const options = { timeout: UNHURRIED_MS };
const timeoutMs = UNHURRIED_MS;

/** A service that answers when it is told to. */
function openGate() {
  const gate = Promise.withResolvers<string>();
  let asked = 0;
  const watchers: { count: number; reached: () => void }[] = [];
  return {
    get asked() {
      return asked;
    },
    open: () => gate.resolve('null'),
    answerHostCall: () => {
      asked += 1;
      for (const { count, reached } of watchers) if (asked >= count) reached();
      return gate.promise;
    },
    whenAsked: (count: number) =>
      new Promise<void>((reached) => {
        if (asked >= count) reached();
        else watchers.push({ count, reached });
      }),
  };
}

const asks = 'export default async (input, { content }) => { await content.find("a"); return input; }';
const echo = 'export default (input) => input';

describe('calls that wait', () => {
  const { run, close } = openSandbox();
  afterAll(close);

  it('leave their threads to other calls: 200 of one domain hold up none of another', options, async () => {
    const gate = openGate();
    const { answerHostCall } = gate;
    let ended = 0;
    const waiting = Array.from({ length: 200 }, (_, input) =>
      run(asks, { key: 'evil:a:1', domainId: 'evil', input, timeoutMs, answerHostCall }).then((answer) => {
        ended += 1;
        return valueOf(answer);
      }),
    );
    await gate.whenAsked(200);
    for (let i = 0; i < 20; i++) {
      expect(valueOf(await run(echo, { domainId: 'good', input: i, timeoutMs }))).toBe(i);
    }
    expect(valueOf(await run(echo, { domainId: 'evil', input: 'own', timeoutMs }))).toBe('own');
    expect(ended).toBe(0);
    gate.open();
    expect(await Promise.all(waiting)).toEqual(waiting.map((_, input) => input));
    expect(gate.asked).toBe(200);
  });

  it('do not compute: a limit of processor time leaves them alone', options, async () => {
    const waits = 'export default () => new Promise((end) => setTimeout(() => end(1), 700))';
    const answer = await run(waits, { cpuMs: 500, wallMs: timeoutMs });
    expect(answer.failure).toBeNull();
    expect(answer.cpuMs).toBeLessThan(500);
    expect(answer.durationMs).toBeGreaterThanOrEqual(690);
  });

  it.each([
    ['for (;;);', 'The function computed for more than 0.2 s'],
    ['return new Array(3e8).join()', 'The function computed for more than 0.2 s'],
    [
      'await content.find("a"); const end = Date.now() + 60000; while (Date.now() < end) await content.find("a");',
      'The function computed for more than 0.2 s',
    ],
  ])('is told which limit it met: %s', options, async (body, message) => {
    const source = `export default async (i, { content }) => { ${body} }`;
    // Host calls beyond their number fail at once, so that the loop computes.
    const hasty = source.replaceAll('content.find("a")', 'content.find("a").catch(() => 0)');
    const { failure } = await run(hasty, { cpuMs: 200, wallMs: timeoutMs });
    expect(failure).toMatchObject({ name: 'TimeLimit', message });
  });

  it('end when their time is over, whatever they wait for', options, async () => {
    const message = 'The function did not end within 0.3 s, waiting included';
    const never = { cpuMs: timeoutMs, wallMs: 300, answerHostCall: () => new Promise<string>(() => {}) };
    expect((await run(asks, never)).failure).toMatchObject({ name: 'TimeLimit', message });
    const sleeps = 'export default () => new Promise((end) => setTimeout(end, 60000))';
    expect((await run(sleeps, never)).failure).toMatchObject({ name: 'TimeLimit', message });
  });

  it('have as much memory as they were given, in machines of their own', options, async () => {
    const fills = 'let calls = 0; export default (mb) => { new ArrayBuffer(mb * 1e6); return ++calls }';
    const roomy = { key: 'acme:a:memory', memoryMiB: 64, timeoutMs };
    expect(valueOf(await run(fills, { ...roomy, input: 50 }))).toBe(1);
    expect(valueOf(await run(fills, { key: roomy.key, input: 1, timeoutMs }))).toBe(1);
    expect((await run(fills, { key: roomy.key, input: 50, timeoutMs })).failure?.message).toBe(
      'The function used more than 32 MiB of memory',
    );
    expect((await run(fills, { ...roomy, input: 80 })).failure?.message).toBe(
      'The function used more than 64 MiB of memory',
    );
  });
});

describe('calls that wait in one thread', () => {
  const openOne = () => openSandbox({ fastWorkers: 1, maxWorkers: 1 });

  it('have a machine each', options, async () => {
    const { run, close } = openOne();
    const gate = openGate();
    const counts = `let begun = 0; export default async (i, { content }) => {
      begun += 1; await content.find("a"); return [i, begun];
    }`;
    const { answerHostCall } = gate;
    const calls = Array.from({ length: 6 }, (_, input) =>
      run(counts, { key: 'acme:a:1', input, timeoutMs, answerHostCall }),
    );
    await gate.whenAsked(6);
    gate.open();
    expect((await Promise.all(calls)).map(valueOf)).toEqual(calls.map((_, input) => [input, 1]));
    // Later calls find their machines.
    const warm = await run(counts, { key: 'acme:a:1', input: 9, timeoutMs, answerHostCall });
    expect([valueOf(warm), warm.compiledFiles]).toEqual([[9, 2], 0]);
    close();
  });

  it('let calls of other domains through where there is no other thread', options, async () => {
    const { run, close } = openOne();
    const gate = openGate();
    const { answerHostCall } = gate;
    const waiting = Array.from({ length: 10 }, () =>
      run(asks, { domainId: 'evil', key: 'evil:a:1', timeoutMs, input: 1, answerHostCall }),
    );
    await gate.whenAsked(10);
    expect(valueOf(await run(echo, { domainId: 'good', input: 1, timeoutMs }))).toBe(1);
    gate.open();
    expect((await Promise.all(waiting)).map(valueOf)).toEqual(waiting.map(() => 1));
    close();
  });

  it('are so many at most; further ones wait for their turn', options, async () => {
    const { run, close } = openOne();
    const gate = openGate();
    const { answerHostCall } = gate;
    let begun = 0;
    const calls = Array.from({ length: MAX_PARKED_CALLS + 8 }, (_, input) =>
      run(asks, { key: 'acme:a:1', input, timeoutMs, answerHostCall, onStart: () => (begun += 1) }),
    );
    await gate.whenAsked(MAX_PARKED_CALLS);
    // A call of a domain whose calls take no room goes first, should there be any room.
    expect(begun).toBe(MAX_PARKED_CALLS);
    gate.open();
    expect((await Promise.all(calls)).map(valueOf)).toEqual(calls.map((_, input) => input));
    close();
  });

  it('are lost with it, without blame, and only those without effects run again', options, async () => {
    const { run, close } = openOne();
    const gate = openGate();
    const common = { key: 'acme:a:1', timeoutMs };
    const asking = run(asks, { ...common, answerHostCall: gate.answerHostCall });
    await gate.whenAsked(1);
    let starts = 0;
    const slept = Promise.withResolvers<void>();
    const sleeping = run('export default () => new Promise((end) => setTimeout(() => end("slept"), 2000))', {
      timeoutMs,
      onStart: () => {
        starts += 1;
        slept.resolve();
      },
    });
    await slept.promise;
    const stuck = await run('export default () => new Array(3e8).join()', { cpuMs: 300, wallMs: timeoutMs });
    expect(stuck.failure).toMatchObject({ name: 'TimeLimit' });
    expect(stuck.isRefused).toBeUndefined();
    expect(await asking).toMatchObject({ isRefused: true, failure: { name: 'SandboxUnavailable' } });
    expect(valueOf(await sleeping)).toBe('slept');
    expect([gate.asked, starts]).toEqual([1, 2]);
    close();
  });

  it('are bounded in the memory that they hold together', options, async () => {
    const { run, close } = openOne();
    const small = openGate();
    const large = openGate();
    const grows = `export default async (i, { content }) => {
      await content.find('small');
      const held = new Uint8Array(24e6).fill(1);
      await content.find('large');
      return held.length;
    }`;
    let ended = 0;
    const calls = Array.from({ length: 6 }, () =>
      run(grows, {
        key: 'acme:a:1',
        timeoutMs,
        answerHostCall: (_, argument) =>
          argument.includes('small') ? small.answerHostCall() : large.answerHostCall(),
      }).then((answer) => {
        ended += 1;
        return answer.failure?.message ?? valueOf(answer);
      }),
    );
    await small.whenAsked(6);
    small.open();
    await expect.poll(() => ended + large.asked, options).toBeGreaterThanOrEqual(6);
    await expect.poll(() => ended, options).toBeGreaterThan(0);
    large.open();
    const answers = await Promise.all(calls);
    const refused = answers.filter((answer) => answer !== 24e6);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThan(6);
    for (const message of refused) expect(message).toMatch(/wait beside this one take more than 96 MiB/);
    close();
  });

  it('can be canceled one by one', options, async () => {
    const { run, close } = openOne();
    const gate = openGate();
    const { answerHostCall } = gate;
    const cancellation = new Cancellation();
    const canceled = run(asks, { key: 'acme:a:1', timeoutMs, answerHostCall, cancellation });
    const other = run(asks, { key: 'acme:a:1', timeoutMs, input: 2, answerHostCall });
    await gate.whenAsked(2);
    cancellation.cancel();
    expect(await canceled).toMatchObject({ isCanceled: true, failure: { name: 'Canceled' } });
    gate.open();
    expect(valueOf(await other)).toBe(2);
    close();
  });

  it('of a test leave nothing to the next one', options, async () => {
    const { run, close } = openOne();
    const gate = openGate();
    const test = `export default async ({ content }) => {
      const seen = typeof left; globalThis.left = 1; await content.find("a"); return seen;
    }`;
    const { answerHostCall } = gate;
    const given = { kind: 'test', path: 'tests/a.js', key: 'acme:a:1', timeoutMs, answerHostCall } as const;
    const calls = Array.from({ length: 4 }, () => run(test, given));
    await gate.whenAsked(4);
    gate.open();
    expect((await Promise.all(calls)).map(valueOf)).toEqual(calls.map(() => 'undefined'));
    expect(valueOf(await run(test, given))).toBe('undefined');
    close();
  });
});
