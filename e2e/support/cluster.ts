import { randomBytes } from 'node:crypto';
import { servicesSite, startNginx } from '../../tools/proxies.mjs';
import { startPostgres } from './postgres.ts';
import { freePort, type Product, removeDataFolder, startProduct } from './product.ts';

/** In the order in which they start: the first one migrates. */
const ROLES = ['web', 'web', 'web', 'jobs', 'jobs', 'services', 'services'] as const;
/** docs/operating.md has the sum; a start and PostgreSQL itself need some to spare. */
const CONNECTIONS = 180;

/** A product of several processes, seen from outside. */
export interface Cluster extends Pick<Product, 'url' | 'adminPassword'> {
  stop(): Promise<void>;
}

/**
 * Three web, two jobs and two services processes on one PostgreSQL, web and services behind nginx: no sticky sessions, no shared
 * folder, and no request of a browser is tried again.
 */
export async function startCluster(): Promise<Cluster> {
  await using started = new AsyncDisposableStack();
  const postgres = await startPostgres({ maxConnections: CONNECTIONS });
  started.defer(() => postgres.stop());
  const ports = await freePorts(ROLES.length);
  const portsOf = (role: (typeof ROLES)[number]) => ports.filter((_, index) => ROLES[index] === role);
  const proxyPort = await freePort();
  const servicesPort = await freePort();
  const [first = 0, second = 0] = portsOf('services');
  const site = plainSite(proxyPort, portsOf('web')) + servicesSite(servicesPort, [first, second]);
  const proxy = await startNginx(site, proxyPort);
  started.defer(() => proxy.stop());
  const url = `http://127.0.0.1:${proxyPort}`;
  const secretKey = randomBytes(32).toString('base64');
  let adminPassword = '';
  const start = async (role: string, port: number) => {
    const product = await startProduct({
      port,
      environment: {
        ATRIUM_ROLES: role,
        DATABASE_URL: postgres.url,
        ATRIUM_SECRET_KEY: secretKey,
        ATRIUM_PUBLIC_URL: url,
        ATRIUM_SERVICES_URL: `http://127.0.0.1:${servicesPort}`,
        ATRIUM_OPS_PORT: String(await freePort()),
      },
    });
    started.defer(async () => {
      await product.stop();
      await removeDataFolder(product.dataFolder);
    });
    adminPassword = product.adminPassword;
  };
  for (const [index, role] of ROLES.entries()) await start(role, ports[index] ?? 0);
  const steps = started.move();
  return { url, adminPassword, stop: () => steps.disposeAsync() };
}

async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await freePort());
  return [...ports];
}

/** Turn by turn, with the headers as they came: what a proxy adds is tried with the sample of ops/. */
function plainSite(port: number, webPorts: number[]): string {
  return `
    upstream web { ${webPorts.map((each) => `server 127.0.0.1:${each};`).join(' ')} keepalive 32; }
    server {
      listen 127.0.0.1:${port};
      client_max_body_size 0;
      server_tokens off;
      location / {
        proxy_pass http://web;
        proxy_http_version 1.1;
        proxy_set_header Connection "";
        proxy_set_header Host $http_host;
        proxy_next_upstream off;
        proxy_buffering off;
        proxy_request_buffering off;
        proxy_read_timeout 10m;
      }
    }`;
}
