import { afterAll, describe, expect, it } from 'vitest';
import { openSandbox, valueOf } from '../../test/sandbox-fixture.ts';

const { run, close } = openSandbox();
afterAll(close);

/** Timeout of steps that don't measure time; suffices on a busy machine. */
const timeoutMs = 60_000;

describe('what a test returns never fails it', () => {
  it.each([
    ['an assertion', '({ expect }) => expect(10n).to.equal(10n)', null],
    [
      'an assertion of what refers to itself',
      "({ expect }) => { const a = {}; a.a = a; return expect(a).to.be.an('object') }",
      null,
    ],
    ['an assertion of a long text', "({ expect }) => expect('r'.repeat(2e6)).to.be.a('string')", null],
    [
      'an assertion of what has no JSON',
      "({ expect }) => expect({ toJSON() { throw new Error('tj') } }).to.be.an('object')",
      null,
    ],
    ['an awaited assertion', 'async ({ expect }) => expect(1).to.equal(1)', null],
    [
      'several assertions',
      '({ expect }) => Promise.all([1, 2].map(async (n) => expect(n).to.be.above(0)))',
      null,
    ],
    ['nothing', '() => {}', null],
    ['a value', '() => ({ a: [1, null] })', { a: [1, null] }],
    ['an empty list', '() => []', []],
    ['a BigInt', '() => ({ a: 10n })', '{ a: 10n }'],
    ['a Map', '() => new Map([[1, 2]])', 'Map(1) { 1 => 2 }'],
    ['what refers to itself', '() => { const a = {}; a.a = a; return a }', '<ref *1> { a: [Circular *1] }'],
    [
      'what refuses to be JSON',
      "() => ({ toJSON() { throw new Error('no') } })",
      '{ toJSON: [Function: toJSON] }',
    ],
    ['a function', '() => () => 1', '[Function (anonymous)]'],
    ['more than a result may be', "() => 'r'.repeat(2e6)", 'The result is larger than 1 MiB'],
  ])('%s', async (_, source, result) => {
    const answer = await run(`export default ${source}`, { kind: 'test', path: 'tests/a.js', timeoutMs });
    expect(answer.failure).toBeNull();
    expect(valueOf(answer)).toEqual(result);
  });
});

describe('a result that JSON cannot hold is refused with its place', () => {
  it.each([
    ['10n', 'The result is a BigInt, which JSON cannot hold: use Number(value) or String(value)'],
    [
      '{ a: { b: [1, 10n] } }',
      'The result at a.b[1] is a BigInt, which JSON cannot hold: use Number(value) or String(value)',
    ],
    ['new Map()', 'The result is a Map, which JSON cannot hold: use Object.fromEntries(map) or [...map]'],
    ["{ 'b c': new Set([1]) }", 'The result at ["b c"] is a Set, which JSON cannot hold: use [...set]'],
    ["new Error('x')", 'The result is an Error, which JSON cannot hold: use its message'],
    ['[{ user: content.find() }]', 'The result at [0].user is a Promise, which JSON cannot hold: await it'],
    [
      '(async function* () {})()',
      'The result is a generator, which JSON cannot hold: use a list of what it yields',
    ],
    ['() => 1', 'The result is a function, which JSON cannot hold'],
    [
      '(() => { const a = {}; a.a = a; return a })()',
      'The result refers to itself, which JSON cannot hold: choose only the fields that are needed',
    ],
  ])('%s', async (value, message) => {
    const source = `export default (i, { content: { find } }) => { const content = { find: async () => 1 }; return ${value} }`;
    expect((await run(source, { timeoutMs })).failure).toMatchObject({ name: 'TypeError', message });
  });

  it('but not what JSON only holds a part of', async () => {
    const source =
      "export default () => ({ date: new Date(0), empty: {}, none: undefined, made: new (class { #a = 1 })(), failed: Object.assign(new Error('x'), { code: 1 }) })";
    expect(valueOf(await run(source, { timeoutMs }))).toEqual({
      date: '1970-01-01T00:00:00.000Z',
      empty: {},
      made: {},
      failed: { code: 1 },
    });
  });

  it('between functions and on the way to the service, too', async () => {
    const messages = `export default async (i, { call, content }) => {
      const works = [() => call('gives'), () => call('gives', { a: [1n] }), () => content.insert('a', { b: new Map() })];
      return Promise.all(works.map((work) => work().catch(({ message }) => message.split(',')[0])));
    }`;
    const answer = await run(messages, {
      timeoutMs,
      files: { 'functions/gives.js': 'export default () => new Set()' },
    });
    expect(valueOf(answer)).toEqual([
      'The result of gives is a Set',
      'The input of gives at a[0] is a BigInt',
      'The argument of content.insert at entry.b is a Map',
    ]);
  });
});

describe('a query whose conditions JSON leaves out', () => {
  const find = (query: string) =>
    run(`export default (i, { content }) => {\n  return content.find('users', ${query});\n}`, { timeoutMs });

  it.each([
    ['{ where: { email: i?.email } }', 'where.email is undefined'],
    ['{ where: { tags: [undefined] } }', 'where.tags[0] is undefined'],
    ['{ where: { address: { city: undefined } } }', 'where.address.city is undefined'],
    ['{ where: i?.where }', 'where is undefined'],
    ['{ where: (entry) => entry.a }', 'where is a function'],
    ['{ where: { a: NaN } }', 'where.a is NaN'],
    ['(entry) => entry.a', 'the query is a function'],
  ])('is refused, because it would find other entries: %s', async (query, words) => {
    const { failure } = await find(query);
    expect(failure).toMatchObject({
      name: 'TypeError',
      message: `content.find: ${words}, which no entry has: give a value or null, or leave it out`,
      file: 'functions/main.js',
      line: 2,
    });
  });

  it.each([
    ['undefined', {}],
    ['{}', { query: {} }],
    ['{ where: {}, size: undefined }', { query: { where: {} } }],
    [
      "{ where: { a: null, b: new Date(0), c: '' } }",
      { query: { where: { a: null, b: new Date(0).toJSON(), c: '' } } },
    ],
  ])('but not others: %s', async (query, asked) => {
    expect(valueOf(await find(query))).toEqual({ collection: 'users', ...asked });
  });
});

describe('a write of which JSON leaves something out', () => {
  const write = (expression: string) =>
    run(`export default (i, { content }) => {\n  return content.${expression};\n}`, { timeoutMs });

  it.each([
    [
      "update('a', '1', { price: i?.price })",
      'content.update: changes.price is undefined, which changes nothing: give a value, or null to remove the field, or leave it out',
    ],
    [
      "update('a', '1', { sum: 0 / 0 })",
      'content.update: changes.sum is NaN, which changes nothing: give a value, or null to remove the field, or leave it out',
    ],
    [
      "insert('a', { lines: [1, undefined] })",
      'content.insert: entry.lines[1] is undefined, which JSON cannot hold: give a value or null, or leave it out',
    ],
    [
      "insert('a', { sum: 1 / 0 })",
      'content.insert: entry.sum is Infinity, which JSON cannot hold: give a value or null, or leave it out',
    ],
    [
      "transaction([{ insert: 'a', entry: {} }, { delete: 'a', id: '1', where: i?.where }])",
      'content.transaction: operation 2: where is undefined, which no entry has: give a value or null, or leave it out',
    ],
    [
      "transaction([{ update: 'a', id: '1', changes: { b: undefined } }])",
      'content.transaction: operation 1: changes.b is undefined, which changes nothing: give a value, or null to remove the field, or leave it out',
    ],
  ])('is refused: %s', async (expression, message) => {
    expect((await write(expression)).failure).toMatchObject({ name: 'TypeError', message, line: 2 });
  });

  it.each([
    ["insert('a', { b: undefined, c: null })", { collection: 'a', entry: { c: null } }],
    ["update('a', '1', { b: null })", { collection: 'a', id: '1', changes: { b: null } }],
    [
      "transaction([{ insert: 'a', entry: { b: undefined } }, { delete: 'a', id: '1' }])",
      [
        { insert: 'a', entry: {} },
        { delete: 'a', id: '1' },
      ],
    ],
  ])('but not others: %s', async (expression, asked) => {
    expect(valueOf(await write(expression))).toEqual(asked);
  });
});

it.each([
  ['function', 'functions/main.js', 'function* () {}'],
  ['function', 'functions/main.js', 'async function* () {}'],
  ['test', 'tests/a.js', 'function* ({ expect }) { expect(1).to.equal(2) }'],
  ['test', 'tests/a.js', 'async function* ({ expect }) { expect(1).to.equal(2) }'],
] as const)('a generator function is refused as a %s (%s): %s', async (kind, path, source) => {
  const { failure } = await run(`export default ${source}`, { kind, path, timeoutMs });
  expect(failure).toMatchObject({
    name: 'TypeError',
    message: `The default export of ${path} is a generator function, of which a call runs nothing: export a function or an async function`,
  });
});
