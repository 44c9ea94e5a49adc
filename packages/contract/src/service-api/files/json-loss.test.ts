import fc from 'fast-check';
import { expect, test } from 'vitest';
import { jsonLoss } from './json-loss.ts';

test.each([
  [
    '{"a":[{"limit":12345678901234567890}]}',
    'a.0.limit: The number 12345678901234567890 has more digits than a number can hold. Write it as a text.',
  ],
  [
    '{"a":[1,{"b":[{},-9007199254740993]}]}',
    'a.1.b.1: The number -9007199254740993 has more digits than a number can hold. Write it as a text.',
  ],
  [
    `[${'9'.repeat(300)}]`,
    `0: The number ${'9'.repeat(40)}… has more digits than a number can hold. Write it as a text.`,
  ],
  ['{"a":1e400}', 'a: The number 1e400 is too large.'],
  ['-1e400', 'The number -1e400 is too large.'],
  ['{"a":[{"b":1,"c":{"b":2},"\\u0062":3}]}', 'a.0.b: The name "b" is there twice.'],
  ['{"__proto__":[{"name":"a"}]}', '__proto__: This name cannot be used.'],
  ['{"a":[{"__proto__":{}}]}', 'a.0.__proto__: This name cannot be used.'],
])('%s: %s', (text, words) => {
  JSON.parse(text);
  expect(jsonLoss(text)).toBe(words);
});

test.each([
  '{"a":9007199254740992,"b":-0,"c":1e21,"d":0.1,"e":52.520006599999998,"f":100000000000000000000}',
  // As a service writes the value of 12345678901234567890 that it has from a file.
  '{"a":12345678901234567000}',
  '["__proto__","a\\"b","12345678901234567890",{"a":"\\\\"},{"a":"{\\"a\\":1,\\"a\\":2}"}]',
])('%s loses nothing', (text) => {
  expect(jsonLoss(text)).toBeUndefined();
});

test('what was written as JSON loses nothing', () => {
  const json = fc.json().filter((text) => !text.includes('__proto__'));
  fc.assert(
    fc.property(json, (text) => {
      expect(jsonLoss(JSON.stringify(JSON.parse(text)))).toBeUndefined();
    }),
  );
});
