import { inspect } from 'node:util';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { openSandbox } from '../../test/sandbox-fixture.ts';

const { run, close } = openSandbox();
afterAll(close);

/** Timeout of steps that don't measure time; suffices on a busy machine. */
const timeoutMs = 60_000;

/** Source written in this file. */
// oxlint-disable-next-line no-eval -- the test's own text, evaluated by Node to compare with the sandbox
const evaluate = (source: string): unknown => (0, eval)(`[${source}][0]`);

const printed = async (body: string) => {
  const { console, failure } = await run(`export default () => {\n${body}\n}`, { timeoutMs });
  expect(failure).toBeNull();
  return console;
};

describe('the console', () => {
  it.each([
    [
      "new Map([[1, 'a']]), new Set([1]), [undefined, null]",
      "Map(1) { 1 => 'a' } Set(1) { 1 } [ undefined, null ]",
    ],
    ['/a/g, [NaN, -0, Infinity], { a: undefined }', '/a/g [ NaN, -0, Infinity ] { a: undefined }'],
    ["'text', ['text'], \"it's\", [\"it's\"]", "text [ 'text' ] it's [ \"it's\" ]"],
    [
      'new Date(0), [new Date(NaN)], Symbol("s"), 10n',
      '1970-01-01T00:00:00.000Z [ Invalid Date ] Symbol(s) 10n',
    ],
    [
      'new (class Cart { lines = [1] })(), class Cart {}, Object.create(null)',
      'Cart { lines: [ 1 ] } [class Cart] [Object: null prototype] {}',
    ],
    [
      'new Uint8Array(2), [1, , 3], Promise.resolve(1)',
      'Uint8Array(2) [ 0, 0 ] [ 1, <1 empty item>, 3 ] Promise { … }',
    ],
    ['{ get a() { throw 1 }, "b c": 1, [Symbol("s")]: 2 }', "{ a: [Getter], 'b c': 1, Symbol(s): 2 }"],
    ["'total: %d %s', 5, 'x', 'more'", 'total: 5 x more'],
    ["'%i %f %j %o %c%% %s', '4.5', '4.5', { a: 1 }, [1], 'color: red'", '4 4.5 {"a":1} [ 1 ] % %s'],
    ["'100%', 1", '100% 1'],
    ['new Proxy({}, { ownKeys() { throw 1 } })', '[object Object]'],
  ])('prints %s as an inspector does', async (values, text) => {
    expect(await printed(`console.log(${values})`)).toBe(`${text}\n`);
  });

  it('prints a value over several lines where it is long', async () => {
    const value =
      "{ customer: { name: 'Ada', email: 'ada@example.com' }, lines: [{ product: 'tea', quantity: 2 }] }";
    expect(await printed(`console.log(${value})`)).toBe(`{
  customer: { name: 'Ada', email: 'ada@example.com' },
  lines: [ { product: 'tea', quantity: 2 } ]
}
`);
  });

  it('has the methods that other runtimes have', async () => {
    const output = await printed(`
      console.group('order');
      console.log('a\\nb');
      console.group();
      console.warn('deeper');
      console.groupEnd();
      console.groupEnd();
      console.count();
      console.count('x');
      console.count();
      console.countReset();
      console.count();
      console.dir({ a: 1 });
      console.assert(1 === 1, 'yes');
      console.assert(1 === 2, 'no: %d', 2);
      console.assert(false);
      console.timeLog('none');
      console.table([{ a: 1, b: 'x' }, { a: 2 }]);
      console.table(new Map([['k', 1]]));
      console.table(5);
      for (const name of ['info', 'error', 'debug', 'trace', 'dirxml']) console[name](name);
      console.clear();
    `);
    expect(output).toBe(`order
  a
  b
    deeper
default: 1
x: 1
default: 2
default: 1
{ a: 1 }
Assertion failed: no: 2
Assertion failed
There is no timer none
┌─────────┬───┬─────┐
│ (index) │ a │ b   │
├─────────┼───┼─────┤
│ 0       │ 1 │ 'x' │
│ 1       │ 2 │     │
└─────────┴───┴─────┘
┌─────────┬────────┐
│ (index) │ Values │
├─────────┼────────┤
│ k       │ 1      │
└─────────┴────────┘
5
info
error
debug
trace
dirxml
`);
    expect(await printed("console.time('x'); console.timeLog('x', 1); console.timeEnd('x')")).toMatch(
      /^x: [\d.]+ms 1\nx: [\d.]+ms\n$/,
    );
  });

  it('begins anew with each call, and ends none', async () => {
    const source = `export default () => {
      console.log('begins');
      console.count();
      console.group('left open');
      console.table([new Proxy({}, { ownKeys() { throw 1 } })]);
      console.log({ toString() { throw 1 }, get [Symbol.toStringTag]() { throw 1 } });
    }`;
    const outputs = [];
    for (let i = 0; i < 2; i++) {
      const { console, failure } = await run(source, { key: 'acme:hyper-dispatch:console', timeoutMs });
      expect(failure).toBeNull();
      outputs.push(console);
    }
    expect(outputs[0]).toMatch(/^begins\ndefault: 1\nleft open\n/);
    expect(outputs[1]).toBe(outputs[0]);
  });
});

describe('values in the console look as in Node', () => {
  /** Source of a value, with all of it shown. */
  const expectSame = async (sources: string[]) => {
    const body = sources.map((source) => `console.log([${source}][0]); console.log('----')`).join('\n');
    const shown = (await printed(body)).split('\n----\n').slice(0, -1);
    // Data without free variables, made by this test.
    const values = sources.map((source) => evaluate(source));
    for (const [at, source] of sources.entries()) {
      const value = values[at];
      const wanted =
        typeof value === 'string'
          ? value
          : inspect(value, { depth: Infinity, maxArrayLength: null, maxStringLength: null });
      expect({ source, shown: shown[at] }).toEqual({ source, shown: wanted });
    }
  };

  it('whatever JSON holds', async () => {
    const key = fc.oneof(
      fc.constantFrom('a', 'name', 'some-key', '3'),
      fc.string({ unit: 'grapheme-ascii', maxLength: 12 }),
    );
    const { value } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 5 },
        fc.integer(),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.string({ unit: 'grapheme-ascii', maxLength: 30 }),
        fc.boolean(),
        fc.constant(null),
        fc.array(fc.integer({ min: 0, max: 9999 }), { maxLength: 60 }),
        fc.array(fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 20 }), { maxLength: 30 }),
        fc.array(tie('value'), { maxLength: 8 }),
        fc.dictionary(
          key.filter((name) => name !== '__proto__'),
          tie('value'),
          { maxKeys: 6, noNullPrototype: true },
        ),
      ),
    }));
    await expectSame(fc.sample(value, { numRuns: 300, seed: 45 }).map((each) => JSON.stringify(each)));
  });

  it('and what it does not hold', async () => {
    await expectSame([
      'new Map([[NaN, -0], ["a", { b: new Set([1, "x"]) }]])',
      '[undefined, null, NaN, -0, 1n, Symbol("x")]',
      '(class A {})',
      '(class B extends Array {})',
      'new (class M extends Map {})([[1, 2]])',
      'new (class B extends Array {})(1, 2, 3)',
      '(async () => 1)',
      '(function* g() {})',
      '(async function* h() {})',
      '(() => { const o = { a: [] }; o.self = o; o.a.push(o.a, o); return o })()',
      '[1, , , 3, ,]',
      '[`\'"`]',
      '["it\'s"]',
      '({ get a() { return 1 }, set a(v) {}, get b() { return 1 }, set c(v) {} })',
      'Math',
      'JSON',
      'new (class Foo { get [Symbol.toStringTag]() { return "bar" } })()',
      'new ArrayBuffer(3)',
      'new WeakMap()',
      'Object("s")',
      'Object(1n)',
      'Object.create(null)',
      'new Uint8Array([1, 2, 3])',
      '/a/g',
      'new Date(0)',
      '[new Date(NaN)]',
      'new URL("https://u:p@a.example:8080/x?y=1#z")',
      'new URLSearchParams("a=1&b=2")',
      'new Headers({ a: "b" })',
      'new Blob(["abc"])',
      'new AbortController()',
      'AbortSignal.abort()',
      'new TextDecoder()',
      'crypto.subtle',
      'Intl',
      'new Intl.NumberFormat("de")',
    ]);
  });

  it('and errors, with what belongs to them', async () => {
    const text = await printed(
      `class NotFound extends Error {}
       console.log(Object.assign(new NotFound('no order', { cause: new TypeError('gone') }), { status: 404 }));
       console.log(new AggregateError([new Error('a'), 'b'], 'both'));
       console.log(new DOMException('m', 'AbortError'));`,
    );
    expect(text.replaceAll(/ \(functions\/main\.js:\d+:\d+\)/g, '')).toBe(`NotFound: no order
    at NotFound
    at default
{ status: 404 }
Caused by TypeError: gone
AggregateError: both
    at default
1. Error: a
2. b
DOMException [AbortError]: m
    at default
`);
  });
});

describe('what an assertion compared', () => {
  const compared = async (body: string) => {
    const { failure } = await run(`export default ({ expect }) => {\n${body}\n}`, {
      kind: 'test',
      path: 'tests/a.js',
      timeoutMs,
    });
    expect(failure?.name).toBe('AssertionError');
    return [failure?.expected, failure?.actual];
  };

  it.each([
    [
      "{ m: new Map([['k', 1]]) }",
      "{ m: new Map([['k', 2]]) }",
      "{\n  m: Map(1) {\n    'k' => 2,\n  },\n}",
      "{\n  m: Map(1) {\n    'k' => 1,\n  },\n}",
    ],
    ['{ a: NaN }', '{ a: null }', '{\n  a: null,\n}', '{\n  a: NaN,\n}'],
    ['{ a: -0 }', '{ a: 0 }', '{\n  a: 0,\n}', '{\n  a: -0,\n}'],
    ['[Infinity]', '[-Infinity]', '[\n  -Infinity,\n]', '[\n  Infinity,\n]'],
    ['{ a: undefined, b: 1 }', '{ b: 1 }', '{\n  b: 1,\n}', '{\n  a: undefined,\n  b: 1,\n}'],
    ['{ b: 1, a: 2 }', '{ a: 2, b: 3 }', '{\n  a: 2,\n  b: 3,\n}', '{\n  a: 2,\n  b: 1,\n}'],
    ['/a/g', '/a/i', '/a/i', '/a/g'],
    ["'1'", '1', '1', "'1'"],
    ["'a\\nb'", "'a\\nc'", 'a\nc', 'a\nb'],
    ["'a\\u00a0b'", "'a b'", 'a b', 'a\u00a0b'],
    ['new Error("a")', '1', '1', '[Error: a]'],
  ])('is told as texts that differ: %s and %s', async (actual, expected, ...texts) => {
    expect(await compared(`expect(${actual}).to.deep.equal(${expected})`)).toEqual(texts);
  });

  it('is cut around the first difference', async () => {
    const lines = "const text = Array.from({ length: 3000 }, (_, i) => `line ${i}`).join('\\n')";
    const [line, changed] = await compared(
      `${lines}; expect(text.replace('line 1500', 'LINE')).to.equal(text)`,
    );
    expect(line).toMatch(/^…\nline 1\d{3}\n[^]*\nline 1500\nline 1501\n[^]*…$/);
    expect(changed).toMatch(/^…\nline 1\d{3}\n[^]*\nLINE\nline 1501\n[^]*…$/);
    const list = 'const list = () => Array.from({ length: 5000 }, (_, id) => ({ id, name: `name ${id}` }))';
    const [last, other] = await compared(
      `${list}; const a = list(); a[4999].name = 'other'; expect(a).to.deep.equal(list())`,
    );
    expect(last).toMatch(/^…\n[^]*'name 4999',\n {2}\},\n\]$/);
    expect(other).toMatch(/^…\n[^]*'other',\n {2}\},\n\]$/);
  });

  it.each([
    "expect('a mail of 17.40').to.include('18')",
    'expect([1, 2]).to.include(3)',
    "expect({ a: 1 }).to.have.property('b')",
    "expect('x').to.match(/y/)",
    'expect(undefined).to.exist',
    'expect(1).to.not.equal(1)',
    'expect([1]).to.not.deep.equal([1])',
    "expect.fail('why')",
  ])('is nothing where the assertion has no expected value: %s', async (assertion) => {
    expect(await compared(assertion)).toEqual([undefined, undefined]);
  });

  it('never hides the message', async () => {
    const { failure } = await run(
      "export default () => { throw Object.assign(new Error('why'), { expected: new Proxy({}, { ownKeys() { throw 1 } }), actual: 1 }) }",
      { timeoutMs },
    );
    expect(failure).toMatchObject({ name: 'Error', message: expect.stringMatching(/^why/) as string });
    expect(failure).not.toHaveProperty('expected');
  });
});
