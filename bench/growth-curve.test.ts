import { expect, test } from 'vitest';
import { type Benchmark, isGood, type Series } from './benchmark.ts';
import { putCurves } from './growth-curve.ts';

const benchmark: Benchmark = { name: 'growth', title: 'Growth', about: 'About.', run: async () => [] };

function curve(name: string, operation: string, at1000: number): Series[] {
  const point = (size: number) => ({ curve: name, operation, size });
  return [
    { name: `${operation}: 10`, unit: 'ms', isReference: true, limitRatio: 2, point: point(10), values: [4] },
    { name: `${operation}: 1,000`, unit: 'ms', limitRatio: 2, point: point(1000), values: [at1000] },
  ];
}

test('each operation is compared with itself at the first size', () => {
  expect(isGood([...curve('a', 'List', 8), ...curve('a', 'Save', 7)])).toBe(true);
  expect(isGood([...curve('a', 'List', 8), ...curve('a', 'Save', 9)])).toBe(false);
});

test('a curve replaces its own rows and leaves those of others', () => {
  const start = '# Benchmarks\n\n| Benchmark |\n|---|\n\n## list: A list\n\nAbout.\n';
  const first = putCurves(start, benchmark, curve('files', 'Save', 8), 'one machine, 2026-11-29');
  const both = putCurves(first, benchmark, curve('entries', 'List', 6), 'one machine, 2026-11-29');
  const again = putCurves(both, benchmark, curve('files', 'Save', 10), 'one machine, 2026-11-30');
  expect(again).toBe(
    `${start}\n## growth: Growth\n\nAbout.\n\n` +
      '| Curve | Operation | 10 | 1,000 | 100,000 | 1,000,000 | Goal | Measured |\n' +
      '|---|---|--:|--:|--:|--:|--:|---|\n' +
      '| entries | List | 4 ms | 6 ms (1.5 ×) |  |  | ≤ 2 × ✓ | 2026-11-29 |\n' +
      '| files | Save | 4 ms | 10 ms (2.5 ×) |  |  | ≤ 2 × ✗ | 2026-11-30 |\n',
  );
});
