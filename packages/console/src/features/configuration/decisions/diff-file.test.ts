import { expect, test } from 'vitest';
import { sampleFiles } from './diff-file-samples.ts';

const path = 'f/a.js';
const moved = { 'f/a.js': 'g/b.js' };

type Sample = Parameters<typeof sampleFiles>[0];

function mark(sample: Sample) {
  const [file] = sampleFiles(sample);
  if (!file) throw new Error('nothing differs');
  const { type, side, merge, conflict, preset, bySide } = file;
  const what = conflict === 'both-moved' ? conflict : (merge ?? conflict);
  return [type, side, what, preset, bySide].map((value) => value ?? '-').join(' ');
}

const at = (checksum: string | null) => (checksum === null ? {} : { [path]: checksum });
const threeWay = (base: string | null, local: string | null, remote: string | null, conflicts?: number) =>
  mark({
    base: at(base),
    local: at(local),
    remote: at(remote),
    ...(conflicts !== undefined && { conflicts: { [path]: conflicts } }),
  });

test.each([
  ['CHANGED HERE - remote local', threeWay('1', '2', '1')],
  ['CHANGED GIT - remote remote', threeWay('1', '1', '2')],
  ['CHANGED BOTH CLEAN remote merge-local', threeWay('1', '2', '3', 0)],
  ['CHANGED BOTH CONFLICT remote -', threeWay('1', '2', '3', 2)],
  // Contents not examined: the result of a merge is unknown.
  ['CHANGED BOTH - remote -', threeWay('1', '2', '3')],
  ['CHANGED BOTH CONFLICT remote -', threeWay(null, '2', '3')],
  ['NEW GIT - remote remote', threeWay(null, null, '1')],
  ['NEW HERE - remote local', threeWay('1', null, '1')],
  ['NEW BOTH CONFLICT remote -', threeWay('1', null, '2')],
  ['DELETED HERE - delete local', threeWay(null, '1', null)],
  ['DELETED GIT - delete delete', threeWay('1', '1', null)],
  ['DELETED BOTH CONFLICT delete -', threeWay('1', '2', null)],
])('%s: type, side, merge, preset of the table, and by side', (expected, found) => {
  expect(found).toBe(expected);
});

test.each<[string, Omit<Sample, 'moved'>]>([
  ['MOVED GIT - remote remote', { base: { 'f/a.js': '1' }, local: at('1'), remote: { 'g/b.js': '2' } }],
  ['MOVED BOTH CLEAN remote remote', mergedMove({ 'f/a.js': '1' }, 0)],
  ['MOVED BOTH CONFLICT remote -', mergedMove({ 'f/a.js': '1' }, 1)],
  ['MOVED HERE - remote local', { base: { 'g/b.js': '2' }, local: at('1'), remote: { 'g/b.js': '2' } }],
  ['MOVED BOTH CLEAN remote merge-local', mergedMove({ 'g/b.js': '1' }, 0)],
  ['MOVED BOTH both-moved remote -', mergedMove({ 'h/c.js': '1' }, 0)],
  ['MOVED BOTH both-moved remote -', { base: { 'h/c.js': '1' }, local: at('1'), remote: { 'g/b.js': '1' } }],
])('%s', (expected, sample) => {
  expect(mark({ ...sample, moved })).toBe(expected);
});

function mergedMove(base: Record<string, string>, conflicts: number) {
  return { base, local: at('2'), remote: { 'g/b.js': '3' }, conflicts: { 'g/b.js': conflicts } };
}

test.each<[string, Sample]>([
  ['CHANGED UNKNOWN - remote -', { local: at('1'), remote: at('2') }],
  ['NEW UNKNOWN - remote remote', { local: {}, remote: at('2') }],
  ['DELETED UNKNOWN - delete local', { local: at('1'), remote: {} }],
  ['MOVED UNKNOWN - remote remote', { local: at('1'), remote: { 'g/b.js': '1' }, moved }],
  ['MOVED UNKNOWN - remote -', { local: at('1'), remote: { 'g/b.js': '2' }, moved }],
])('without a base: %s', (expected, sample) => {
  expect(mark(sample)).toBe(expected);
});

test('of what both moved it is known where both had it, and what it was', () => {
  const [file] = sampleFiles({
    base: { 'h/c.js': '1' },
    local: at('2'),
    remote: { 'g/b.js': '3' },
    moved,
    origins: { 'f/a.js': 'h/c.js' },
  });
  expect(file).toMatchObject({
    origin: { folderPath: 'h', name: 'c.js' },
    base: '1',
    conflict: 'both-moved',
    bySide: null,
  });
});

test('what was kept before stays, and is not asked again; a person may start by side', () => {
  const kept = { base: at('2'), local: at('1'), remote: at('2'), kept: [path] };
  expect(mark(kept)).toBe('CHANGED HERE - local local');
  const conflict = { base: at('1'), local: at('2'), remote: at('3'), conflicts: { [path]: 1 } };
  expect(mark({ ...conflict, startsBySide: true })).toBe('CHANGED BOTH CONFLICT - -');
});

test("a service's own default for a folder counts, by side too", () => {
  const defaults = { f: { CHANGED: 'local' as const } };
  expect(mark({ base: at('1'), local: at('1'), remote: at('2'), defaults })).toBe(
    'CHANGED GIT - local local',
  );
});

test('the last common version is that of both sides, and none where both added the file', () => {
  const baseOf = (sample: Sample) => sampleFiles(sample)[0]?.base;
  expect(baseOf({ base: at('1'), local: at('2'), remote: at('3') })).toBe('1');
  expect(baseOf({ base: at('1'), local: at('1'), remote: { 'g/b.js': '2' }, moved })).toBe('1');
  expect(baseOf({ base: {}, local: at('2'), remote: at('3') })).toBeUndefined();
});
