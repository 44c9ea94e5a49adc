import { mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { takeLock } from './cache-lock.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cache-lock-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('a lock that was never written counts as abandoned after a minute', async () => {
  const lock = join(folder, 'empty.lock');
  await writeFile(lock, '');
  expect(await takeLock(lock)).toBe(false);
  const before = new Date(Date.now() - 2 * 60_000);
  await utimes(lock, before, before);
  expect(await takeLock(lock)).toBe(true);
});
