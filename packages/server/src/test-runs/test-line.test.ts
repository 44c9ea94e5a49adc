import { expect, test } from 'vitest';
import { ZodError } from 'zod';
import { readTestLine } from './test-line.ts';

const head = '"id":"tests/a","status":"OK","startedAt":null,"durationMs":1';

test('the result of a line stays the text that was sent', () => {
  const { line, result } = readTestLine(`{${head},"result": {"a": 1.0, "a":[]} }`);
  expect(line).toMatchObject({ id: 'tests/a', status: 'OK' });
  expect(result).toBe('{"a": 1.0, "a":[]}');
  expect(readTestLine(`{${head}}`).result).toBeNull();
});

test('what is not JSON or not a line of the contract is refused', () => {
  const notJson = [`{${head},"result":01}`, `{${head},"result":{"a":}}`, `{${head}`, ''];
  for (const line of notJson) expect(() => readTestLine(line)).toThrow(SyntaxError);
  for (const line of ['{"id":"tests/a"}', '[]']) expect(() => readTestLine(line)).toThrow(ZodError);
});
