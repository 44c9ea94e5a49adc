import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { openSandbox, SEARCH, valueOf } from '../../test/sandbox-fixture.ts';
import { GRACE_MS, MAX_ERROR_TEXT } from './limits.ts';
import { PROCESS_RIGHTS, WORKING_FOLDER } from './rights.ts';

const { run, sandbox, close } = openSandbox();
afterAll(close);

const LIMIT_MS = 100;
/** Promised by the issue: a stuck function is stopped within this time after its limit. */
const STOP_WITHIN_MS = 250;

/** Timeout of steps that don't measure time; suffices on a busy machine. */
const UNHURRIED_MS = 60_000;

const name = async (source: string, timeoutMs = LIMIT_MS) =>
  (await run(source, { timeoutMs })).failure?.name ?? 'none';

describe('a way out', () => {
  it.each([
    [
      'globals',
      `export default () => { SEARCH; const words = ['process', 'require', 'Buffer', 'WebAssembly', 'setTimeout', 'Worker', 'Deno', 'std', 'os', 'navigator', '__dirname', 'module', 'XMLHttpRequest', 'queueMicrotask', 'performance']; search(globalThis, "globalThis"); for (const word of words) if (word in globalThis && !["queueMicrotask", "performance", "setTimeout"].includes(word)) found.push(word); return found }`,
    ],
    [
      'the context',
      'export default (input, context) => { SEARCH; search(context, "context"); search(arguments, "arguments"); return found }'.replace(
        'arguments, "arguments"',
        'context.call, "call"',
      ),
    ],
    [
      'the promise of a host call',
      'export default async (i, { content }) => { SEARCH; const p = content.find("a"); search(p, "p"); search(await p.catch(() => ({})), "value"); return found }',
    ],
    [
      'the error of a host call',
      'export default async (i, { content }) => { SEARCH; await content.find("a").catch((e) => search(e, "e")); return found }',
    ],
    [
      'errors of the engine',
      'export default () => { SEARCH; for (const f of [() => null.x, () => { const r = () => 1 + r(); r() }, () => new Array(-1), () => JSON.parse("{")]) { try { f() } catch (e) { search(e, "e") } } return found }',
    ],
    [
      'functions of the machine',
      'export default () => { SEARCH; const F = (async function* () {}).constructor; search(F, "F"); search(F("return 1"), "f"); search(new Function("return this")(), "this"); search(console.log, "log"); search(Math.random, "random"); return found }',
    ],
  ])('is not found through %s', async (_, source) => {
    const answer = await run(source.replace('SEARCH;', SEARCH), {
      timeoutMs: 3000,
      answerHostCall: () => Promise.reject(new Error('inside of the host')),
    });
    expect(answer.failure).toBeNull();
    expect(valueOf(answer)).toEqual([]);
  });

  it('does not show errors or paths of the host', async () => {
    const { result } = await run(
      `export default async (i, { content, call }) => {
        const texts = [];
        for (const work of [() => content.find('a'), () => call('missing'), () => import('./nothing.js'), () => import('fs')]) {
          await work().catch((e) => texts.push(String(e.message), String(e.stack)));
        }
        return texts;
      }`,
      { answerHostCall: () => Promise.reject(new Error('secret of the host')) },
    );
    expect(result).not.toContain('secret');
    expect(result).not.toMatch(/node_modules|file:\/\/|packages\/runtime|wasm/);
    expect(result).toContain('The service could not answer');
  });

  it('has no imports but files of the same service', async () => {
    for (const specifier of [
      'fs',
      'node:fs',
      'quickjs:std',
      'std',
      'os',
      '/etc/passwd',
      '../../../etc/passwd',
      'atrium:chai',
      'file:///etc/passwd',
      'https://example.com/a.js',
      '__proto__',
      'functions/other.js',
    ]) {
      const { failure } = await run(`export default () => import(${JSON.stringify(specifier)})`);
      expect(failure?.message).toMatch(/^Cannot (?:import|find)/);
      const fixed = await run(`import x from ${JSON.stringify(specifier)};\nexport default () => 1`);
      expect(fixed.failure?.message).toMatch(/^Cannot (?:import|find)/);
    }
  });

  it('does not lead into another domain through polluted prototypes', async () => {
    const pollute = `export default () => {
      Object.prototype.polluted = 1; Array.prototype.push = () => { throw 1 }; Promise.prototype.then = () => { throw 1 };
      JSON.parse = () => ({ stolen: true }); String.prototype.slice = () => 'x'; globalThis.left = 1; return 1 }`;
    await run(pollute, { domainId: 'evil' });
    const read = 'export default (i) => ({ i, seen: [({}).polluted, typeof left, JSON.parse("2")] })';
    for (const domainId of ['acme', 'evil']) {
      expect(valueOf(await run(read, { domainId, input: 1 }))).toEqual({
        i: 1,
        seen: [null, 'undefined', 2],
      });
    }
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });

  it.each([
    ['throw new Proxy({}, { get() { throw 1 }, has() { throw 1 } })', 'A value that cannot be shown'],
    [
      'throw Object.defineProperty(new Error("x"), "name", { get() { for (;;); } })',
      'The function did not end within 0.1 s, waiting included',
    ],
    [
      'throw Object.assign(new Error("x"), { stack: { toString() { throw 1 } } })',
      'Error.prototype.stack setter expects a string',
    ],
    ['throw undefined', 'undefined'],
    ['throw Symbol("x")', 'Symbol(x)'],
    ['return { toJSON() { throw new Error("no") } }', 'no'],
    ['return { then(resolve, reject) { reject({ name: 1, message: {} }) } }', '{ name: 1, message: {} }'],
    ['queueMicrotask(() => { throw new Error("later") }); return new Promise(() => {})', 'later'],
  ])('cannot forge a result: %s', async (body, message) => {
    const endless = body.includes('for (;;)');
    const answer = await run(`export default () => { ${body} }`, {
      timeoutMs: endless ? LIMIT_MS : UNHURRIED_MS,
    });
    expect(answer).toMatchObject({ result: '', failure: { message } });
  });

  it('gets nothing for a result that is no JSON', async () => {
    expect(await run('export default () => new Proxy(() => 1, {})')).toMatchObject({
      result: '',
      failure: { message: 'The result is a function, which JSON cannot hold' },
    });
  });

  it('is not found through the call sites of an error', async () => {
    const source = `export default async (i, { content, call }) => {
      SEARCH;
      const sites = [];
      const gather = () => {
        Error.prepareStackTrace = (error, given) => (sites.push(...given), '');
        new Error().stack;
      };
      gather();
      await call('other').catch(gather);
      await content.find('a').catch(gather);
      search(sites, 'sites');
      return [found, sites.filter((site) => site.getFunction || site.getThis).length, sites.length > 2];
    }`;
    const answer = await run(source.replace('SEARCH;', SEARCH), {
      timeoutMs: UNHURRIED_MS,
      files: { 'functions/other.js': 'export default () => { throw new Error("x") }' },
      answerHostCall: () => Promise.reject(new Error('inside of the host')),
    });
    expect(valueOf(answer)).toEqual([[], 0, true]);
  });

  it('cannot make a failure longer than its texts may be, whatever becomes of the built-ins', async () => {
    const forge = `export default () => {
      const long = '    at f (functions/main.js:1:1)\\n'.repeat(2e4);
      String.prototype.slice = () => long;
      throw Object.assign(new Error('x'), { expected: 'a'.repeat(9000), actual: 'b'.repeat(9000) });
    }`;
    const { failure } = await run(forge, { timeoutMs: UNHURRIED_MS });
    expect(failure).toMatchObject({
      message: expect.any(String) as string,
      expected: expect.any(String) as string,
    });
    for (const text of [failure?.name, failure?.message, failure?.expected, failure?.actual]) {
      expect(text?.length).toBeLessThanOrEqual(MAX_ERROR_TEXT);
    }
    expect(failure?.stack.length).toBeLessThan(MAX_ERROR_TEXT / 20);
  });

  it('runs each thread without an environment, and without rights to read data, write or start anything', async () => {
    await run('export default () => 1');
    const { pid } = sandbox;
    expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).toBe('');
    expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')).toEqual(
      expect.arrayContaining(PROCESS_RIGHTS),
    );
    const open = readdirSync(`/proc/${pid}/fd`).length;
    expect(open).toBeLessThan(80);

    // Capabilities of a thread after an escape from its engine.
    const program = fileURLToPath(new URL('../../test/rights-program.ts', import.meta.url));
    const { stdout } = await promisify(execFile)(process.execPath, [...PROCESS_RIGHTS, program], {
      env: {},
      cwd: WORKING_FOLDER,
    });
    const denied = 'ERR_ACCESS_DENIED';
    const rights = {
      ownCode: 'done',
      knowsItself: true,
      file: denied,
      data: denied,
      links: Array.from({ length: 9 }, () => denied),
      parent: denied,
      write: denied,
      program: denied,
      environment: 0,
    };
    expect(JSON.parse(stdout)).toEqual({ main: rights, thread: rights });
  });
});

describe('a call that does not end', () => {
  it.each([
    ['an endless loop', 'for (;;);'],
    [
      'an endless loop that catches everything',
      'for (;;) { try { for (;;); } catch {} finally { continue } }',
    ],
    ['an endless generator', 'function* g() { for (;;) yield 1 } return [...g()].length'],
    ['a flood of microtasks', 'const again = () => Promise.resolve().then(again); return again()'],
    ['a flood of promises that resolve each other', 'const t = { then(r) { r(t) } }; return t'],
    ['an endless async loop', 'return (async () => { for (;;) await null })()'],
    [
      'an endless async generator',
      'return (async () => { for await (const x of (async function* () { for (;;) yield 1 })()); })()',
    ],
    ['a regular expression', 'return /^(a+)+$/.test("a".repeat(60) + "b")'],
    ['a regular expression with alternatives', 'return /^(a|aa)+$/.test("a".repeat(80) + "b")'],
    ['a regular expression in replace', 'return "a".repeat(50).replace(/(a*)*b/g, "")'],
    [
      'a sort that never agrees',
      'const a = Array.from({ length: 1e5 }, (_, i) => i); return a.sort(() => { for (;;); })',
    ],
    ['a getter', 'return { get x() { for (;;); } }'],
    ['a proxy', 'return new Proxy({}, { ownKeys() { for (;;); } })'],
    ['toJSON', 'return { toJSON() { for (;;); } }'],
    ['a tagged template of eval', 'return eval("for(;;);")'],
    ['a BigInt that grows', 'let a = 3n; for (;;) a = a * a'],
    ['a join that ignores interrupts', 'return new Array(3e8).join()'],
    ['joins in a loop', 'for (;;) { try { new Array(3e8).join() } catch {} }'],
    ['a huge fill', 'return new Array(4e9 - 1).fill(1)'],
    [
      'indexOf in a sparse array',
      'const a = []; a[4294967290] = 1; return [].indexOf.call({ length: 9e15 }, 1)',
    ],
    ['a flood of host calls', 'return (async () => { for (;;) await content.find("a").catch(() => 0) })()'],
    ['a flood of output', 'for (;;) console.log("x".repeat(1000))'],
    // The delay after its limit is measured by the benchmark `runtime-neighbours`: a busy machine adds delay.
  ])('is stopped: %s', async (_, body) => {
    const source = `export default (input, { content }) => { ${body} }`;
    const { failure } = await run(source, { timeoutMs: LIMIT_MS });
    expect(failure?.name).toMatch(
      /^(?:Time|Memory|Stack|HostCall|Result)Limit$|^RangeError$|^InternalError$/,
    );
  });

  it('is told long before its limit when nothing can settle its promise', async () => {
    const startedAt = performance.now();
    for (const body of ['() => new Promise(() => {})', 'async () => { await new Promise(() => {}) }']) {
      expect(await name(`export default ${body}`, UNHURRIED_MS)).toBe('NeverSettles');
    }
    expect(performance.now() - startedAt).toBeLessThan(UNHURRIED_MS / 3);
  });

  it('ends when the service does not answer', async () => {
    const { failure } = await run('export default (i, { content }) => content.find("a")', {
      timeoutMs: LIMIT_MS,
      answerHostCall: () => new Promise(() => {}),
    });
    expect(failure?.name).toBe('TimeLimit');
  });

  it('leaves its neighbours alone', async () => {
    const hostile = [
      'for (;;);',
      'return new Array(3e8).join()',
      'const a = []; for (;;) a.push(new Array(1e5))',
      'const r = () => r() + 1; return r()',
    ];
    const bad = hostile.map((body) =>
      run(`export default () => { ${body} }`, { domainId: 'evil', timeoutMs: LIMIT_MS }),
    );
    const good = Array.from({ length: 20 }, (_, i) =>
      run('export default (i) => i * 2', { input: i, timeoutMs: 5000 }),
    );
    expect((await Promise.all(good)).map(valueOf)).toEqual(Array.from({ length: 20 }, (_, i) => i * 2));
    for (const { failure } of await Promise.all(bad)) expect(failure).not.toBeNull();
  });

  it('is watched by a supervisor that waits less than promised', () => {
    expect(GRACE_MS).toBeLessThan(STOP_WITHIN_MS);
  });
});

describe('a call that takes too much', () => {
  it.each([
    ['arrays', 'const a = []; for (;;) a.push(new Array(1e4).fill(1))', 'MemoryLimit'],
    ['text', 'let a = "x"; for (;;) a += a + 1', 'MemoryLimit|InternalError'],
    ['objects', 'let a = {}; for (;;) a = { a, b: {} }', 'MemoryLimit'],
    ['a buffer', 'return new ArrayBuffer(1e9)', 'MemoryLimit'],
    ['many buffers', 'const a = []; for (;;) a.push(new Uint8Array(1e6))', 'MemoryLimit'],
    ['a map', 'const a = new Map(); for (let i = 0; ; i++) a.set(i, i)', 'MemoryLimit'],
    ['symbols', 'const a = []; for (;;) a.push(Symbol())', 'MemoryLimit'],
    ['closures', 'const a = []; for (;;) a.push(() => a)', 'MemoryLimit'],
    ['recursion', 'const r = () => 1 + r(); return r()', 'StackLimit'],
    ['recursion through getters', 'const o = { get x() { return this.x } }; return o.x', 'StackLimit'],
    [
      'recursion through toString',
      'const o = { toString() { return "" + this } }; return "" + o',
      'StackLimit',
    ],
    [
      'recursion of JSON',
      'let a = []; for (let i = 0; i < 1e5; i++) a = [a]; return a',
      'StackLimit|TimeLimit',
    ],
    ['deep JSON', 'return JSON.parse("[".repeat(1e5) + "]".repeat(1e5))', 'StackLimit'],
    [
      'a regular expression that recurses',
      'return new RegExp("(".repeat(1e5) + ")".repeat(1e5)).test("")',
      'StackLimit|SyntaxError|InternalError',
    ],
    ['a result', 'return "x".repeat(2e6)', 'ResultLimit'],
    ['a result of wide characters', 'return "ä".repeat(6e5)', 'ResultLimit'],
    ['text beyond all bounds', 'return "x".repeat(2 ** 30)', 'MemoryLimit|RangeError|InternalError'],
    ['a BigInt', 'return String(2n ** (2n ** 34n))', 'RangeError|MemoryLimit'],
  ])('meets its limit: %s', { timeout: 2 * UNHURRIED_MS }, async (_, body, expected) => {
    expect(await name(`export default () => { ${body} }`, UNHURRIED_MS)).toMatch(
      new RegExp(`^(?:${expected})$`),
    );
  });

  it('meets its limit where its memory has no room for its result or what it asks for', {
    timeout: 2 * UNHURRIED_MS,
  }, async () => {
    const fill = (free: number, end: string) => `export default async (input, { content }) => {
      const text = 'ä'.repeat(250000);
      globalThis.hold = [];
      try { for (;;) hold.push(new Uint8Array(50000)); } catch {}
      hold.length -= ${free};
      ${end};
    }`;
    const received: string[] = [];
    const answerHostCall = (_: string, argument: string) => {
      received.push(argument);
      return Promise.resolve('null');
    };
    for (let free = 10; free < 22; free += 1) {
      const returned = await run(fill(free, 'return text'), { timeoutMs: UNHURRIED_MS });
      expect(returned.failure?.name ?? valueOf(returned)).toMatch(/^(?:MemoryLimit|ä{250000})$/);
      const asking = fill(free, 'await content.find(text); hold.length = 0');
      await run(asking, { timeoutMs: UNHURRIED_MS, answerHostCall });
    }
    for (const argument of received) expect(argument).toMatch(/^\{"collection":"ä+"\}$/);
  });

  it('leaves a machine that works as before', async () => {
    const source = (body: string) =>
      `let count = 0; export default (i) => { if (i) { ${body} } return ++count }`;
    const options = { key: 'acme:hyper-dispatch:limits' };
    const kept = await run(source('throw new Error("x")'), { ...options, input: 1 });
    expect(kept.failure?.name).toBe('Error');
    expect(valueOf(await run('', options))).toBe(1);
    expect(valueOf(await run('', options))).toBe(2);
  });

  it('keeps at most 64 KiB of output', async () => {
    const { console: output } = await run(
      'export default () => { for (let i = 0; i < 5000; i++) console.log("x".repeat(100)) }',
      { timeoutMs: UNHURRIED_MS },
    );
    expect(output.length).toBe(64 * 1024);
  });

  it('gets at most 1000 answers and 50 at a time from the service', {
    timeout: 2 * UNHURRIED_MS,
  }, async () => {
    const many = await run(
      `export default async (i, { content }) => {
        let count = 0;
        for (let i = 0; i < 1200; i++) await content.find("a").then(() => count++, () => 0);
        return count;
      }`,
      { timeoutMs: UNHURRIED_MS },
    );
    expect(valueOf(many)).toBe(1000);
    const together = await run(
      `export default async (i, { content }) => {
        const all = await Promise.allSettled(Array.from({ length: 80 }, () => content.find("a")));
        return all.filter(({ status }) => status === "fulfilled").length;
      }`,
      { timeoutMs: UNHURRIED_MS },
    );
    expect(valueOf(together)).toBe(50);
  });

  it('calls functions at most 16 deep', async () => {
    const { failure } = await run('export default (n, { call }) => call("main", n + 1)', { input: 0 });
    expect(failure).toMatchObject({ name: 'CallDepthLimit' });
  });
});
