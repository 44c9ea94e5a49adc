import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseLiteralModule, printLiteralModule } from './literal.ts';
import { editLiteralModule } from './literal-edit.ts';
import type { PlainValue } from './plain-value.ts';

const RULE = `// Mails for orders.
export default {
  event: 'order.created', // the only one so far
  function: "mails/confirm",
  /* Later than the others. */
  order: 0x0a,
  schema: { type: 'object', required: ['id'] },
}
`;

test('writes anew only what differs: comments, quotes and layout of the rest are kept', () => {
  const value = parseLiteralModule(RULE) as Record<string, PlainValue>;
  expect(editLiteralModule(RULE, value)).toBe(RULE);
  expect(editLiteralModule(RULE, { ...value, event: 'order.*' })).toBe(
    RULE.replace("'order.created'", '"order.*"'),
  );
  expect(editLiteralModule(RULE, { ...value, disabled: true })).toBe(
    RULE.replace("['id'] },", "['id'] },\n  disabled: true,"),
  );
  const { order: _, ...rest } = value;
  expect(editLiteralModule(RULE, rest)).toBe(RULE.replace('\n  order: 0x0a,', ''));
  const schema = { type: 'object', required: ['id'], additionalProperties: false };
  expect(editLiteralModule(RULE, { ...value, schema })).toBe(
    RULE.replace("['id'] }", "['id'], additionalProperties: false }"),
  );
});

test('a module of nothing gets all of it', () => {
  expect(editLiteralModule('export default {};\n', { id: 'a' })).toBe('export default {\n  id: "a",\n};\n');
  expect(editLiteralModule('export default { a: 1 }', { b: [] })).toBe('export default {\n  b: [],\n}');
});

test('a field with a name that every object has is taken out as any other', () => {
  const text = 'export default {\n  a: 1,\n  valueOf: 2,\n};\n';
  expect(editLiteralModule(text, { a: 1 })).toBe('export default {\n  a: 1,\n};\n');
});

test('a field that is taken out takes its comma along, wherever that is, and nothing of its neighbours', () => {
  const texts = [
    ['// why\nexport default {\n  a: 1, // since May\n  b: 2 /* only b */ ,\n};', '\n  b: 2 /* only b */ ,'],
    [
      '// why\nexport default {\n  a: 1, // since May\n  b: 2 // only b\n  , c: 3,\n};',
      'b: 2 // only b\n  , ',
    ],
    ['// why\nexport default {\n  a: 1, // since May\n  b: 2, c: 3,\n};', 'b: 2, '],
    ['// why\nexport default {\n  a: 1, // since May\n  b: 2 };', 'b: 2 '],
  ] as const;
  for (const [text, part] of texts) {
    const { b: _, ...rest } = parseLiteralModule(text) as Record<string, PlainValue>;
    expect(editLiteralModule(text, rest)).toBe(text.replace(part, ''));
  }
});

test('what is added ends its lines as the file does', () => {
  const text = 'export default {\r\n  a: 1,\r\n};\r\n';
  expect(editLiteralModule(text, { a: 1, b: [2] })).toBe(
    'export default {\r\n  a: 1,\r\n  b: [\r\n    2,\r\n  ],\r\n};\r\n',
  );
});

const plain = fc
  .json({ maxDepth: 4 })
  .filter((text) => !text.includes('__proto__'))
  .map((text) => JSON.parse(text) as PlainValue);
const fields = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd-e', '1'), plain);

test('has the value afterwards, whatever stood there before', () => {
  const texts = fields.chain((value) =>
    fc.constantFrom(
      printLiteralModule(value),
      `// first\nexport default ${JSON.stringify(value)} // last`,
      `/* a */ export default ${JSON.stringify(value, null, '\t').replaceAll(',\n', ', // why\n')};`,
    ),
  );
  fc.assert(
    fc.property(texts, fields, (text, value) => {
      expect(parseLiteralModule(editLiteralModule(text, value))).toEqual(value);
    }),
    { numRuns: 2_000 },
  );
});

test('has every comment of the fields that are kept, and one kind of line break', () => {
  const comma = fc.constantFrom(',', ', ', ' ,', '/**/,\n', ' // why\n,', ', // why\n  ', ',\n\t');
  const newlines = fc.constantFrom('\n', '\r\n');
  fc.assert(
    fc.property(fields, fields, fc.infiniteStream(comma), newlines, (before, after, commas, newline) => {
      const entries = Object.entries(before).map(([key, part], at) => {
        const quoted = JSON.stringify(key);
        return `${quoted}: /* of ${at} */ ${JSON.stringify(part)}${commas.next().value}`;
      });
      const text = `/* first */ export default {\n${entries.join('')}};\n`.replaceAll('\n', newline);
      const edited = editLiteralModule(text, after);
      expect(parseLiteralModule(edited)).toEqual(after);
      expect(edited).toContain('/* first */');
      const kept = Object.keys(before).flatMap((key, at) =>
        Object.hasOwn(after, key) ? [`/* of ${at} */`] : [],
      );
      expect(kept.filter((comment) => !edited.includes(comment))).toEqual([]);
      expect(edited.replaceAll(newline, '')).not.toMatch(/[\r\n]/);
    }),
    { numRuns: 500 },
  );
});
