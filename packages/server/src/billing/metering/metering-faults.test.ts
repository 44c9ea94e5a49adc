import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { makeDataFolder } from '../../../test/embedded-processes.ts';
import { buildUser } from '../../../test/factories.ts';
import { freePort } from '../../../test/free-port.ts';
import { RoleProcesses } from '../../../test/role-processes.ts';
import { TEST_SECRET_KEY } from '../../../test/secret-key.ts';
import { openShakyWire } from '../../../test/shaky-wire.ts';
import { startTcpServer } from '../../../test/tcp-server.ts';
import { readConfig } from '../../config.ts';
import { buildContext, type Context } from '../../context.ts';
import { openStore } from '../../database/open-store.ts';
import { ALL_USERS } from './usage-day.repository.ts';

const CALLERS = 4;
const CALLS_BETWEEN_KILLS = 8;
const PATIENCE_MS = 90_000;
const victims = ['runtime', 'database', 'services', 'web', 'jobs'] as const;
/** Each kind once; `ATRIUM_KILL_ROUNDS=20` is the full proof. */
const KILLS = Number(process.env['ATRIUM_KILL_ROUNDS'] ?? victims.length);

/** Calls that returned success, and calls whose outcome is unknown. */
interface Calls {
  answered: string[];
  unanswered: string[];
}

/** Each user makes one call, so that it is known of each call how often it was counted. */
async function callUntil(
  isOver: () => boolean,
  url: string,
  domainId: string,
  context: Context,
  calls: Calls,
) {
  while (!isOver()) {
    const caller = await buildUser(context, { domainId }).catch(() => undefined);
    if (!caller) {
      // The database is away.
      await sleep(200);
      continue;
    }
    const { token } = await context.tokens.issueAccessToken(caller);
    const answer = await fetch(`${url}/services/hyper-dispatch/invoke/greet`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{}',
      signal: AbortSignal.timeout(15_000),
    }).catch(() => undefined);
    (answer?.status === 200 ? calls.answered : calls.unanswered).push(caller.userId);
    await sleep(answer?.status === 200 ? 20 : 200);
  }
}

async function waitUntil(isTrue: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (const deadline = performance.now() + PATIENCE_MS; !(await isTrue()); await sleep(50)) {
    if (performance.now() > deadline) throw new Error(`${what} takes too long`);
  }
}

async function startPlatform(databaseUrl: string) {
  const ports = { web: await freePort(), jobs: await freePort(), services: await freePort() };
  const url = `http://127.0.0.1:${ports.web}`;
  const wire = await openShakyWire(() => url);
  onTestFinished(() => wire[Symbol.asyncDispose]());
  const folders = {
    web: await makeDataFolder(),
    jobs: await makeDataFolder(),
    services: await makeDataFolder(),
  };
  for (const folder of Object.values(folders)) onTestFinished(() => folder[Symbol.asyncDispose]());
  const environment = (role: keyof typeof ports) => ({
    DATABASE_URL: databaseUrl,
    ATRIUM_DATA: folders[role].path,
    ATRIUM_PUBLIC_URL: role === 'services' ? wire.url : url,
    ATRIUM_SERVICES_URL: `http://127.0.0.1:${ports.services}`,
    HOST: '127.0.0.1',
    PORT: String(ports[role]),
  });
  const processes = new RoleProcesses({
    web: environment('web'),
    jobs: environment('jobs'),
    services: environment('services'),
  });
  onTestFinished(() => processes.stopAll());
  return { url, wire, processes, usageFolder: join(folders.services.path, 'usage') };
}

const isReady = (url: string) => async () =>
  (await fetch(`${url}/health/ready`).catch(() => undefined))?.ok ?? false;

test.runIf(existsSync('/proc/self/stat'))(
  'what is recorded is what was called, whichever process is killed and however batches travel',
  { timeout: 360_000 },
  async () => {
    const database = await startTcpServer();
    onTestFinished(() => database[Symbol.asyncDispose]());
    const { url, wire, processes, usageFolder } = await startPlatform(database.url);
    processes.start('web');
    await waitUntil(isReady(url), 'the start of the web process');
    processes.start('jobs');
    processes.start('services');

    await using own = await makeDataFolder();
    const config = readConfig({
      DATABASE_URL: database.url,
      ATRIUM_DATA: own.path,
      ATRIUM_SECRET_KEY: TEST_SECRET_KEY,
    });
    const log = pino({ level: 'silent' });
    const store = await openStore({ config, log, onFailed: () => {} });
    onTestFinished(() => store.stop());
    const context = await buildContext({ config, log, db: store.db, connection: store.connection });
    onTestFinished(() => context.close());
    const { domainId } = await buildUser(context);

    const calls: Calls = { answered: [], unanswered: [] };
    let isOver = false;
    const calling = Array.from({ length: CALLERS }, () =>
      callUntil(() => isOver, url, domainId, context, calls),
    );
    for (let kill = 0; kill < KILLS; kill += 1) {
      const victim = victims[kill % victims.length] ?? 'runtime';
      const before = calls.answered.length;
      await waitUntil(
        () => calls.answered.length >= before + CALLS_BETWEEN_KILLS,
        `the wait before ${victim}`,
      );
      await sleep(Math.random() * 1500);
      if (victim === 'database') await database.crash();
      else if (victim === 'runtime') await processes.killRuntime('services');
      else await processes.kill(victim);
    }
    const before = calls.answered.length;
    await waitUntil(() => calls.answered.length >= before + CALLS_BETWEEN_KILLS, 'the last recovery');
    isOver = true;
    await Promise.all(calling);

    await wire.calm();
    // Its end ships what there is; the next one would find what could not be shipped.
    await processes.stop('services');
    expect(readdirSync(usageFolder)).toEqual([]);

    const { rows } = await sql<{ userId: string; recorded: string }>`
      select user_id, sum(quantity) as recorded from usage_events
      where metric = 'invoke' and type = 'COUNTER' group by user_id`.execute(store.db);
    const recorded = new Map(rows.map((row) => [row.userId, Number(row.recorded)]));
    expect(calls.answered.filter((userId) => recorded.get(userId) !== 1)).toEqual([]);
    const called = new Set([...calls.answered, ...calls.unanswered]);
    expect([...recorded].filter(([userId, count]) => count !== 1 || !called.has(userId))).toEqual([]);

    // The sums by day, from which bills are made, are those of the events.
    const { rows: sums } = await sql<{ type: string; events: string; days: string }>`
      select type, (select sum(quantity) from usage_events e where e.type = d.type) as events, sum(quantity) as days
      from usage_days cross join lateral
        (values ('COUNTER', calls), ('TIMER', milliseconds), ('MEMORY', bytes)) as d (type, quantity)
      group by type order by type`.execute(store.db);
    expect(sums.map(({ type }) => type)).toEqual(['COUNTER', 'MEMORY', 'TIMER']);
    expect(sums.filter(({ events, days }) => events !== days)).toEqual([]);
    const days = sums.find(({ type }) => type === 'COUNTER')?.days;
    const { rows: rollups } = await sql<{ calls: string }>`
      select sum(calls) as calls from usage_months union all (select sum(calls) from usage_metric_days group by user_id = ${ALL_USERS})
      union all select sum(calls) from usage_days where version >= 0`.execute(store.db);
    expect(rollups.map((rollup) => rollup.calls)).toEqual([days, days, days, days]);
    const { count } = await store.db
      .selectFrom('usageRejections')
      .select((expression) => expression.fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(0);
    expect(calls.answered.length).toBeGreaterThan(KILLS * CALLS_BETWEEN_KILLS);
    expect(wire.passed().repeated).toBeGreaterThan(0);
  },
);
