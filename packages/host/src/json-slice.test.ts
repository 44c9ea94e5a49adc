import { anything, array, assert, constantFrom, json, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { isJson, takeMember } from './json-slice.ts';

function canBeParsed(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

test('a text is JSON if it can be parsed, and only then', () => {
  const marks = Array.from('{}[],: \n"-+.12eE');
  const pieces = constantFrom(...marks, '\\u00e9', 'true', 'null', '"a":', '\0', '\u2028', '\ud800');
  assert(
    property(
      array(pieces).map((parts) => parts.join('')),
      (text) => isJson(text) === canBeParsed(text),
    ),
  );
  assert(property(json(), (text) => isJson(text)));
  // One place of a valid text is changed.
  assert(
    property(json(), pieces, string({ maxLength: 3 }), (text, piece, { length }) => {
      const place = Math.floor((text.length * length) / 3);
      const changed = text.slice(0, place) + piece + text.slice(place + (length % 2));
      return isJson(changed) === canBeParsed(changed);
    }),
  );
});

test('no nesting is too deep', () => {
  expect(isJson(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)).toBe(true);
  expect(isJson('{"a":['.repeat(100_000))).toBe(false);
});

test('a member is taken out of an object as it is written', () => {
  const around = { id: 'a', quote: '"result":1', nested: { result: 2 } };
  assert(
    property(anything({ withNullPrototype: false }), (value) => {
      const member = JSON.stringify(value, null, 2) ?? 'null';
      const text = `${JSON.stringify(around).slice(0, -1)}, "result" :\t${member} ,"last":true}`;
      const { rest, member: taken } = takeMember(text, 'result');
      expect(taken).toBe(member);
      expect(JSON.parse(rest)).toEqual({ ...around, result: null, last: true });
    }),
  );
  expect(takeMember('{"result":1,"r\\u0065sult":[1.0]}', 'result').member).toBe('[1.0]');
  expect(takeMember('{"a":1}', 'result')).toEqual({ rest: '{"a":1}', member: undefined });
});

test('what is no object is left as it is', () => {
  for (const text of ['', '[1]', '"result"', '{"result"', '{"a":1,"result":']) {
    expect(takeMember(text, 'result')).toEqual({ rest: text, member: undefined });
  }
});

test('a member that is the last one is taken out in the same way', () => {
  const around = { id: 'a', nested: { value: 2 }, list: ['}'] };
  assert(
    property(anything({ withNullPrototype: false }), (value) => {
      const member = JSON.stringify(value) ?? 'null';
      const text = `${JSON.stringify(around).slice(0, -1)},"result":${member}}`;
      const { rest, member: taken } = takeMember(text, 'result');
      expect(taken).toBe(member);
      expect(JSON.parse(rest)).toEqual({ ...around, result: null });
    }),
  );
  // Not the object itself, but one in it.
  expect(takeMember('{"a":{"result":1}}', 'result').member).toBeUndefined();
  expect(takeMember('{"a":"\\"result\\":1"}', 'result').member).toBeUndefined();
  expect(takeMember('{"r\\u0065sult":2,"a":{"result":1}}', 'result').member).toBe('2');
  expect(takeMember('{"result":1,"result":{"b":[1.0]}}', 'result').member).toBe('{"b":[1.0]}');
  expect(isJson(takeMember('{"a":[{"result":1}', 'result').rest)).toBe(false);
});
