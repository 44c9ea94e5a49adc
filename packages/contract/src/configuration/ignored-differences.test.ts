import { expect, test } from 'vitest';
import { printLiteralModule } from '../service-api/files/literal.ts';
import { ignoredFieldsOf, ignoredMetadataLines } from './ignored-differences.ts';

const dispatch = ignoredFieldsOf('hyper-dispatch');

/** The lines that count. */
const counting = (text: string, ignored = dispatch) => {
  const isIgnored = ignoredMetadataLines(text, ignored);
  return text.split('\n').filter((_, line) => !isIgnored[line]);
};

test('a field over several lines, as the platform itself prints lists and objects, is ignored as a whole', () => {
  const text = printLiteralModule({
    id: 'a',
    acl: ['reader', 'writer'],
    title: 'Total',
    linkedIds: [{ id: 'x', of: ['{', ']'] }],
    tags: ['id', 'acl'],
    folder: {},
  });
  expect(counting(text)).toEqual([
    'export default {',
    '  title: "Total",',
    '  tags: [',
    '    "id",',
    '    "acl",',
    '  ],',
    '};',
    '',
  ]);
});

test('the ids of other items are those of the service', () => {
  const text = "  functionId: '1',\n  collectionId: '2',";
  expect(counting(text)).toEqual(["  collectionId: '2',"]);
  expect(counting(text, ignoredFieldsOf('content'))).toEqual(["  functionId: '1',"]);
});

test('what stands on a line beside an ignored field counts', () => {
  for (const line of ["id: '1', title: 'a',", "acl: ['a'], title: 'a'", "id: '1' }, title: 'a'"]) {
    expect(counting(line)).toEqual([line]);
  }
  expect(counting("acl: [\n  'a',\n], title: 'a',")).toEqual(["], title: 'a',"]);
  for (const line of ["'id': '1',", 'id: 1, // one', 'id: "a, b: {" /* } */,', '  id: 8;', 'id: /* [ */ 1']) {
    expect(counting(line)).toEqual([]);
  }
});

test('a value may begin on the next line, and hold what looks like the end of it', () => {
  expect(counting("id:\n  '1',\ntitle: 'a',")).toEqual(["title: 'a',"]);
  expect(counting("acl: [\n  '],', // ]\n  `\n]`,\n],\ntitle: 'a',")).toEqual(["title: 'a',"]);
});

test('where a bracket is never closed, only what can be told is ignored', () => {
  expect(counting("acl: [\n  'a',\ntitle: 'a',")).toEqual(['acl: [', "  'a',", "title: 'a',"]);
});

test('a field nested in an ignored one, or in one that counts, is found by its own line', () => {
  expect(counting("owner: {\n  id: '1',\n  name: 'a',\n},")).toEqual(['owner: {', "  name: 'a',", '},']);
});

test('the lines of a schema and of entries count, whatever their fields are called', () => {
  const schema = 'schema: {\n  properties: {\n    id: {},\n    acl: {},\n  },\n},';
  expect(counting(`id: '1',\n${schema}\nacl: [],`)).toEqual(schema.split('\n'));
  expect(counting("entries: [\n  {\n    id: '1',\n  },\n],")).toHaveLength(5);
  expect(counting("id: '1',\nschema: {\n  id: {},\nacl: [],")).toEqual([
    'schema: {',
    '  id: {},',
    'acl: [],',
  ]);
});

// Read to its end for each line, such a text would take minutes.
test('a text that closes nothing is given up, not read again and again', () => {
  const lines = 50_000;
  for (const hostile of ['acl: [\n', 'id: /*\n', 'id: `,{\n', 'acl: ["\n', 'schema: [\n']) {
    expect(ignoredMetadataLines(hostile.repeat(lines), dispatch)).toHaveLength(lines + 1);
  }
});
