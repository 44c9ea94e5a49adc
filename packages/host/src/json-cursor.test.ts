import fc from 'fast-check';
import { expect, test } from 'vitest';
import { JsonCursor } from './json-cursor.ts';

/** The members of an object, each of which is a list, element by element. */
function read(text: string): Record<string, unknown[]> {
  const cursor = new JsonCursor(text);
  const lists: Record<string, unknown[]> = {};
  for (const name of cursor.members()) {
    const list: unknown[] = [];
    for (const _ of cursor.elements()) list.push(cursor.value());
    lists[name] = list;
  }
  cursor.end();
  return lists;
}

test('reads what JSON.parse reads, with and without space', () => {
  const lists = fc
    .dictionary(fc.string(), fc.array(fc.jsonValue()))
    .filter((each) => !Object.hasOwn(each, '__proto__'));
  fc.assert(
    fc.property(lists, fc.constantFrom('', ' ', '\n\t'), (value, space) => {
      const text = JSON.stringify(value, null, space);
      expect(read(`${space}${text}${space}`)).toEqual(JSON.parse(text));
    }),
  );
});

test.each([
  '',
  '{',
  '{}x',
  '[]',
  '{"a"}',
  '{"a":}',
  '{"a":[1,]}',
  '{"a":[],}',
  '{"a":[1 2]}',
  '{"a":[] "b":[]}',
  '{a:[]}',
])('refuses %s', (text) => expect(() => read(text)).toThrow(SyntaxError));

test('refuses a name that is there twice', () => {
  expect(() => read('{"a":[1],"a":[2]}')).toThrow('"a" is there twice');
});
