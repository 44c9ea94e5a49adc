import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeSocketFolder, removeSocketFolder } from './socket-folder.ts';

it('removes what killed processes left, and nothing of those that run', () => {
  const { pid: gone } = spawnSync(process.execPath, ['--version']);
  const folderOf = (pid: number) => {
    const folder = join(tmpdir(), `atrium-trial-${pid}-test`);
    mkdirSync(folder, { recursive: true });
    return folder;
  };
  const kept = makeSocketFolder('trial');
  const [ofGone, ofRunning, ofSameNumber] = [folderOf(gone), folderOf(process.ppid), folderOf(process.pid)];

  const next = makeSocketFolder('trial');

  expect([kept, next, ofRunning].every((folder) => existsSync(folder))).toBe(true);
  expect([ofGone, ofSameNumber].some((folder) => existsSync(folder))).toBe(false);
  for (const folder of [kept, next]) removeSocketFolder(folder);
  rmSync(ofRunning, { recursive: true });
  expect(existsSync(kept)).toBe(false);
});
