import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { listServices } from '@atrium/contract/services/service';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Cluster, startCluster } from '../../test/cluster.ts';
import { makeDataFolder } from '../../test/embedded-processes.ts';
import { buildUser } from '../../test/factories.ts';
import { TEST_SECRET_KEY } from '../../test/secret-key.ts';
import { readConfig } from '../config.ts';
import { type OpenContext, openContext } from '../context.ts';

// Looks for processes there.
const canLook = existsSync('/proc/self/stat');

/** How often each process is exchanged; `ATRIUM_ROLL_ROUNDS=20` is the full proof. */
const ROUNDS = Number(process.env['ATRIUM_ROLL_ROUNDS'] ?? 1);
const REQUESTS_PER_SECOND = 50;

// Whole programs are started, six for each round.
vi.setConfig({ testTimeout: 120_000 + ROUNDS * 240_000, hookTimeout: 180_000 });

const SOON = { timeout: 30_000, interval: 100 };

let cluster: Cluster;
let own: OpenContext;
const resources = new AsyncDisposableStack();
beforeAll(async () => {
  if (!canLook) return;
  cluster = resources.use(await startCluster({ ATRIUM_DRAIN_MS: '1000' }));
  const folder = resources.use(await makeDataFolder());
  const config = readConfig({
    DATABASE_URL: cluster.database.url,
    ATRIUM_DATA: folder.path,
    ATRIUM_SECRET_KEY: TEST_SECRET_KEY,
  });
  own = await openContext({ config, log: pino({ level: 'silent' }), onFailed: () => {} });
  resources.defer(async () => {
    await own.context.close();
    await own.store.stop();
  });
});
afterAll(() => resources.disposeAsync());

interface Traffic {
  answered: number;
  /** What each failed request was told, and when it was made. */
  failures: { said: string; askedAt: number }[];
  stop(): Promise<void>;
}

/** Lists and calls of functions through the proxy, at a steady rate; none is tried again. */
async function startTraffic(): Promise<Traffic> {
  const caller = await buildUser(own.context);
  const { token } = await own.context.tokens.issueAccessToken(caller);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const invoke = () => ask('POST', '/services/hyper-dispatch/invoke/greet', '{"name":"Ada"}');
  const list = () => ask(listServices.method, listServices.path);
  const under = new Set<Promise<void>>();
  const traffic: Traffic = {
    answered: 0,
    failures: [],
    async stop() {
      clearInterval(timer);
      await Promise.all(under);
    },
  };
  async function ask(method: string, path: string, body?: string): Promise<void> {
    const askedAt = performance.now();
    const fail = (said: string) => traffic.failures.push({ said: `${path}: ${said}`, askedAt });
    try {
      const answer = await fetch(cluster.proxy.url + path, {
        method,
        headers,
        ...(body !== undefined && { body }),
        signal: AbortSignal.timeout(30_000),
      });
      const text = await answer.text();
      if (answer.ok) traffic.answered += 1;
      else fail(`${answer.status} ${answer.headers.get('x-proxy') ?? text}`);
    } catch (error) {
      fail(String((error as Error).cause ?? error));
    }
  }
  await invoke();
  let sent = 0;
  const timer = setInterval(() => {
    sent += 1;
    const asked = sent % 2 === 0 ? list() : invoke();
    under.add(asked);
    void asked.finally(() => under.delete(asked));
  }, 1000 / REQUESTS_PER_SECOND);
  return traffic;
}

async function waitForMore(traffic: Traffic, count: number): Promise<void> {
  const wanted = traffic.answered + count;
  while (traffic.answered < wanted) await sleep(20);
}

test.runIf(canLook)('every process is exchanged under traffic, and no request fails', async () => {
  const traffic = await startTraffic();
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of cluster.names) {
      await waitForMore(traffic, 10);
      expect(await cluster.processes.stop(name), name).toBe(0);
      cluster.processes.start(name);
      await cluster.waitUntilReady(name);
    }
  }
  await waitForMore(traffic, 50);
  await traffic.stop();
  expect(traffic.failures, cluster.complaints()).toEqual([]);
});

test.runIf(canLook)(
  'a services process that is killed is missed by the calls it was running only',
  async () => {
    const traffic = await startTraffic();
    await waitForMore(traffic, 50);
    // What runs the services hears of the end of its parent, and ends in order.
    await cluster.processes.lose('services-1');
    await waitForMore(traffic, 100);
    expect(traffic.failures).toEqual([]);
    cluster.processes.start('services-1');
    await cluster.waitUntilReady('services-1');

    await cluster.processes.killRuntime('services-2');
    const goneAt = performance.now();
    await waitForMore(traffic, 100);
    await traffic.stop();
    expect(traffic.failures.filter(({ askedAt }) => askedAt > goneAt)).toEqual([]);
  },
);

test.runIf(canLook)('the services take a new key while they run, and no request fails', async () => {
  await cluster.waitUntilReady('services-2');
  const { accessKeys, machineKeys } = own.context;
  const traffic = await startTraffic();
  await waitForMore(traffic, 50);
  const id = await accessKeys.rotateServiceKey('hyper-dispatch');
  await waitForMore(traffic, 50);
  // Usage is signed with it.
  await expect.poll(async () => (await machineKeys.get(id)).lastUsedAt, SOON).not.toBeNull();
  await waitForMore(traffic, 50);
  await traffic.stop();
  expect(traffic.failures).toEqual([]);
});
