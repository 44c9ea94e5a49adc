import { expect, it } from 'vitest';
import { type StrippedTypes, stripTypes, typesFaultText } from './strip-types.ts';

const faultOf = (stripped: StrippedTypes) => ('fault' in stripped ? stripped.fault : undefined);

it.each([
  ['export default (x: number): string => x as any;\n', 'export default (x        )         => x       ;\n'],
  [
    'type A = { b: string };\r\nlet a: A = { b: "" };\r\n',
    '                       \r\nlet a    = { b: "" };\r\n',
  ],
  ['import type { A } from "./a.ts";\nf<A>(1)!;', '                                \nf   (1) ;'],
  ['declare enum A { b }; declare namespace C {}', `${' '.repeat(20)};${' '.repeat(23)}`],
  [
    'abstract class A { abstract b: string; declare c: number }',
    `${' '.repeat(9)}class A { ${' '.repeat(37)} }`,
  ],
])('replaces the types of %j with spaces', (source, code) => {
  expect(stripTypes(source)).toEqual({ code });
});

it('keeps each character at its line and column', () => {
  const source = 'const é: Foo<"日本😀", Über> = 1 as "日"; fail(a!, <T>(b: T) => b)\n';
  const { code } = stripTypes(source) as { code: string };
  expect(code.length).toBe(source.length);
  for (const part of ['= 1', 'fail(', '=> b)']) expect(code.indexOf(part)).toBe(source.indexOf(part));
});

it.each([
  ['\n\n  enum A { x }\n', 3, 3, '`enum` (line 3) cannot be removed by position; use a constant object'],
  ['let a; const enum A {\n x }\n', 1, 8, '`enum` (line 1) cannot be'],
  ['\tenum A {\n\t  x,\n}\n', 1, 2, '`enum` (line 1) cannot be'],
  ['let x = 1;\nexport namespace A {\n export const x = 1;\n}', 2, 8, '`namespace` (line 2) cannot be'],
  ['module A { let x = 1; }', 1, 1, '`namespace` (line 1) cannot be'],
  ['class A {\n\tconstructor(private 日: number) {}\n}', 2, 22, 'A parameter property (line 2) cannot be'],
  ['import a = require("b");', 1, 1, '`import =` (line 1) cannot be'],
  ['export = 3;', 1, 1, '`export =` (line 1) cannot be'],
  ['let a = <T>b;', 1, 9, '`<T>value` (line 1) cannot be removed by position; use `value as T`'],
  ['let a;\nlet 日本 = 3 3', 2, 12, 'Expected a semicolon (line 2)'],
])('names the fault of %j', (source, line, column, text) => {
  const fault = faultOf(stripTypes(source));
  expect(fault).toMatchObject({ line, column });
  expect(fault && typesFaultText(fault)).toMatch(text);
});

it('checks nothing more in a thread after a source that is nested too deeply', () => {
  expect(faultOf(stripTypes('('.repeat(300_000)))).toEqual({
    line: 1,
    column: 1,
    message: 'Nested too deeply',
  });
  expect(faultOf(stripTypes('let a;'))?.message).toMatch(/^Not checked/);
});
