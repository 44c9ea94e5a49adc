import { expect, test } from 'vitest';
import { LayeredMap } from './layered-map.ts';

const byText = (a: unknown, b: unknown) => (String(a) < String(b) ? -1 : 1);

test('each map keeps its entries, whatever is made of it, also beyond one layer', () => {
  const first = new LayeredMap<number>(
    new Map([
      ['a', 1],
      ['b', 2],
    ]),
  );
  const second = first.with(
    new Map([
      ['a', null],
      ['b', 3],
      ['c', 4],
    ]),
  );
  const third = second.with(
    new Map([
      ['a', 5],
      ['c', null],
    ]),
  );
  const many = third.with(new Map(Array.from({ length: 3_000 }, (_, n) => [`n${n}`, n])));
  const fewer = many.with(new Map(Array.from({ length: 2_999 }, (_, n) => [`n${n}`, null])));
  const sorted = (map: LayeredMap<number>) => [...map].sort(byText);
  expect(sorted(first)).toEqual([
    ['a', 1],
    ['b', 2],
  ]);
  expect(sorted(second)).toEqual([
    ['b', 3],
    ['c', 4],
  ]);
  expect(sorted(third)).toEqual([
    ['a', 5],
    ['b', 3],
  ]);
  expect(sorted(fewer)).toEqual([
    ['a', 5],
    ['b', 3],
    ['n2999', 2_999],
  ]);
  expect([...many]).toHaveLength(3_002);
  expect([first.get('a'), second.get('a'), third.get('a'), many.get('n7'), fewer.get('n7')]).toEqual([
    1,
    undefined,
    5,
    7,
    undefined,
  ]);
  expect([second.has('a'), third.has('a'), third.with(new Map()) === third]).toEqual([false, true, true]);
});
