import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { servicesSite, startNginx } from '../../../tools/proxies.mjs';
import { makeDataFolder } from './embedded-processes.ts';
import { freePort } from './free-port.ts';
import { openPlainProxy, type PlainProxy } from './plain-proxy.ts';
import { type ProcessName, RoleProcesses } from './role-processes.ts';
import { startTcpServer, type TcpServer } from './tcp-server.ts';

const PATIENCE_MS = 90_000;

const NAMES = ['web-1', 'web-2', 'jobs-1', 'jobs-2', 'services-1', 'services-2'] as const;
type ClusterName = (typeof NAMES)[number];

/**
 * Two processes of each role on one database, as an operator runs them on several machines: web behind a plain proxy, services behind
 * the sample for nginx.
 */
export interface Cluster extends AsyncDisposable {
  database: TcpServer;
  proxy: PlainProxy;
  /** What nginx in front of the services has complained about. */
  complaints: () => string;
  processes: RoleProcesses<ClusterName>;
  names: readonly ClusterName[];
  /** Until a process takes part. */
  waitUntilReady(name: ClusterName): Promise<void>;
}

export async function startCluster(settings: Record<string, string> = {}): Promise<Cluster> {
  await using started = new AsyncDisposableStack();
  const database = started.use(await startTcpServer());
  const folder = started.use(await makeDataFolder());
  const ports = new Map<ProcessName, number>();
  for (const name of NAMES) ports.set(name, await freePort());
  const opsPorts = new Map<ProcessName, number>();
  for (const name of NAMES) opsPorts.set(name, await freePort());
  const addressOf = (name: ClusterName) => `http://127.0.0.1:${ports.get(name)}`;
  const proxy = started.use(await openPlainProxy([addressOf('web-1'), addressOf('web-2')]));
  const servicesPort = await freePort();
  const upstreams = [ports.get('services-1') ?? 0, ports.get('services-2') ?? 0] as const;
  const balancer = await startNginx(servicesSite(servicesPort, upstreams), servicesPort);
  started.defer(() => balancer.stop());
  const environment = (name: ClusterName) => ({
    DATABASE_URL: database.url,
    ATRIUM_DATA: join(folder.path, name),
    ATRIUM_PUBLIC_URL: proxy.url,
    ATRIUM_SERVICES_URL: `http://127.0.0.1:${servicesPort}`,
    HOST: '127.0.0.1',
    PORT: String(ports.get(name)),
    ATRIUM_OPS_PORT: String(opsPorts.get(name)),
    ...settings,
  });
  const environments = {} as Record<ClusterName, Record<string, string>>;
  for (const name of NAMES) environments[name] = environment(name);
  const processes = new RoleProcesses(environments);
  started.defer(() => processes.stopAll());

  const waitUntilReady = async (name: ClusterName) => {
    for (const deadline = performance.now() + PATIENCE_MS; ; await sleep(50)) {
      const isReady = await fetch(`http://127.0.0.1:${opsPorts.get(name)}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
      // The proxy must have seen it, too.
      if (isReady && (!name.startsWith('web') || proxy.ready().includes(addressOf(name)))) return;
      if (performance.now() > deadline) throw new Error(`${name} does not become ready`);
    }
  };
  // The first one migrates; services ask web for its keys.
  for (const name of NAMES) {
    processes.start(name);
    if (name === 'web-1') await waitUntilReady(name);
  }
  for (const name of NAMES) await waitUntilReady(name);
  const steps = started.move();
  return {
    database,
    proxy,
    complaints: balancer.complaints,
    processes,
    names: NAMES,
    waitUntilReady,
    [Symbol.asyncDispose]: () => steps.disposeAsync(),
  };
}
