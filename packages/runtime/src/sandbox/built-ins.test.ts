import { afterAll, describe, expect, it } from 'vitest';
import { openSandbox } from '../../test/sandbox-fixture.ts';

const { run, close } = openSandbox();
afterAll(close);

/** Timeout of steps that don't measure time; suffices on a busy machine. */
const timeoutMs = 60_000;

const messageOf = async (body: string, files: Record<string, string> = {}) => {
  const { failure } = await run(`export default async (input, context) => {\n${body}\n}`, {
    input: { list: [1] },
    timeoutMs,
    files,
  });
  return failure?.message;
};

describe('what is missing', () => {
  const see = 'See the article "Write functions".';

  it.each([
    [
      "new WebSocket('wss://example.com')",
      `WebSocket is not defined: functions reach others with fetch only. ${see}`,
    ],
    [
      'new globalThis.Worker()',
      `globalThis.Worker is not a constructor: functions do not have it yet. ${see}`,
    ],
    ['setImmediate(() => 1)', `setImmediate is not defined: functions have setTimeout. ${see}`],
    ['Temporal.Now', `Temporal is not defined: functions do not have it yet. ${see}`],
    ['process.env.KEY', `process is not defined: functions do not run in Node.js. ${see}`],
    ['localStorage.key', `localStorage is not defined: functions do not run in a browser. ${see}`],
    ['mine.key', 'mine is not defined'],
  ])('says why: %s', async (body, message) => {
    expect(await messageOf(body)).toBe(message);
  });
});

describe('what is not a function is named', () => {
  it.each([
    ['console.nope()', 'console.nope is not a function'],
    ['context.content.findOne({ a: 1 })', 'context.content.findOne is not a function'],
    ['const { order } = input;\norder()', 'order is not a function'],
    ["input['order']()", "input['order'] is not a function"],
    ['input.list[0].total()', 'input.list[0].total is not a function'],
    ['input\n  .list\n  .total(1, (x) => x)', 'input.list.total is not a function'],
    ['const ü = {}; const text = "ä€😀"; ü.größe()', 'ü.größe is not a function'],
    ['await input.list.map((x) => x).sum()', 'input.list.map((x) => x).sum is not a function'],
    ['new input.Order()', 'input.Order is not a constructor'],
    ['class A { #a = 1; go() { this.#a() } } new A().go()', 'this.#a is not a function'],
    ['input.total`x`', 'input.total is not a function'],
    ['[1].map((x) => input.total(x))', 'input.total is not a function'],
    ['[1].map(input.total)', 'An argument of map is not a function'],
    ['new Promise(1)', 'An argument of Promise is not a function'],
    ['input.total({\n  a: input.list.at(0),\n})', 'input.total or input.list.at is not a function'],
    // The engine tells the place of the last step before the call, which does not say more.
    ['String(input.total(1))', 'String or input.total is not a function'],
    ["context.call('other')()", 'not a function'],
    ['throw new TypeError("not a function")', 'not a function'],
    [
      'try { input.total() } catch (cause) { throw new TypeError("not a function", { cause }) }',
      'not a function\nCaused by TypeError: not a function',
    ],
  ])('%s', async (body, message) => {
    const other = { 'functions/other.js': 'export default () => 1' };
    expect(await messageOf(body, other)).toBe(message);
  });

  it('on the first line of a file', async () => {
    const { failure } = await run('export default (input) => input.order.total()', {
      input: { order: {} },
      timeoutMs,
    });
    expect(failure).toMatchObject({ message: 'input.order.total is not a function' });
  });

  it('in the file in which it was called', async () => {
    const source = "import { help } from './lib.js';\nexport default (input) => help(input)";
    const files = { 'functions/lib.js': 'export function help(input) {\n  return input.total();\n}' };
    const { failure } = await run(source, { files, input: {}, timeoutMs });
    expect(failure).toMatchObject({
      message: 'input.total is not a function',
      file: 'functions/lib.js',
      line: 2,
    });
  });
});

describe('an error of a job', () => {
  it.each([
    [
      'function',
      'functions/main.js',
      '() => {\n  queueMicrotask(() => {\n    throw new RangeError("later");\n  });\n  return new Promise(() => {});\n}',
    ],
    ['test', 'tests/a.js', '() => {\n  queueMicrotask(() => {\n    throw new RangeError("later");\n  });\n}'],
  ] as const)('is that of the customer, in a %s', async (kind, path, source) => {
    const { failure } = await run(`export default ${source}`, { kind, path, timeoutMs });
    expect(failure).toMatchObject({ name: 'RangeError', message: 'later', file: path, line: 3 });
  });

  it('of a registry of objects that are gone does not end the machine', async () => {
    const source = `export default async () => {
      const registry = new FinalizationRegistry(() => { throw new Error('gone') });
      for (let i = 0; i < 20_000; i++) registry.register({ i }, i);
      await null;
      return new Promise(() => {});
    }`;
    const { failure } = await run(source, { timeoutMs });
    expect(failure).toMatchObject({ name: 'Error', message: 'gone', file: 'functions/main.js', line: 2 });
  });
});
