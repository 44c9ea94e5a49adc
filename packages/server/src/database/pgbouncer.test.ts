import { StartError } from '@atrium/host/start-error';
import { sql } from 'kysely';
import type { PoolConfig } from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { MISSING_PGBOUNCER } from '../../../../tools/proxies.mjs';
import { buildUser } from '../../test/factories.ts';
import { registerPerson, signIn } from '../../test/people.ts';
import { hasPgBouncer, startPgBouncer } from '../../test/pgbouncer.ts';
import { startTestApp } from '../../test/support.ts';
import { startTcpServer } from '../../test/tcp-server.ts';
import { buildContext } from '../context.ts';
import { openDatabase } from './connection.ts';
import { openStore } from './open-store.ts';
import { throughPooler } from './pooler.ts';

const quiet = pino({ level: 'silent' });
const resources = new AsyncDisposableStack();
let url: string;
let pooled: PoolConfig;
let direct: PoolConfig;

/** Another process on the same database. */
async function startOther(server: Awaited<ReturnType<typeof startTestApp>>, directConnection: PoolConfig) {
  const db = openDatabase(pooled);
  const { config, clock, log } = server.context;
  const context = await buildContext({ config, clock, log, db, connection: pooled, directConnection });
  onTestFinished(async () => {
    await context.close();
    await db.destroy();
  });
  await context.notifications.start();
  return context;
}

describe.skipIf(!hasPgBouncer)(`behind PgBouncer in transaction mode (${MISSING_PGBOUNCER})`, () => {
  beforeAll(async () => {
    const server = resources.use(await startTcpServer());
    const bouncer = resources.use(await startPgBouncer(server));
    url = bouncer.url;
    pooled = throughPooler(url);
    direct = { connectionString: server.url };
  });
  afterAll(() => resources.disposeAsync());

  test('a start without a direct way to the database is refused, and with a wrong one', async () => {
    const open = (directDatabaseUrl?: string) =>
      openStore({
        config: { databaseUrl: url, directDatabaseUrl, databasePoolSize: 4, dataFolder: '' },
        log: quiet,
        onFailed: () => {},
      });
    await expect(open()).rejects.toThrow(
      new StartError(
        'DATABASE_URL leads to a pooler that shares connections between transactions; set DATABASE_DIRECT_URL to the address of the database itself, for listening and migrations.',
      ),
    );
    await expect(open(url)).rejects.toThrow(
      'DATABASE_DIRECT_URL leads to a pooler that shares connections between transactions; it must be the address of the database itself.',
    );
    const store = await open(direct.connectionString);
    await store.stop();
  });

  test('with a direct way, every process hears at once of sessions that ended and of live events', async () => {
    await using server = await startTestApp({
      connect: () => ({ connection: pooled, directConnection: direct }),
    });
    const { context } = server;
    const other = await startOther(server, direct);
    await expect
      .poll(() => [context.notifications.isConnected, other.notifications.isConnected])
      .toEqual([true, true]);
    const caller = await buildUser(context);
    const heard: unknown[] = [];
    other.events.subscribe(caller, (type) => heard.push(type));
    await context.events.publish(caller.domainId, 'billing', {});
    await expect.poll(() => heard).toEqual(['billing']);

    const browser = await signIn(server, await registerPerson(server, 'pooled'));
    const verified = await other.tokens.verifyAccessToken(
      browser.bearer.authorization.slice('Bearer '.length),
    );
    await context.accounts.sessions.endAll(context.db, browser.user, 'test');
    await expect.poll(() => other.isStillSignedIn({ ...caller, ...verified })).toBe(false);
    // Many statements and transactions at the same time, as requests make them.
    const people = await Promise.all(Array.from({ length: 30 }, () => buildUser(context)));
    expect(new Set(people.map(({ userId }) => userId)).size).toBe(30);
    expect((await server.app.inject('/health/ready')).json()).toEqual({ status: 'UP' });
  });

  test('statements that come often are not prepared, for the next transaction finds another connection', async () => {
    const db = openDatabase({ ...pooled, max: 8 });
    onTestFinished(() => db.destroy());
    const ask = (value: number) =>
      db.transaction().execute(async (transaction) => {
        const { rows } = await sql<{ value: number }>`select ${value}::int as value`.execute(transaction);
        return rows[0]?.value;
      });
    const values = Array.from({ length: 100 }, (_, index) => index);
    expect(await Promise.all(values.map(ask))).toEqual(values);
    const { rows } = await sql`select name from pg_prepared_statements`.execute(db);
    expect(rows).toEqual([]);
  });

  test('a statement that only takes long is not given up, although the pooler hides whose it is', async () => {
    const db = openDatabase(pooled);
    onTestFinished(() => db.destroy());
    const { rows } = await sql`select 'answered' as said from pg_sleep(3)`.execute(db);
    expect(rows).toEqual([{ said: 'answered' }]);
  });

  test('where messages do not arrive, that is noticed, said, and what they would say is asked for', async () => {
    await using server = await startTestApp({
      connect: () => ({ connection: pooled, directConnection: pooled }),
    });
    const { context } = server;
    await context.notifications.start();
    expect(context.notifications.isConnected).toBe(false);
    const ready = await server.app.inject('/health/ready');
    expect(ready.statusCode).toBe(200);
    expect(ready.json()).toEqual({
      status: 'DEGRADED',
      problems: [expect.stringMatching(/^Messages of the database do not arrive/)],
    });
    const browser = await signIn(server, await registerPerson(server, 'deaf'));
    const caller = await buildUser(context);
    const heard: unknown[] = [];
    context.events.subscribe(caller, (type) => heard.push(type));
    // As another process would.
    const db = openDatabase(direct);
    await sql`update sessions set ended_on = now(), ended_because = 'test' where user_id = ${browser.user.userId}`.execute(
      db,
    );
    await db.destroy();
    const answer = await server.app.inject({ url: '/auth/v1/user', headers: browser.bearer });
    expect(answer.statusCode).toBe(401);
    // Browsers are told to read anew what they show.
    await expect.poll(() => heard, { timeout: 15_000 }).toContain('ready');
  });
});
