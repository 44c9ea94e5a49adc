import { afterAll, describe, expect, it } from 'vitest';
import { openSandbox, valueOf } from '../../test/sandbox-fixture.ts';
import { Cancellation } from './cancellation.ts';

const { run, close } = openSandbox();
afterAll(close);

/** Suffices on a busy machine. */
const UNHURRIED_MS = 60_000;
const options = { timeout: 2 * UNHURRIED_MS };
const timeoutMs = UNHURRIED_MS;

const sleep = 'const sleep = (ms) => new Promise((end) => setTimeout(end, ms));';

describe('timers', () => {
  it.each([
    [
      'run in the order in which they are due, and of setting',
      'const order = []; for (const [i, ms] of [[1, 800], [2, 400], [3, 0], [4, 1], [5, 400]]) setTimeout(() => order.push(i), ms); await sleep(900); return order',
      [3, 4, 2, 5, 1],
    ],
    [
      'get their arguments',
      'return new Promise((end) => setTimeout((...given) => end(given), 1, "a", 2))',
      ['a', 2],
    ],
    [
      'repeat until they are cleared, also by themselves',
      'let count = 0; const id = setInterval(() => { if (++count === 3) clearInterval(id) }, 2); while (count < 3) await sleep(5); await sleep(30); return count',
      3,
    ],
    [
      'are cleared, by either function and by text; what is no timer is nothing',
      'let ran = 0; const set = () => setTimeout(() => ran++, 5); clearTimeout(set()); clearInterval(set()); clearTimeout(String(set())); clearTimeout(); clearTimeout({}); clearTimeout(99999); await sleep(40); return ran',
      0,
    ],
    [
      'let promises settle between two of them',
      'const order = []; for (const i of [1, 2]) setTimeout(() => { order.push(i); Promise.resolve().then(() => order.push(-i)) }, 1); await sleep(30); return order',
      [1, -1, 2, -2],
    ],
    [
      'take odd delays',
      'const order = []; for (const ms of [NaN, -5, "3", undefined, null, 0.5, {}]) setTimeout(() => order.push(1), ms); await sleep(40); return order.length',
      7,
    ],
    [
      'are numbers',
      'return [typeof setTimeout(() => 0), typeof setInterval(() => 0, 9)]',
      ['number', 'number'],
    ],
    [
      'come no sooner than asked for',
      'const before = performance.now(); await sleep(25); const took = performance.now() - before; return took >= 25',
      true,
    ],
    [
      'do not run once their call has what it returns',
      'setTimeout(() => { throw new Error("late") }, 1); setInterval(() => { throw new Error("late") }, 1); return 1',
      1,
    ],
  ])('%s', options, async (_, body, value) => {
    const answer = await run(`${sleep} export default async () => { ${body} }`, { timeoutMs });
    expect(answer.failure).toBeNull();
    expect(valueOf(answer)).toEqual(value);
  });

  it.each([
    [
      'a throw in one',
      '() => new Promise(() => {\n  setTimeout(() => { throw new RangeError("x") }, 1)\n})',
      'RangeError',
      'x',
    ],
    ['no function', '() => setTimeout("alert(1)")', 'TypeError', 'setTimeout expects a function'],
    [
      'a promise whose timer was cleared',
      '() => new Promise((end) => clearTimeout(setTimeout(end, 5)))',
      'NeverSettles',
      'The function waits for a promise that can no longer be settled',
    ],
    [
      'more than there may be',
      '() => { for (;;) setTimeout(() => 0, 1e6) }',
      'RangeError',
      'At most 10000 timers may be set at the same time',
    ],
    [
      'one that computes for ever',
      '() => new Promise(() => setTimeout(() => { for (;;); }, 1))',
      'TimeLimit',
      'The function computed for more than 0.3 s',
    ],
  ])('fail their call: %s', options, async (_, source, name, message) => {
    const { failure } = await run(`export default ${source}`, {
      cpuMs: name === 'TimeLimit' ? 300 : timeoutMs,
      wallMs: timeoutMs,
    });
    expect(failure).toMatchObject({ name, message });
  });

  it('die with their call, and the next one in the machine does not see them', options, async () => {
    const source = `${sleep}
      globalThis.late = 0;
      export default async (isFirst) => {
        if (isFirst) {
          setTimeout(() => { late += 1; console.log('late'); }, 15);
          setInterval(() => { late += 1; console.log('late'); }, 5);
          return 'first';
        }
        await sleep(80);
        return late;
      }`;
    const key = 'acme:a:outlive';
    expect(valueOf(await run(source, { key, input: true, timeoutMs }))).toBe('first');
    const next = await run(source, { key, input: false, timeoutMs });
    expect([valueOf(next), next.console, next.compiledFiles]).toEqual([0, '', 0]);
  });

  it('can be thousands, set and cleared again and again', options, async () => {
    const source = `${sleep} export default async () => {
      const order = [];
      for (let i = 0; i < 5000; i++) setTimeout(() => order.push(i % 50), i % 50);
      for (let round = 0; round < 20; round++) {
        const ids = [];
        for (let i = 0; i < 4000; i++) ids.push(setTimeout(() => order.push('cleared'), 1e8 - i));
        ids.forEach(clearTimeout);
      }
      await sleep(60);
      return [order.length, order.includes('cleared')];
    }`;
    expect(valueOf(await run(source, { timeoutMs }))).toEqual([5000, false]);
  });

  it('hold up no one when they come without end', options, async () => {
    const flood = `export default () => new Promise(() => {
      const again = () => setTimeout(again, 0);
      for (let i = 0; i < 50; i++) { again(); setInterval(() => 0, 0); }
    })`;
    let ended = 0;
    const cancellations = Array.from({ length: 8 }, () => new Cancellation());
    const floods = cancellations.map((cancellation) =>
      run(flood, { domainId: 'evil', timeoutMs, cancellation }).then(({ failure }) => {
        ended += 1;
        return failure?.name;
      }),
    );
    for (let i = 0; i < 10; i++) {
      expect(valueOf(await run('export default (i) => i', { domainId: 'good', input: i, timeoutMs }))).toBe(
        i,
      );
    }
    expect(ended).toBe(0);
    for (const cancellation of cancellations) cancellation.cancel();
    expect(await Promise.all(floods)).toEqual(floods.map(() => 'Canceled'));
  });

  it('show no time of the machine before their call', options, async () => {
    const source = 'export default () => [performance.now(), performance.timeOrigin <= Date.now()]';
    const key = 'acme:a:now';
    await run(source, { key, timeoutMs });
    await run(`${sleep} export default () => sleep(300)`, { timeoutMs });
    const [now, isBefore] = valueOf(await run(source, { key, timeoutMs })) as [number, boolean];
    expect(now).toBeLessThan(300);
    expect(isBefore).toBe(true);
  });
});

describe('timers that a test leaves', () => {
  const test = (body: string, more: Parameters<typeof run>[1] = {}) =>
    run(`export default async ({ expect }) => {\n${body}\n}`, {
      kind: 'test',
      path: 'tests/a.js',
      timeoutMs,
      ...more,
    });

  it('are waited for, and fail it with what they throw', options, async () => {
    expect((await test('setTimeout(() => 0, 20)')).failure).toBeNull();
    const failed = await test('setTimeout(() => {\n  expect(1).to.equal(2)\n}, 20)');
    expect([failed.failure?.name, failed.failure?.line]).toEqual(['AssertionError', 3]);
  });

  it.each([
    ['\nsetInterval(() => 0, 10)', 'The test did not await setInterval, which can never end', 3],
    ['setTimeout(() => 0, 60000)', 'The test did not await setTimeout, which did not end within 0.4 s', 2],
  ])('are named when they do not end: %s', options, async (body, message, line) => {
    const { failure } = await test(body, { wallMs: body.includes('Interval') ? timeoutMs : 400 });
    expect(failure).toMatchObject({ name: 'NotAwaited', message, file: 'tests/a.js', line });
  });
});
