import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ConfigurationFile, isValidPlace } from './configuration-file.ts';
import { bodyProblem, bodyToFiles, ConfigurationBody, filesToBody, writeBody } from './item-files.ts';
import { parseLiteralModule, printLiteralModule } from './literal.ts';
import { findPlaceConflicts } from './place-conflicts.ts';
import type { PlainValue } from './plain-value.ts';

/** As it comes out of JSON: without -0. */
const plain = fc
  .json({ maxDepth: 4 })
  .filter((text) => !text.includes('__proto__'))
  .map((text) => JSON.parse(text) as PlainValue);
const key = fc.oneof(
  fc.constantFrom('id', 'acl', 'name', 'folder', 'source', 'entries', 'metaSource', 'disabled', '1', 'ä-b'),
  fc.string().filter((text) => text !== '__proto__'),
);
const fields = fc.dictionary(key, plain);
const content = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  plain.map(printLiteralModule),
  fields.map(printLiteralModule),
  fc.array(plain).map(printLiteralModule),
  fields.map((value) => `// kept\nexport default ${JSON.stringify(value)}\n`),
  fc.array(plain).map((value) => `export default ${JSON.stringify(value, null, 4)};`),
  fc.constantFrom('export default {};\n', 'export default [];\n', '', 'export default () => 1;\n'),
  fc.constantFrom('export default [\n  -0,\n];\n', 'export default {\n  id: -0,\n};\n'),
);
const [longName, longFolder] = ['n'.repeat(197), 'f'.repeat(199)];
const segment = fc.constantFrom(
  'functions',
  'tests',
  'orders',
  'Über',
  'a b',
  'x.y',
  '日本',
  'constructor',
  longFolder,
);
const file: fc.Arbitrary<ConfigurationFile> = fc
  .record({
    folderPath: fc.array(segment, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/')),
    name: fc
      .tuple(
        fc.constantFrom('a', 'create', 'toString', 'v1.2', 'né', longName),
        fc.constantFrom('.js', '.ts', '.meta.js'),
      )
      .map(([base, ending]) => base + ending),
    content,
  })
  .filter(isValidPlace);
/** An item has one source. */
const selector = ({ folderPath, name }: ConfigurationFile) => `${folderPath}/${name.replace(/\.ts$/, '.js')}`;
const files = fc.uniqueArray(file, { selector, maxLength: 12 });

const item = fc
  .record(
    {
      name: fc.constantFrom('a', 'create', 'v1.2'),
      folder: fc.constantFrom('', 'orders', 'orders/events'),
      source: content,
      sourceEnding: fc.constant('.ts'),
      entries: fc.array(plain, { maxLength: 3 }),
      metaSource: content,
      id: plain,
      acl: plain,
    },
    { requiredKeys: ['name'] },
  )
  .map((value) => value as ConfigurationBody[string][number]);
const body = fc.dictionary(
  fc.constantFrom('functions', 'tests', 'collections'),
  fc.uniqueArray(item, {
    selector: (each) => `${each.folder ?? ''}/${each.name}`,
    minLength: 1,
    maxLength: 4,
  }),
);

describe('item ↔ file pair', () => {
  it('gives every byte of every file back', () => {
    fc.assert(
      fc.property(files, (given) => {
        expect(bodyToFiles(filesToBody(given))).toEqual(bodyToFiles(filesToBody([...given].reverse())));
        const back = new Map(
          bodyToFiles(filesToBody(given)).map((each) => [`${each.folderPath}/${each.name}`, each]),
        );
        expect(back.size).toBe(given.length);
        for (const each of given) expect(back.get(`${each.folderPath}/${each.name}`)).toEqual(each);
      }),
      { numRuns: 300 },
    );
  });

  it('survives a way through JSON and the schema of the body', () => {
    fc.assert(
      fc.property(files, (given) => {
        fc.pre(findPlaceConflicts(given).length === 0);
        const body = ConfigurationBody.parse(JSON.parse(JSON.stringify(filesToBody(given))));
        expect(bodyToFiles(body)).toEqual(bodyToFiles(filesToBody(given)));
      }),
      { numRuns: 200 },
    );
  });

  it('is written as JSON, as the schema has it', () => {
    fc.assert(
      fc.property(files, (given) => {
        fc.pre(findPlaceConflicts(given).length === 0);
        const body = JSON.stringify(ConfigurationBody.parse(filesToBody(given)));
        expect(JSON.parse([...writeBody(given)].join(''))).toEqual(JSON.parse(body));
      }),
      { numRuns: 200 },
    );
  });

  it('is written in steps of no more than one item, before and after it is sorted', () => {
    const many = Array.from({ length: 2_000 }, (_, at) => {
      return {
        folderPath: `functions/${at % 7}`,
        name: `file${at}.js`,
        content: 'export default () => 1;\n',
      };
    });
    const pieces = [...writeBody(many)];
    const first = pieces.findIndex((piece) => piece !== '' && piece !== '{');
    expect(first).toBeGreaterThan(2 * many.length);
    expect(pieces.length - first).toBeGreaterThan(many.length);
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(200);
  });

  it('takes every valid body, and brings it to a normal form that stays', () => {
    fc.assert(
      fc.property(body, (given) => {
        const parsed = ConfigurationBody.parse(JSON.parse(JSON.stringify(given)));
        const normal = filesToBody(bodyToFiles(parsed));
        expect(filesToBody(bodyToFiles(normal))).toEqual(normal);
        expect(Object.values(normal).flat()).toHaveLength(Object.values(parsed).flat().length);
        for (const each of bodyToFiles(parsed)) expect(isValidPlace(each)).toBe(true);
      }),
    );
  });

  it('lets an edited field win over the text kept beside it', () => {
    const [given] =
      filesToBody([
        { folderPath: 'functions', name: 'a.meta.js', content: 'export default { id: 1 } // first' },
      ])['functions'] ?? [];
    expect(given).toEqual({ name: 'a', id: 1, metaSource: 'export default { id: 1 } // first' });
    expect(bodyToFiles({ functions: [{ ...given, name: 'a', id: 2 }] })).toEqual([
      { folderPath: 'functions', name: 'a.meta.js', content: 'export default {\n  id: 2,\n};\n' },
    ]);
  });

  it.each([
    ['[]', 'The file must contain an object of collections.'],
    ['{"a/b": []}', 'a/b: Not a valid name of a collection.'],
    ['{"functions": {}}', 'functions: A collection must be a list of items.'],
    ['{"functions": [1]}', 'functions.0: An item must be an object.'],
    ['{"functions": [{}]}', 'functions.0.name: Every item needs a name.'],
    ['{"functions": [{"name": "a", "source": 1}]}', 'functions.0.source: The source must be a text.'],
    [
      '{"functions": [{"name": "a"}, {"name": "A"}]}',
      'functions/a.meta.js and functions/A.meta.js differ only in upper and lower case.',
    ],
  ])('says what is wrong with %s', (text, problem) => {
    const { error } = ConfigurationBody.safeParse(JSON.parse(text));
    expect(error && bodyProblem(error)).toBe(`Not a configuration. ${problem}`);
  });

  it('refuses a path that only all its parts together make too long', () => {
    const problemOf = (item: PlainValue) => {
      const { error } = ConfigurationBody.safeParse({ functions: [item] });
      return error && bodyProblem(error);
    };
    expect(problemOf({ name: 'a', folder: `${longFolder}/${longFolder}` })).toBe(
      `Not a configuration. The path functions/${longFolder}/${longFolder}/a.meta.js is too long.`,
    );
    expect(problemOf({ name: longName, source: '', id: 1 })).toBe(
      `Not a configuration. The path functions/${longName}.meta.js is too long.`,
    );
    expect(problemOf({ name: longName, source: '' })).toBe(undefined);
  });

  it('refuses two items in one place, and names that leave the folder', () => {
    const twice = {
      functions: [
        { name: 'a', id: 1 },
        { name: 'A', id: 2 },
      ],
    };
    expect(ConfigurationBody.safeParse(twice).success).toBe(false);
    for (const name of ['../a', '', '.a', 'a/b', 'a.meta', `${longName}n`]) {
      expect(ConfigurationBody.safeParse({ functions: [{ name, source: '' }] }).success).toBe(false);
    }
    expect(
      ConfigurationBody.safeParse(JSON.parse('{"functions":[{"name":"a","x":{"__proto__":1}}]}')).success,
    ).toBe(false);
  });
});

describe('plain values in a module', () => {
  it('reads back what it prints', () => {
    fc.assert(
      fc.property(plain, (value) => {
        expect(parseLiteralModule(printLiteralModule(value))).toEqual(value);
      }),
    );
  });

  it('means the same as the JavaScript it is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(plain, fields), async (value) => {
        const url = `data:text/javascript,${encodeURIComponent(printLiteralModule(value))}`;
        const module = (await import(/* @vite-ignore */ url)) as { default: unknown };
        expect(module.default).toEqual(value);
      }),
      { numRuns: 100 },
    );
  });

  it('reads what people write by hand', () => {
    const text = `\ufeff/* the order */ export default {
      'single': 'it\\'s', "double": "\\u00e9\\x41\\u{1f600}\\
next", plain: [1, -2.5e3, 0x1F, +3, .5, -0, -1e-999,], // trailing
      // oxlint-disable-next-line id-match -- any name that JavaScript takes
      $a_1: true, non: null, deep: { list: [[]] },
    }`;
    expect(parseLiteralModule(text)).toEqual({
      single: "it's",
      double: 'éA😀next',
      plain: [1, -2500, 31, 3, 0.5, 0, 0],
      // oxlint-disable-next-line id-match -- any name that JavaScript takes
      $a_1: true,
      non: null,
      deep: { list: [[]] },
    });
  });

  it.each([
    ['export default process.exit()', 1, 16],
    ['export default { a: 1 + 1 }', 1, 23],
    ['export default `x`', 1, 16],
    ['export default {\n  a: b,\n}', 2, 6],
    ['export default { a: 1, a: 2 }', 1, 25],
    ['export default { __proto__: {} }', 1, 27],
    ['export default { ...x }', 1, 18],
    ['export default { get a() {} }', 1, 22],
    ['export default [1]; alert(1)', 1, 21],
    ['const a = 1; export default a', 1, 1],
    ['export default [,1]', 1, 17],
    ['export default 010', 1, 19],
    ['export default 1e999', 1, 21],
    ['export default "a\nb"', 1, 16],
    [`export default ${'['.repeat(100_000)}`, 1, 81],
    ['', 1, 1],
  ])('refuses %j at its place', (text, line, column) => {
    expect(() => parseLiteralModule(text)).toThrowError(expect.objectContaining({ line, column }) as Error);
  });
});
