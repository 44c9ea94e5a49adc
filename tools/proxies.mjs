// Finds the proxies that the samples in ops/ are tried with, promtool for the alerts there, PgBouncer and OpenSSH; starts nginx, which also
// stands before the processes of a cluster under test.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findOrInstall, findProgram } from './debian.mjs';

/** Path of the system's nginx, undefined when there is none. */
export function findNginx() {
  return findProgram('nginx');
}

export const MISSING_NGINX = 'needs nginx (Debian: apt-get install nginx-light)';

/** Finds nginx, or installs it where that is expected: on Debian as root. Undefined without one. */
export function findOrInstallNginx() {
  return findOrInstall(findNginx, 'nginx', [['nginx-light']]);
}

/** Path of the system's Caddy, undefined when there is none. */
export function findCaddy() {
  return findProgram('caddy');
}

export const MISSING_CADDY = 'needs Caddy (Debian: apt-get install caddy)';

/** Path of the system's promtool, undefined when there is none. */
export function findPromtool() {
  return findProgram('promtool');
}

/** Path of the system's PgBouncer, undefined when there is none. */
export function findPgBouncer() {
  return findProgram('pgbouncer');
}

export const MISSING_PGBOUNCER = 'needs PgBouncer (Debian: apt-get install pgbouncer)';

/** Path of OpenSSH's server, undefined when there is none. */
export function findSshServer() {
  return findProgram('sshd');
}

export const MISSING_SSH_SERVER = 'needs OpenSSH (Debian: apt-get install openssh-server)';

/** Like `findOrInstallNginx`. */
export function findOrInstallSshServer() {
  return findOrInstall(findSshServer, 'OpenSSH', [['openssh-server', 'openssh-client']]);
}

/** Like `findOrInstallNginx`. */
export function findOrInstallPgBouncer() {
  return findOrInstall(findPgBouncer, 'PgBouncer', [['pgbouncer']]);
}

/** Folders in which nginx buffers bodies and responses; its own folders belong to the system. */
const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
const START_TIMEOUT_MS = 30_000;

/** Starts nginx with a file as it would stand in `conf.d`, and waits until it listens on the port. */
export async function startNginx(site, port) {
  const program = findNginx();
  if (program === undefined) throw new Error(`This ${MISSING_NGINX}.`);
  const folder = await mkdtemp(join(tmpdir(), 'atrium-nginx-'));
  const file = join(folder, 'nginx.conf');
  await writeFile(join(folder, 'site.conf'), site);
  const main = [
    // Its workers must be able to reach the folder.
    process.getuid?.() === 0 ? 'user root;' : '',
    'daemon off;',
    'worker_processes 2;',
    `pid ${join(folder, 'pid')};`,
    'error_log stderr warn;',
    'events { worker_connections 1024; }',
    'http {',
    'access_log off;',
    ...TEMPORARY.map((name) => `${name}_temp_path ${join(folder, name)};`),
    `include ${join(folder, 'site.conf')};`,
    '}',
  ];
  await writeFile(file, main.join('\n'));
  const child = spawn(program, ['-p', folder, '-c', file], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (more) => {
    said += more;
  });
  const stop = async () => {
    const ended = once(child, 'exit');
    if (child.exitCode === null && child.kill('SIGTERM')) await ended;
    await rm(folder, { recursive: true, force: true });
  };
  for (const giveUpAt = Date.now() + START_TIMEOUT_MS; !(await isListening(port)); await wait(20)) {
    if (child.exitCode === null && Date.now() < giveUpAt) continue;
    await stop();
    throw new Error(`nginx does not start: ${said}`);
  }
  return { complaints: () => said, stop };
}

/** The sample of ops/ for nginx in front of two services processes, with the ports of this machine. */
export function servicesSite(port, [first, second]) {
  const sample = readFileSync(new URL('../ops/proxy/nginx-services.conf', import.meta.url), 'utf8');
  /** @type {[string, string][]} */
  const changes = [
    ['listen 8081;', `listen 127.0.0.1:${port};`],
    ['services-1:8080', `127.0.0.1:${first}`],
    ['services-2:8080', `127.0.0.1:${second}`],
  ];
  return changes.reduce((site, [from, to]) => {
    if (!site.includes(from)) throw new Error(`The sample has no ${from}`);
    return site.replace(from, to);
  }, sample);
}

/** Whether a program of this machine accepts connections on the port. */
export function isListening(port) {
  const socket = createConnection(port, '127.0.0.1');
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  }).finally(() => socket.destroy());
}
