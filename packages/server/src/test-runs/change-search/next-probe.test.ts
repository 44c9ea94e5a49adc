import { expect, test } from 'vitest';
import type { Probe } from '../test-runs.tables.ts';
import { countMaxRuns, type NextStep, nextProbe } from './next-probe.ts';

/** The same numbers at each run. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Searches a history: whether the test fails with the first `at` changes, at each time it is run. */
function search(changes: number, fails: (at: number, time: number) => boolean) {
  const probes: Probe[] = [];
  for (;;) {
    const step = nextProbe(changes, probes);
    if ('end' in step) return { step, probes };
    expect(step.probe).toBeGreaterThanOrEqual(step.low);
    expect(step.probe).toBeLessThanOrEqual(step.high);
    const time = probes.filter(({ at }) => at === step.probe).length;
    probes.push({ at: step.probe, outcome: fails(step.probe, time) ? 'FAILED' : 'PASSED' });
    expect(probes.length).toBeLessThanOrEqual(countMaxRuns(changes));
  }
}

const foundAt = (step: NextStep) => ('at' in step ? step.at : undefined);

test('a history that broke once: the right change, within the bound', () => {
  expect(countMaxRuns(1000)).toBe(12);
  const random = createRandom(7);
  for (let round = 0; round < 2000; round += 1) {
    const changes = 1 + Math.floor(random() * (round % 2 === 0 ? 1000 : 12));
    const broken = 1 + Math.floor(random() * changes);
    expect(foundAt(search(changes, (at) => at >= broken).step)).toBe(broken);
  }
  for (let broken = 1; broken <= 1000; broken += 1) {
    const { step, probes } = search(1000, (at) => at >= broken);
    expect([foundAt(step), probes.length <= 12]).toEqual([broken, true]);
  }
});

test('a short history has room to try both sides of what was found twice', () => {
  const { step, probes } = search(100, (at) => at >= 37);
  expect(step).toEqual({ end: 'FOUND', at: 37, isConfirmed: true });
  expect(probes.filter(({ at }) => at === 36 || at === 37)).toHaveLength(4);
  expect(search(1000, (at) => at >= 37).step).toMatchObject({ isConfirmed: false });
});

test('a history that broke and was mended: a change with which it fails, and without which it does not', () => {
  const random = createRandom(11);
  for (let round = 0; round < 1000; round += 1) {
    const changes = 2 + Math.floor(random() * 300);
    const failing = Array.from({ length: changes + 1 }, () => random() < 0.5);
    failing[0] = false;
    failing[changes] = true;
    const at = foundAt(search(changes, (place) => failing[place] === true).step) ?? 0;
    expect([failing[at - 1], failing[at]]).toEqual([false, true]);
  }
});

test('ends that do not come out as before are tried twice, and what cannot be known is said', () => {
  expect(nextProbe(0, [])).toEqual({ end: 'UNCHANGED' });
  expect(search(9, () => false).step).toEqual({ end: 'PASSES_NOW' });
  expect(search(9, () => true).step).toEqual({ end: 'FAILED_BEFORE' });
  expect(search(9, (_, time) => time > 0).step).toEqual({ end: 'FLAKY' });
  expect(search(9, (at, time) => at === 9 || (at === 0 && time === 0)).step).toEqual({ end: 'FLAKY' });
});

test('what was found and comes out otherwise the second time is flaky', () => {
  expect(search(9, (at, time) => at >= 5 && !(at === 5 && time === 1)).step).toEqual({ end: 'FLAKY' });
  expect(search(9, (at, time) => at >= 5 || (at === 4 && time === 1)).step).toEqual({ end: 'FLAKY' });
});

test('a version without the test is one with which it does not fail', () => {
  const probes: Probe[] = [
    { at: 2, outcome: 'FAILED' },
    { at: 0, outcome: 'PASSED' },
    { at: 1, outcome: 'ABSENT' },
    { at: 2, outcome: 'FAILED' },
    { at: 1, outcome: 'ABSENT' },
  ];
  expect(nextProbe(2, probes)).toEqual({ end: 'FOUND', at: 2, isConfirmed: true });
});
