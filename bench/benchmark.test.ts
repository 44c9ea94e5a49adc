import { expect, test } from 'vitest';
import { type Benchmark, count, isGood, measureRounds, median, putResult, toTable } from './benchmark.ts';

const subjects = [
  { name: 'ours', unit: 'ms', limit: 20 },
  { name: 'bare', unit: 'ms', isReference: true },
] as const;

test('the median of an even number of values lies between the middle two', () => {
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(median([9, 1, 3])).toBe(3);
  expect(median([])).toBeNaN();
});

test('rounds of warming up do not count', async () => {
  let round = 0;
  const series = await measureRounds(subjects, async () => [++round, round * 2], { warmUps: 2, repeats: 3 });
  expect(series.map(({ values }) => values)).toEqual([
    [3, 4, 5],
    [6, 8, 10],
  ]);
});

test('a subject without a value is an error, not a silent gap', async () => {
  await expect(measureRounds(subjects, async () => [1], { warmUps: 0, repeats: 1 })).rejects.toThrow('bare');
});

test('limits hold from above for times and from below for rates', () => {
  expect(isGood([{ name: 'a', unit: 'ms', limit: 10, values: [11] }])).toBe(false);
  expect(isGood([{ name: 'a', unit: 'requests/s', limit: 10, values: [11] }])).toBe(true);
  expect(isGood([{ name: 'a', unit: '', limit: 98, isAtLeast: true, values: [97] }])).toBe(false);
});

test('a goal beside the reference counts like one by itself', () => {
  const beside = (value: number) =>
    isGood([
      { name: 'ours', unit: 'ms', limitRatio: 1.3, values: [value] },
      { ...subjects[1], values: [5] },
    ]);
  expect(beside(6)).toBe(true);
  expect(beside(7)).toBe(false);
});

test('the table shows a goal relative to the reference', () => {
  const rows = (value: number) =>
    toTable([
      { name: 'ours', unit: 'ms', limitRatio: 1.3, values: [value] },
      { ...subjects[1], values: [5] },
    ]);
  expect(rows(6)).toContain('| ours | 6 ms | 6 to 6 | 1 | 1.2 × | ≤ 1.3 × ✓ |');
  expect(rows(7)).toContain('| 1.4 × | ≤ 1.3 × ✗ |');
});

test('the table shows medians, the ratio to the reference and whether the goal is met', () => {
  const table = toTable([
    { ...subjects[0], values: [10, 30, 20] },
    { ...subjects[1], values: [5, 5, 5] },
  ]);
  expect(table).toContain('| ours | 20 ms | 10 to 30 | 3 | 4 × | ≤ 20 ✓ |');
  expect(table).toContain('| bare | 5 ms | 5 to 5 | 3 | reference |  |');
});

test('a result replaces the rows and the paragraph of its benchmark and leaves the rest', () => {
  const made = (name: string) =>
    ({ name, title: 'A title', about: 'About.', run: async () => [] }) satisfies Benchmark;
  const series = (value: number) => [
    { ...subjects[0], values: [value] },
    { ...subjects[1], values: [5] },
  ];
  const empty = '# Benchmarks\n\n| Benchmark |\n|---|\n';
  const first = putResult(empty, made('a'), series(10), 'one machine');
  expect(first).toBe(
    '# Benchmarks\n\n| Benchmark |\n|---|\n| a | ours | 10 ms | 10 to 10 | 2 × | ≤ 20 ✓ |\n\n' +
      '## a: A title\n\nAbout. Measured on one machine.\n',
  );
  const both = putResult(first, made('b'), series(15), 'one machine');
  expect(putResult(both, made('a'), series(20), 'another')).toBe(
    '# Benchmarks\n\n| Benchmark |\n|---|\n| a | ours | 20 ms | 20 to 20 | 4 × | ≤ 20 ✓ |\n' +
      '| b | ours | 15 ms | 15 to 15 | 3 × | ≤ 20 ✓ |\n\n## a: A title\n\nAbout. Measured on another.\n\n' +
      '## b: A title\n\nAbout. Measured on one machine.\n',
  );
});

test('a run of some parts leaves the rows of the others', () => {
  const made: Benchmark = { name: 'a', title: 'A title', about: 'About.', run: async () => [] };
  const empty = '# Benchmarks\n\n| Benchmark |\n|---|\n';
  const whole = putResult(
    empty,
    made,
    [count('Queue: 900 keys lost', 0, 0), count('Schedule: 900 ticks lost', 0, 0)],
    'one machine',
  );
  const rowsOf = (page: string) => [...page.matchAll(/^\| a \| (.*?) \|/gm)].map(([, name]) => name);
  const ticks = [count('Schedule: 10,000 ticks lost', 1, 0)];
  expect(rowsOf(putResult(whole, made, ticks, 'another', true))).toEqual([
    'Queue: 900 keys lost',
    'Schedule: 10,000 ticks lost',
  ]);
  expect(rowsOf(putResult(whole, made, ticks, 'another'))).toEqual(['Schedule: 10,000 ticks lost']);
});
