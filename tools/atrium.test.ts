import { spawnSync } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

test('help installs nothing', async () => {
  const root = await mkdtemp(join(tmpdir(), 'atrium-help-'));
  onTestFinished(() => rm(root, { recursive: true }));
  await mkdir(join(root, 'tools'));
  for (const name of ['atrium.mjs', 'install.mjs', 'installed-by-npm.mjs'])
    await copyFile(join(import.meta.dirname, name), join(root, 'tools', name));
  const command = join(root, 'tools', 'atrium.mjs');
  const { status, stdout } = spawnSync(process.execPath, [command, '--help'], { encoding: 'utf8' });
  expect(status).toBe(0);
  expect(stdout).toContain('npm run atrium -- <noun> <verb>');
  expect(await readdir(root)).toEqual(['tools']);
});

test('a command of a release that needs other packages leaves those that are there', async () => {
  const root = await mkdtemp(join(tmpdir(), 'atrium-command-'));
  onTestFinished(() => rm(root, { recursive: true }));
  const used = join(root, 'node_modules', 'used.js');
  for (const folder of ['tools', 'node_modules']) await mkdir(join(root, folder));
  for (const name of ['atrium.mjs', 'install.mjs', 'installed-by-npm.mjs'])
    await copyFile(join(import.meta.dirname, name), join(root, 'tools', name));
  await writeFile(join(root, 'package.json'), '{}');
  await writeFile(join(root, 'package-lock.json'), '{ "lockfileVersion": 3, "packages": { "": {} } }');
  await writeFile(used, 'used');
  const command = join(root, 'tools', 'atrium.mjs');
  const { status, stderr } = spawnSync(process.execPath, [command, 'backup', 'create'], { encoding: 'utf8' });
  expect(await readFile(used, 'utf8')).toBe('used');
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr:
      'This release needs other packages than are installed: stop the Atrium that runs from this folder, then run npm ci.\n',
  });
});
