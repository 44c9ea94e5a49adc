import { expect, test } from 'vitest';
import { buildRun, buildTest } from '../run.fixture.ts';
import { compareRuns } from './compare-runs.ts';

test('two runs differ in what failed anew, was fixed, got slower, came and went', () => {
  const before = buildRun({ same: null, broke: null, fixed: 'x', still: 'x', slow: null, gone: null });
  const after = buildRun({ same: null, broke: 'x', fixed: null, still: 'y', added: null, born: 'x' });
  after.servicesTests[0]?.tests.push(buildTest('slow', null, { duration: 90 }));
  expect(compareRuns(before, after).map(({ id, difference }) => `${id}: ${difference}`)).toEqual([
    'shop/broke: new failure',
    'shop/born: new failure',
    'shop/fixed: fixed',
    'shop/still: still failing',
    'shop/slow: slower',
    'shop/added: added',
    'shop/gone: left out',
  ]);
});

test('a test is not slower for some milliseconds more, nor for a share that is small', () => {
  const run = (duration: number) => {
    const one = buildRun({});
    one.servicesTests[0]?.tests.push(buildTest('a', null, { duration }));
    return one;
  };
  expect(compareRuns(run(10), run(59))).toEqual([]);
  expect(compareRuns(run(1000), run(1400))).toEqual([]);
  expect(compareRuns(run(1000), run(1500))).toHaveLength(1);
  expect(compareRuns(run(1500), run(1000))).toEqual([]);
});

test('a test that was canceled or skipped in only one of the runs differs', () => {
  const without = (status: 'CANCELED' | 'SKIPPED') => {
    const run = buildRun({});
    run.servicesTests[0]?.tests.push(buildTest('a', null, { status }));
    return run;
  };
  const [passed, failed, canceled] = [buildRun({ a: null }), buildRun({ a: 'x' }), without('CANCELED')];
  expect(compareRuns(passed, canceled)).toMatchObject([{ difference: 'canceled' }]);
  expect(compareRuns(failed, without('SKIPPED'))).toMatchObject([{ difference: 'skipped' }]);
  expect(compareRuns(canceled, failed)).toMatchObject([{ difference: 'new failure' }]);
  expect(compareRuns(canceled, passed)).toMatchObject([{ difference: 'passed now' }]);
  expect(compareRuns(canceled, without('CANCELED'))).toEqual([]);
});
