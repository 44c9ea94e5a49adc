import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findCaddy, findNginx, MISSING_CADDY, MISSING_NGINX, startNginx } from '../../tools/proxies.mjs';
import type { Certificate } from './certificate.ts';
import { waitUntilListening } from './product.ts';

const SAMPLES = join(import.meta.dirname, '..', '..', 'ops', 'proxy');

/** A proxy that runs a sample of ops/, with the names and addresses of this machine. */
interface RunningProxy {
  stop(): Promise<void>;
}

interface Site {
  port: number;
  webPorts: readonly [number, number];
  certificate: Certificate;
}

export interface ProxySample {
  name: string;
  isInstalled: boolean;
  missing: string;
  start(site: Site): Promise<RunningProxy>;
}

/** Replaces what an operator replaces; each must be there. */
function adapt(text: string, changes: [from: string, to: string][]): string {
  return changes.reduce((adapted, [from, to]) => {
    if (!adapted.includes(from)) throw new Error(`The sample has no ${from}.`);
    return adapted.replaceAll(from, to);
  }, text);
}

const addresses = ([first, second]: readonly [number, number]): [string, string][] => [
  ['web-1:8080', `127.0.0.1:${first}`],
  ['web-2:8080', `127.0.0.1:${second}`],
];

async function startNginxSample({ port, webPorts, certificate }: Site): Promise<RunningProxy> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-proxy-'));
  const sample = await readFile(join(SAMPLES, 'nginx.conf'), 'utf8');
  const site = adapt(sample, [
    ...addresses(webPorts),
    ['console.example.com', 'localhost'],
    ['/etc/ssl/atrium/fullchain.pem', certificate.file],
    ['/etc/ssl/atrium/privkey.pem', certificate.key],
    ['listen 443 ssl', `listen 127.0.0.1:${port} ssl`],
    ['/var/log/nginx/access.log', join(folder, 'access.log')],
    ['listen 80;', `listen unix:${join(folder, 'redirect.sock')};`],
  ]);
  const nginx = await startNginx(site, port);
  const stop = async () => {
    await nginx.stop();
    await rm(folder, { recursive: true });
  };
  return { stop };
}

async function startCaddySample({ port, webPorts, certificate }: Site): Promise<RunningProxy> {
  const program = findCaddy();
  if (program === undefined) throw new Error(`This ${MISSING_CADDY}.`);
  const folder = await mkdtemp(join(tmpdir(), 'atrium-proxy-'));
  const sample = await readFile(join(SAMPLES, 'Caddyfile'), 'utf8');
  const site = adapt(sample, [
    ...addresses(webPorts),
    ['grace_period 10s', 'grace_period 1s\n\tadmin off\n\tauto_https disable_redirects'],
    // No certificate comes from outside here.
    [
      'console.example.com {',
      `https://localhost:${port} {\n\tbind 127.0.0.1\n\ttls ${certificate.file} ${certificate.key}`,
    ],
  ]);
  const file = join(folder, 'Caddyfile');
  await writeFile(file, site);
  const child = spawn(program, ['run', '--adapter', 'caddyfile', '--config', file], {
    env: { PATH: process.env['PATH'], XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: 'ignore',
  });
  const stop = async () => {
    const ended = once(child, 'exit');
    if (child.exitCode === null && child.kill('SIGTERM')) await ended;
    await rm(folder, { recursive: true });
  };
  try {
    await waitUntilListening(child, port);
  } catch (error) {
    await stop();
    throw error;
  }
  return { stop };
}

export const PROXY_SAMPLES: ProxySample[] = [
  {
    name: 'nginx',
    isInstalled: findNginx() !== undefined,
    missing: MISSING_NGINX,
    start: startNginxSample,
  },
  {
    name: 'Caddy',
    isInstalled: findCaddy() !== undefined,
    missing: MISSING_CADDY,
    start: startCaddySample,
  },
];
