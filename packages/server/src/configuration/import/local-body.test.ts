import { readLocalBodies } from '@atrium/contract/configuration/import';
import { expect, test } from 'vitest';
import { installValidationWords } from '../../http/validation-words.ts';
import { writeLocalBodies } from './bodies-response.ts';
import { readLocalBody } from './local-body.ts';

installValidationWords();

function read(text: string) {
  const steps = readLocalBody(text);
  for (let count = 0; ; count += 1) {
    const { done, value } = steps.next();
    if (done === true) return { ...value, text: value.pieces.join(''), count };
  }
}

const item = { name: 'a', source: 'export default () => "😀\\n";\n', id: 7 };
const many = Array.from({ length: 3_000 }, (_, at) => ({ ...item, name: `a${at}` }));

test('a body is read item by item, into pieces of JSON', () => {
  const body = { functions: many, rules: [], collections: [{ name: 'b', folder: 'c', entries: [1] }] };
  const { version, text, pieces, count } = read(JSON.stringify({ version: 7, more: [1], body }, null, 2));
  expect([version, text]).toEqual([7, JSON.stringify(body)]);
  expect(count).toBeGreaterThan(many.length);
  expect(pieces.length).toBeGreaterThan(1);
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(70_000);
  expect(read('{"body":{},"version":0}').text).toBe('{}');
});

test.each([
  ['{"version":1', SyntaxError],
  ['{"version":1,"body":{"functions":[{"name":"a"}]', SyntaxError],
  ['{"version":1,"body":{}} x', SyntaxError],
  ['{"version":1}', 'missing'],
  ['{"version":-1,"body":{}}', 'At least 0.'],
  ['{"version":1,"body":{"a/b":[]}}', 'no name of a collection'],
  ['{"version":1,"body":{"functions":[{"name":"../a"}]}}', 'Not a valid name'],
  ['{"version":1,"body":{"functions":[{"name":"a"},{"name":"A"}]}}', 'differ only in upper and lower case'],
])('refuses %s', (text, problem) => {
  expect(() => read(text)).toThrow(problem);
});

test('bodies are put into an answer where they belong', () => {
  const [first, second] = [
    read(JSON.stringify({ version: 1, body: { functions: many } })),
    read('{"version":2,"body":{}}'),
  ];
  const headOf = (name: string, baseVersion: number) => {
    const rest = { commitSha: null, sendBody: false, showBody: true };
    return { name, serviceId: name, localBody: '', gitBody: '', baseVersion, ...rest };
  };
  const trap = '"localBody":"","gitBody":""';
  const results = [
    { head: headOf(trap, 1), local: first.pieces, git: second.pieces },
    { head: headOf('other', 2), local: second.pieces, git: [] },
  ];
  const pieces = [...writeLocalBodies(results)];
  expect(pieces.length).toBeGreaterThan(first.pieces.length + 5);
  expect(readLocalBodies.response.parse(JSON.parse(pieces.join('')))).toEqual({
    results: [
      { ...headOf(trap, 1), localBody: first.text, gitBody: second.text },
      { ...headOf('other', 2), localBody: second.text },
    ],
  });
});
