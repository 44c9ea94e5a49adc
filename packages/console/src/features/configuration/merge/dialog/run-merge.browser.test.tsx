import { modelMerge } from '@atrium/diff/merge';
import { expect, it, vi } from 'vitest';
import { runMerge } from './run-merge.ts';

const lines = (count: number) => Array.from({ length: count }, (_, at) => `${at}\n`).join('');
const short = { local: `here\n${lines(10)}`, remote: `${lines(10)}there\n` };
const long = lines(6_000);

it.each([
  ['base', { ...short, base: long }],
  ['local side', { ...short, base: lines(10), local: long }],
  ['remote side', { ...short, base: lines(10), remote: long }],
])('merges in a worker where the %s is long', async (_, sides) => {
  const post = vi.spyOn(Worker.prototype, 'postMessage');
  expect(await runMerge(sides)).toEqual(modelMerge(sides.base, sides.local, sides.remote));
  expect(post).toHaveBeenCalledOnce();
  post.mockClear();
  await runMerge({ ...short, base: lines(10) });
  expect(post).not.toHaveBeenCalled();
  post.mockRestore();
});
