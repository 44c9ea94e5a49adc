import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { findSshServer, isListening, MISSING_SSH_SERVER } from '../../../tools/proxies.mjs';
import { freePort } from './free-port.ts';
import { execGit } from './git-repository.ts';

const run = promisify(execFile);

/** A git host over ssh. */
export interface SshServer extends AsyncDisposable {
  port: number;
  /** Address of a repository. */
  url(name: string): string;
  createRepository(name: string): Promise<string>;
  /** Lets keys in: to read and write, or to read only. */
  authorize(keys: readonly { publicKey: string; isReadOnly?: boolean }[]): Promise<void>;
  /** Fingerprint of its key. */
  fingerprint(): Promise<string>;
  /** Gives it another key. */
  changeHostKey(): Promise<void>;
}

/** Permits git commands only, and with some keys no pushes, as hosts do for deploy keys. */
const COMMAND = `#!/bin/sh
case "$1:$SSH_ORIGINAL_COMMAND" in
  read:git-receive-pack*) echo 'ERROR: The key you are authenticating with has been marked as read only.' >&2; exit 1 ;;
esac
exec git-shell -c "$SSH_ORIGINAL_COMMAND"
`;

/** A real OpenSSH server, in which keys may only run git. */
export async function startSshServer(): Promise<SshServer> {
  const program = findSshServer();
  if (program === undefined) throw new Error(`This ${MISSING_SSH_SERVER}.`);
  const root = await mkdtemp(join(tmpdir(), 'ssh-server-'));
  const place = (name: string) => join(root, name);
  const port = await freePort();
  const { username } = userInfo();
  await writeFile(place('command.sh'), COMMAND, { mode: 0o755 });
  await writeFile(place('keys'), '', { mode: 0o600 });
  // Debian's server drops its privileges in this folder.
  if (process.getuid?.() === 0) await mkdir('/run/sshd', { recursive: true });
  const makeHostKey = async () => {
    await rm(place('host'), { force: true });
    await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', place('host')]);
  };
  await makeHostKey();
  const config = [
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    `HostKey ${place('host')}`,
    `AuthorizedKeysFile ${place('keys')}`,
    'PidFile none',
    'StrictModes no',
    'UsePAM no',
    'PermitRootLogin yes',
    'PasswordAuthentication no',
    'KbdInteractiveAuthentication no',
    'AcceptEnv GIT_PROTOCOL',
    'LogLevel ERROR',
  ];
  await writeFile(place('config'), config.join('\n'));
  const start = async (): Promise<ChildProcess> => {
    const started = spawn(program, ['-D', '-e', '-f', place('config')], {
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    while (!(await isListening(port))) {
      if (started.exitCode !== null) throw new Error('OpenSSH does not start.');
      await wait(20);
    }
    return started;
  };
  let server = await start();
  const stop = async () => {
    const ended = once(server, 'exit');
    server.kill('SIGTERM');
    await ended;
  };
  return {
    port,
    url: (name) => `ssh://${username}@127.0.0.1:${port}${place(`${name}.git`)}`,
    async createRepository(name) {
      const folder = place(`${name}.git`);
      await execGit(root, 'init', '-q', '--bare', '--template=', '-b', 'main', folder);
      await execGit(folder, 'config', 'uploadpack.allowFilter', 'true');
      return folder;
    },
    async authorize(keys) {
      const lines = keys.map(
        ({ publicKey, isReadOnly = false }) =>
          `restrict,command="${place('command.sh')} ${isReadOnly ? 'read' : 'write'}" ${publicKey}\n`,
      );
      await writeFile(place('keys'), lines.join(''));
    },
    async fingerprint() {
      const { stdout } = await run('ssh-keygen', ['-lf', place('host.pub')]);
      return stdout.split(' ')[1] ?? '';
    },
    async changeHostKey() {
      await stop();
      await makeHostKey();
      server = await start();
    },
    async [Symbol.asyncDispose]() {
      await stop();
      await rm(root, { recursive: true, force: true });
    },
  };
}
