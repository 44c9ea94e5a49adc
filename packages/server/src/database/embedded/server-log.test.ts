import { closeSync, openSync, writeSync } from 'node:fs';
import { readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { makeDataFolder } from '../../../test/embedded-processes.ts';
import { keepLogSmall, putLogAside } from './server-log.ts';

test('what the server says is put aside while it runs, and goes on in the same file', async () => {
  await using folder = await makeDataFolder();
  const file = join(folder.path, 'postgres.log');
  const server = openSync(file, 'a');
  onTestFinished(() => closeSync(server));
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const warn = vi.fn<() => void>();
  using _ = keepLogSmall(file, { warn });
  const much = Buffer.alloc(10 * 1024 * 1024, 'said\n');
  writeSync(server, much);
  writeSync(server, 'more\n');
  vi.advanceTimersByTime(60_000);
  await expect.poll(async () => (await stat(file)).size).toBe(0);
  writeSync(server, 'later\n');
  expect(await readFile(file, 'utf8')).toBe('later\n');
  const aside = await readFile(`${file}.1`, 'utf8');
  expect([aside.length, aside.slice(-10)]).toEqual([much.length, 'said\nmore\n']);
  expect(warn).not.toHaveBeenCalled();
});

test('before the server starts, much is put aside without a copy', async () => {
  await using folder = await makeDataFolder();
  const file = join(folder.path, 'postgres.log');
  putLogAside(file);
  await writeFile(file, 'said\n');
  putLogAside(file);
  expect(await readFile(file, 'utf8')).toBe('said\n');
  await truncate(file, 11 * 1024 * 1024);
  const { ino } = await stat(file);
  putLogAside(file);
  expect((await stat(`${file}.1`)).ino).toBe(ino);
  await expect(stat(file)).rejects.toThrow('ENOENT');
});
