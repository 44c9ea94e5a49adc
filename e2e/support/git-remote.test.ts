import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GitRemote, startGitRemote } from './git-remote.ts';

const run = promisify(execFile);
let remote: GitRemote;
let folder: string;

beforeAll(async () => {
  remote = await startGitRemote();
  folder = await mkdtemp(join(tmpdir(), 'atrium-clone-'));
});

afterAll(async () => {
  await remote.stop();
  await rm(folder, { recursive: true, force: true });
});

function withCredentials(url: string, password = remote.password): string {
  const address = new URL(url);
  address.username = remote.username;
  address.password = password;
  return address.href;
}

test('a real git clones from it and pushes to it with the right credentials', async () => {
  const repository = await remote.makeRepository('shop');
  await repository.commit({ 'hyper-dispatch/orders/created.js': 'export default () => 1;\n' });
  const clone = join(folder, 'shop');
  await run('git', [
    'clone',
    '--quiet',
    '--depth',
    '1',
    '--filter=blob:none',
    withCredentials(remote.urlOf(repository)),
    clone,
  ]);
  expect(await readFile(join(clone, 'hyper-dispatch/orders/created.js'), 'utf8')).toBe(
    'export default () => 1;\n',
  );
  const commit = [
    '-c',
    'user.name=R',
    '-c',
    'user.email=r@example.com',
    'commit',
    '--quiet',
    '--allow-empty',
    '-m',
    'x',
  ];
  await run('git', commit, { cwd: clone });
  await run('git', ['push', '--quiet', 'origin', 'main'], { cwd: clone });
  expect(await repository.git('log', '--format=%s', 'main')).toBe('x\nChange configuration\n');
});

test('wrong credentials are refused', async () => {
  const url = withCredentials(remote.urlOf('shop'), 'wrong');
  const env = { ...process.env, GIT_TERMINAL_PROMPT: '0' };
  await expect(run('git', ['ls-remote', url], { env })).rejects.toThrow(/Authentication failed/);
});

test('a repository without commits has no branches', async () => {
  const repository = await remote.makeRepository('empty');
  const { stdout } = await run('git', ['ls-remote', withCredentials(remote.urlOf(repository))]);
  expect(stdout).toBe('');
});
