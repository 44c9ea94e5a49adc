import { afterAll, describe, expect, it } from 'vitest';
import { openSandbox, valueOf } from '../../test/sandbox-fixture.ts';
import { Cancellation } from './cancellation.ts';

const { run, sandbox, close } = openSandbox();
afterAll(close);

/** Timeout of steps that don't measure time; suffices on a busy machine. */
const UNHURRIED_MS = 60_000;

describe('where an error happened', () => {
  const placeOf = async (source: string, options: Parameters<typeof run>[1] = {}) => {
    const { failure } = await run(source, options);
    return failure && [failure.name, failure.file, failure.line, failure.column];
  };

  it.each([
    [
      'in a function',
      'export default () => {\n  const a = undefined;\n  return a.b;\n}',
      ['TypeError', 'functions/main.js', 3, 10],
    ],
    [
      'after an await',
      'export default async () => {\n  await null;\n  await null;\n  throw new RangeError("x");\n}',
      ['RangeError', 'functions/main.js', 4, 13],
    ],
    [
      'in a callback',
      'export default () => [1].map(\n  (x) => x.y.z,\n)',
      ['TypeError', 'functions/main.js', 2, 10],
    ],
    [
      'in a promise',
      'export default () => Promise.resolve()\n  .then(() => { throw new Error("x") })',
      ['Error', 'functions/main.js', 2, 27],
    ],
    ['while loading', '\nnull.x;\nexport default () => 1', ['TypeError', 'functions/main.js', 2, 1]],
    ['of syntax', 'export default () => {\n  const = 1;\n}', ['SyntaxError', 'functions/main.js', 2, 9]],
    [
      'of the service',
      'export default async (i, { content }) => {\n  await null;\n  return content.find("a");\n}',
      ['ServiceUnavailable', 'functions/main.js', 3, 18],
    ],
  ])('is told: %s', async (_, source, place) => {
    expect(await placeOf(source, { answerHostCall: () => Promise.reject(new Error('x')) })).toEqual(place);
  });

  it('is told in the file it happened in, with the way there', async () => {
    const { failure } = await run(
      'import { help } from "./lib.js";\nexport default function main(i) {\n  return help(i);\n}',
      {
        files: { 'functions/lib.js': 'export function help(i) {\n  return i.a.b;\n}' },
        input: {},
      },
    );
    expect(failure?.stack).toEqual([
      { function: 'help', file: 'functions/lib.js', line: 2, column: 10 },
      { function: 'main', file: 'functions/main.js', line: 3, column: 15 },
    ]);
  });

  it('is told for a function that another one called', async () => {
    const place = await placeOf('export default (i, { call }) => call("other", 1)', {
      files: { 'functions/other.js': 'export default async (i) => {\n  await null;\n  return i.x.y\n}' },
    });
    expect(place).toEqual(['TypeError', 'functions/other.js', 3, 10]);
  });

  it('is told for an assertion, with what was compared', async () => {
    const { failure } = await run(
      'export default ({ expect }) => {\n  expect({ a: 1 }).to.deep.equal({ a: 2 });\n}',
      {
        kind: 'test',
        path: 'tests/a.js',
      },
    );
    expect(failure).toMatchObject({
      name: 'AssertionError',
      file: 'tests/a.js',
      line: 2,
      actual: '{\n  a: 1,\n}',
      expected: '{\n  a: 2,\n}',
    });
  });
});

describe('what a test does not await', () => {
  const test = (body: string, more: Parameters<typeof run>[1] = {}) =>
    run(`export default async ({ expect, call, content }) => {\n${body}\n}`, {
      kind: 'test',
      path: 'tests/a.js',
      timeoutMs: 20_000,
      files: {
        'functions/greet.js': 'export default async () => { await null; return { greeting: "Hello" } }',
        'functions/fails.js': 'export default async () => { await null; throw new RangeError("no") }',
        'functions/never.js': 'export default () => new Promise(() => {})',
        'functions/asks.js': 'export default (i, { content }) => content.find("a")',
      },
      ...more,
    });

  it.each([
    [
      'an assertion',
      'call("greet").then((x) => {\n  expect(x.greeting).to.equal("WRONG");\n})',
      ['AssertionError', 3],
    ],
    [
      'an assertion after an answer of the service',
      'call("asks").then((x) => {\n  expect(x).to.equal("WRONG");\n})',
      ['AssertionError', 3],
    ],
    ['an async helper', 'async function check() {\n  await null;\n  null.x;\n}\ncheck()', ['TypeError', 4]],
    ['a promise that is rejected', 'Promise.reject(new Error("x"))', ['Error', 2]],
    ['a promise among others', 'Promise.all([call("greet"), call("fails")])', ['RangeError', 1]],
    [
      'a rejection handled by another promise only',
      'const p = call("fails"); p.catch(() => 0); p.then(() => 0)',
      ['RangeError', 1],
    ],
    [
      'what keeps the test from ending',
      'await new Promise((resolve) => {\n  Promise.reject(new Error("x")).then(resolve)\n})',
      ['Error', 3],
    ],
  ])('fails it: %s', async (_, body, [name, line]) => {
    const { failure } = await test(body);
    expect([failure?.name, failure?.line]).toEqual([name, line]);
    expect(failure?.message).toMatch(/\nUnhandled rejection: nothing awaited this promise\.$/);
  });

  it('fails it whatever the test did to the built-ins', async () => {
    const { failure } = await test(`
      Promise.prototype.then = Promise.prototype.catch = () => {};
      Map.prototype.set = Map.prototype.delete = Set.prototype.add = () => {};
      globalThis.Promise = globalThis.Error = undefined;
      Array.prototype.push = () => { throw 1 }; String.prototype.slice = () => { throw 1 };
      Object.prototype.toJSON = () => { throw 1 };
      (async () => { throw new TypeError("x") })()`);
    expect(failure).not.toBeNull();
  });

  it.each([
    ['awaited in the same turn', 'try { await (async () => { throw 1 })() } catch {}'],
    ['handled some turns later', 'const p = call("fails"); await call("greet"); await p.catch(() => 0)'],
    [
      'of several',
      'await Promise.allSettled([call("fails"), Promise.reject(1), (async () => { throw 1 })()])',
    ],
    ['of what cannot be asked', 'await call("greet"); try { await content.insert("a", { b: 1n }) } catch {}'],
    ['that lost a race', 'await Promise.race([call("greet"), call("fails").catch(() => 0)])'],
    [
      'of an import',
      'await import("./missing.js").catch(() => 0); await import("./throws.js").catch(() => 0)',
    ],
    [
      'of a generator',
      'try { for await (const x of (async function* () { yield 1; throw 1 })()); } catch {}',
    ],
    ['behind a finally', 'await call("fails").finally(() => 0).catch(() => 0)'],
    ['by what is not awaited itself', 'call("fails").catch(() => 0); call("asks").then(() => 0)'],
  ])('does not fail it when a rejection is handled: %s', async (_, body) => {
    const files = { 'tests/throws.js': 'throw new Error("x")' };
    const { failure } = await test(body, body.includes('import') ? { files } : {});
    expect(failure).toBeNull();
  });

  it('is waited for, and named when it does not end', async () => {
    const never = await test('\ncall("never")');
    expect(never.failure).toMatchObject({
      name: 'NotAwaited',
      message: "The test did not await call('never'), which can never end",
      file: 'tests/a.js',
      line: 3,
    });
    const slow = { timeoutMs: 300, answerHostCall: () => new Promise<string>(() => {}) };
    const asked = await test('content.find("a")', slow);
    expect(asked.failure).toMatchObject({
      name: 'NotAwaited',
      message: 'The test did not await content.find, which did not end within 0.3 s',
      line: 2,
    });
    // On a machine too busy to ask it in time it is ended from outside, where no one knows more than the limit.
    const loop = () => test('(async () => { for (;;) await null })()', { timeoutMs: 1_000 });
    const nameOfLoop = async () => (await loop()).failure?.name;
    await expect.poll(nameOfLoop, { timeout: UNHURRIED_MS }).toBe('NotAwaited');
  });

  it('tells of every rejection: the first as the failure, the others in the console', async () => {
    const { failure, console } = await test('Promise.reject(new Error("a")); Promise.reject({ code: 42 })');
    expect(failure?.message).toMatch(/^a\n/);
    expect(console).toBe('Unhandled rejection: { code: 42 }\n');
  });

  it('leaves the answer of a function as it is, and stands in its console', async () => {
    const answer = await run(
      'export default () => { Promise.reject(new TypeError("x")).then(() => 0); return 1 }',
    );
    expect([answer.failure, valueOf(answer)]).toEqual([null, 1]);
    expect(answer.console).toMatch(/^Unhandled rejection: TypeError: x\n.*functions\/main\.js:1/);
    const next = await run('export default () => 2');
    expect(next.console).toBe('');
  });
});

describe('what was thrown', () => {
  it.each([
    ['{ code: 42 }', '{ code: 42 }'],
    ['{ message: "no", code: 42 }', "{ message: 'no', code: 42 }"],
    [
      '(() => { const a = { name: "a", list: [1n] }; a.self = a; a.list.push(a); return a })()',
      "<ref *1> {\n  name: 'a',\n  list: [ 1n, [Circular *1] ],\n  self: [Circular *1]\n}",
    ],
    ['(() => { const a = { b: 1 }; return { x: a, y: a } })()', '{ x: { b: 1 }, y: { b: 1 } }'],
    ['"just text"', 'just text'],
    ['null', 'null'],
    ['undefined', 'undefined'],
    ['7', '7'],
    ['10n', '10n'],
    ['Symbol("s")', 'Symbol(s)'],
    ['function f() {}', '[Function: f]'],
    ['[1, { a: undefined }]', '[ 1, { a: undefined } ]'],
    [
      'new Error("outer", { cause: new TypeError("inner", { cause: { code: 1 } }) })',
      'outer\nCaused by TypeError: inner\nCaused by { code: 1 }',
    ],
    ['(() => { const e = new Error("a"); e.cause = e; return e })()', 'a\nCaused by [Circular]'],
    [
      'new AggregateError([new Error("bad name"), new Error("bad age", { cause: "empty" })], "validation failed")',
      'validation failed\n1. Error: bad name\n2. Error: bad age\nCaused by empty',
    ],
    ['new AggregateError([new Error("first"), 2])', '2 errors\n1. Error: first\n2. 2'],
    [
      'Object.assign(new TypeError("no"), { code: "E_NO", details: { field: "age" } })',
      "no\n{ code: 'E_NO', details: { field: 'age' } }",
    ],
    ['new DOMException("gone", "AbortError")', 'gone'],
    ['Object.assign(new (class Refusal {})(), { message: "refused" })', 'refused'],
    [
      '(() => { let a = []; for (let i = 0; i < 60; i++) a = { a, b: a }; return a })()',
      expect.stringMatching(/^\{\n {2}a: \{\n {4}a: \{[^]*…$/) as string,
    ],
    ['"x".repeat(9000)', `${'x'.repeat(8192)}…`],
    ['new Proxy({}, { get() { throw 1 }, getPrototypeOf() { throw 1 } })', 'An error that cannot be read'],
  ])('is shown: %s', async (thrown, message) => {
    const { failure } = await run(`export default () => { throw ${thrown} }`);
    expect(failure?.message).toEqual(message);
  });
});

describe('machines', () => {
  it('compile a function once, and keep its state for the same domain and version', async () => {
    const source = 'let count = 0; export default () => ++count';
    const key = 'acme:hyper-dispatch:7';
    const answers = [];
    for (let i = 0; i < 5; i++) answers.push(await run(source, { key }));
    expect(answers.map(valueOf)).toEqual([1, 2, 3, 4, 5]);
    expect(answers.map(({ compiledFiles }) => compiledFiles)).toEqual([1, 0, 0, 0, 0]);
  });

  it('are never shared by two domains or two versions', async () => {
    const source = 'export default () => (globalThis.count = (globalThis.count ?? 0) + 1)';
    const keys = ['acme:hyper-dispatch:8', 'acme:hyper-dispatch:9', 'other:hyper-dispatch:8'];
    for (const key of keys) expect(valueOf(await run(source, { key }))).toBe(1);
    for (const key of keys) expect(valueOf(await run(source, { key }))).toBe(2);
  });

  it('are spread over the workers, so that more domains than one worker keeps find theirs', {
    timeout: UNHURRIED_MS,
  }, async () => {
    const two = openSandbox({ fastWorkers: 2, maxWorkers: 2 });
    let asked = 0;
    const bothAsked = Promise.withResolvers<string>();
    const answerHostCall = () => {
      asked += 1;
      if (asked === 2) bothAsked.resolve('null');
      return bothAsked.promise;
    };
    const ask = 'export default (i, { content }) => content.find("a")';
    // Both workers have started, and have a machine, once each has a call that waits.
    await Promise.all([0, 1].map(() => two.run(ask, { timeoutMs: UNHURRIED_MS, answerHostCall })));
    const compiled: number[] = [];
    for (let i = 0; i < 24; i++) {
      const domainId = `domain-${i % 12}`;
      const options = { domainId, key: `${domainId}:hyper-dispatch:1`, timeoutMs: UNHURRIED_MS };
      compiled.push((await two.run('export default () => 1', options)).compiledFiles);
    }
    expect(compiled.slice(12)).toEqual(Array.from({ length: 12 }, () => 0));
    two.close();
  });

  it('show no test the state of another', async () => {
    const source = `
      import './shared.js';
      Object.prototype.left = 1;
      export default ({ expect }) => {
        const seen = [globalThis.count, globalThis.shared.length, Array.prototype.extra];
        globalThis.count = 1; globalThis.shared.push(1); Array.prototype.extra = 1; expect.extra = 1;
        return seen;
      }`;
    const options = {
      kind: 'test',
      path: 'tests/a.js',
      key: 'acme:hyper-dispatch:10',
      files: { 'tests/shared.js': 'globalThis.shared = []' },
    } as const;
    for (let i = 0; i < 5; i++) expect(valueOf(await run(source, options))).toEqual([null, 0, null]);
  });

  it.each([
    ['grew', 'globalThis.a = "x".repeat(8e6)'],
    ['failed', 'globalThis.a = 1; throw 1'],
    ['was stopped', 'globalThis.a = 1; for (;;);'],
  ])('show nothing of a test of the same sources that %s', async (_, body) => {
    const polluting = `export default () => { ${body} }`;
    const looking = 'export default () => typeof a';
    const files = { 'tests/a.js': polluting, 'tests/b.js': looking };
    const options = { kind: 'test', key: `acme:hyper-dispatch:${body}`, timeoutMs: 300, files } as const;
    await run(polluting, { ...options, path: 'tests/a.js' });
    const look = { ...options, path: 'tests/b.js', timeoutMs: UNHURRIED_MS };
    expect(valueOf(await run(looking, look))).toBe('undefined');
    expect(sandbox.pid).toBeGreaterThan(0);
  });

  it('give different random numbers', async () => {
    const numbers = [];
    for (let i = 0; i < 4; i++) numbers.push(valueOf(await run('export default () => Math.random()')));
    expect(new Set(numbers).size).toBe(4);
  });
});

describe('zones', () => {
  const key = 'acme:hyper-dispatch:zones';
  const source =
    'let calls = 0; export default (add) => { globalThis.seen ??= []; if (add) seen.push(add); return [++calls, seen]; }';

  it('share no machine: nothing of a signed-in caller is left for a public call, and the other way round', async () => {
    const alone = openSandbox({ fastWorkers: 1, maxWorkers: 1 });
    const call = async (zone: 'signed-in' | 'public', input: string) =>
      valueOf(await alone.run(source, { key, zone, input, timeoutMs: UNHURRIED_MS }));
    expect(await call('signed-in', 'a secret of Ann')).toEqual([1, ['a secret of Ann']]);
    expect(await call('public', 'from outside')).toEqual([1, ['from outside']]);
    expect(await call('signed-in', '')).toEqual([2, ['a secret of Ann']]);
    expect(await call('public', '')).toEqual([2, ['from outside']]);
    alone.close();
  });

  it('are not mixed in calls that come together', async () => {
    const inputs: ('public' | 'signed-in')[] = Array.from({ length: 40 }, (_, index) =>
      index % 2 === 0 ? 'public' : 'signed-in',
    );
    const results = await Promise.all(
      inputs.map((zone) =>
        run(source, { key: `${key}:together`, zone, input: zone, timeoutMs: UNHURRIED_MS }),
      ),
    );
    for (const [index, result] of results.entries()) {
      const [, seen] = valueOf(result) as [number, string[]];
      expect(new Set(seen)).toEqual(new Set([inputs[index]]));
    }
  });
});

describe('calls', () => {
  it('tell functions who calls, in which domain', async () => {
    const { result } = await run(
      'export default (i, { user, domain, service }) => ({ user, domain, service })',
    );
    expect(JSON.parse(result)).toEqual({
      user: {
        id: 'ann',
        parentId: null,
        roles: ['ROLE_DEV'],
        isAdmin: false,
        permissions: ['functions.invoke'],
      },
      domain: { id: 'acme' },
      service: { id: 'hyper-dispatch' },
    });
  });

  it('count the functions they call, and copy what goes between them', async () => {
    const answer = await run(
      `export default async (i, { call }) => {
        const list = [1];
        await call('other', list);
        return [list, await call('other', list)];
      }`,
      { files: { 'functions/other.js': 'export default (list) => { list.push(2); return list }' } },
    );
    expect(valueOf(answer)).toEqual([[1], [1, 2]]);
    expect(answer.nestedCalls).toBe(2);
  });

  it('can be canceled, waiting or running', async () => {
    const cancellation = new Cancellation();
    const running = run('export default () => { for (;;); }', { timeoutMs: 5000, cancellation });
    setTimeout(() => cancellation.cancel(), 200);
    expect((await running).failure?.name).toBe('Canceled');
    expect((await run('export default () => 1', { cancellation })).failure?.name).toBe('Canceled');
  });

  it('go on after the sandbox process was killed', async () => {
    const begun = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    let times = 0;
    const asking = run("export default (i, { content }) => content.find('orders')", {
      timeoutMs: 20_000,
      answerHostCall: () => {
        times += 1;
        asked.resolve();
        return new Promise(() => undefined);
      },
    });
    const running = run(
      'export default () => { const end = Date.now() + 300; while (Date.now() < end); return 2 }',
      {
        timeoutMs: 20_000,
        onStart: begun.resolve,
      },
    );
    await Promise.all([begun.promise, asked.promise]);
    process.kill(sandbox.pid ?? 0, 'SIGKILL');
    // The host call may have been executed and its cause is unknown, so the call is neither repeated nor
    // blamed.
    expect(await asking).toMatchObject({ isRefused: true, failure: { name: 'SandboxUnavailable' } });
    expect(times).toBe(1);
    expect(valueOf(await running)).toBe(2);
    expect(valueOf(await run('export default () => 1'))).toBe(1);
  });

  it('that lose the sandbox process again and again are given up', async () => {
    let kills = 0;
    const running = run('export default () => { for (;;); }', {
      timeoutMs: 60_000,
      onStart: () => {
        kills += 1;
        process.kill(sandbox.pid ?? 0, 'SIGKILL');
      },
    });
    expect(await running).toMatchObject({ isRefused: true, durationMs: expect.any(Number) as number });
    expect(kills).toBe(3);
    expect(valueOf(await run('export default () => 1'))).toBe(1);
  });

  it('that are sent together run once each, and get their own results', async () => {
    const source = `export default async (i, { content }) => {
      const { collection } = await content.find(String(i));
      return [i, Number(collection)];
    }`;
    const asked: unknown[] = [];
    const answers = await Promise.all(
      Array.from({ length: 80 }, (_, i) =>
        run(source, {
          key: 'acme:hyper-dispatch:together',
          input: i,
          timeoutMs: 20_000,
          answerHostCall: (_operation, argument) => {
            asked.push((JSON.parse(argument) as { collection: string }).collection);
            return Promise.resolve(argument);
          },
        }),
      ),
    );
    expect(answers.map(valueOf)).toEqual(Array.from({ length: 80 }, (_, i) => [i, i]));
    expect(asked).toHaveLength(80);
  });

  it('take turns between domains', async () => {
    const busy = Array.from({ length: 40 }, () =>
      run(
        'export default () => { const end = Date.now() + 20; while (Date.now() < end); return Date.now() }',
        { domainId: 'busy' },
      ),
    );
    const quiet = await run('export default () => Date.now()', { domainId: 'quiet' });
    const ends = (await Promise.all(busy)).map((answer) => Number(valueOf(answer)));
    const before = ends.filter((end) => end < Number(valueOf(quiet))).length;
    expect(before).toBeLessThan(20);
  });
});
