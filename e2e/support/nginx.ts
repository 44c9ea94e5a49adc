import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findNginx, MISSING_NGINX } from '../../tools/proxies.mjs';
import { waitUntilListening } from './product.ts';

export interface Nginx {
  /** Everything it has complained about so far. */
  complaints(): string;
  stop(): Promise<void>;
}

/** Where nginx keeps bodies and answers for a while; its own folders belong to the system. */
const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

/** Starts nginx with a file as it would stand in `conf.d`, and waits until it listens on the port. */
export async function startNginx(site: string, port: number): Promise<Nginx> {
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
  child.stderr.setEncoding('utf8').on('data', (more: string) => void (said += more));
  const stop = async () => {
    const ended = once(child, 'exit');
    if (child.exitCode === null && child.kill('SIGTERM')) await ended;
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await waitUntilListening(child, port);
  } catch (error) {
    await stop();
    throw new Error(`nginx does not start: ${said}`, { cause: error });
  }
  return { complaints: () => said, stop };
}
