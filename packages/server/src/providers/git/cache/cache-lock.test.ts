import { type ChildProcess, fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
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

test('of two processes that find the lock of one that is gone, one takes it', async () => {
  const gone = spawnSync(process.execPath, ['--version']).pid;
  const program = join(import.meta.dirname, '../../../../test/lock-taker.ts');
  const takers = [1, 2].map(() => fork(program, { execArgv: [] }));
  const hear = async (child: ChildProcess) => ((await once(child, 'message')) as [unknown])[0];
  try {
    await Promise.all(takers.map(hear));
    for (let round = 0; round < 100; round += 1) {
      const lock = join(folder, `${round}.lock`);
      await writeFile(lock, `${hostname()} ${gone}`);
      const heard = takers.map(hear);
      for (const taker of takers) taker.send(lock);
      expect((await Promise.all(heard)).filter((isTaken) => isTaken === true)).toHaveLength(1);
      await rm(lock);
    }
    // Nothing that was put aside stays there.
    expect(await readdir(folder)).toEqual(['empty.lock']);
  } finally {
    for (const taker of takers) taker.disconnect();
  }
});
