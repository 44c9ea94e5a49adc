import { expect, test } from 'vitest';
import { shortResult } from './short-result.ts';

test('texts of up to 50 characters show whole', () => {
  expect(shortResult('x'.repeat(50))).toEqual({ text: 'x'.repeat(50), viewer: undefined });
  expect(shortResult(42)).toEqual({ text: '42', viewer: undefined });
  expect(shortResult(undefined)).toEqual({ text: '', viewer: undefined });
  expect(shortResult(null)).toEqual({ text: '', viewer: undefined });
});

test('longer texts are cut after 25 characters and open the viewer', () => {
  expect(shortResult('x'.repeat(51))).toEqual({ text: `${'x'.repeat(25)}…`, viewer: 'text' });
  expect(shortResult('😀'.repeat(51)).text).toBe(`${'😀'.repeat(25)}…`);
});

test('objects always open the JSON viewer', () => {
  expect(shortResult({ a: 1 })).toEqual({ text: '{"a":1}', viewer: 'json' });
  expect(shortResult(['y'.repeat(60)])).toEqual({ text: `["${'y'.repeat(23)}…`, viewer: 'json' });
});

test('a result cut for the list opens the viewer of what it was', () => {
  expect(shortResult(`{"a":"${'z'.repeat(990)}`, true).viewer).toBe('json');
  expect(shortResult(`"${'z'.repeat(999)}`, true).viewer).toBe('text');
});
