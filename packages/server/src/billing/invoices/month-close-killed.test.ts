import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import type { PoolConfig } from 'pg';
import { afterAll, expect, test } from 'vitest';
import { databaseUrl } from '../../../test/database-url.ts';
import { TEST_SECRET_KEY } from '../../../test/secret-key.ts';
import { startTestApp, type TestApp } from '../../../test/support.ts';
import { ALL_USERS } from '../metering/usage-day.repository.ts';

const KILLS = Number(process.env['ATRIUM_KILL_ROUNDS'] ?? 1);
/** Several transactions between one kill and the next, and after the last. */
const CUSTOMERS = 400 * (KILLS + 1);
const MONTH = '2025-03';
const PROGRAM = join(import.meta.dirname, '../../commands/main.ts');

const dataFolder = mkdtempSync(join(tmpdir(), 'atrium-close-'));
afterAll(() => rmSync(dataFolder, { recursive: true, force: true }));

test('killed amid its invoices, the command makes the same ones as an undisturbed close', async () => {
  await using undisturbed = await startTestApp();
  await using killed = await startTestApp();
  for (const server of [undisturbed, killed]) await fill(server);
  expect(await undisturbed.context.billing.monthClose.closeMonth(MONTH)).toEqual({
    made: CUSTOMERS,
    failed: [],
  });

  for (let kill = 1; kill <= KILLS; kill += 1) {
    const before = await countInvoices(killed);
    // Spread over the close and at any point of a transaction, but not before this process has made some itself.
    const target = Math.max(before + 1, Math.floor((CUSTOMERS * kill) / (KILLS + 2)));
    const closing = startClose(killed.connection);
    while (closing.child.exitCode === null && (await countInvoices(killed)) < target) await wait(2);
    await wait(Math.random() * 60);
    closing.child.kill('SIGKILL');
    await closing.ended;
    const made = await countInvoices(killed);
    const { signalCode } = closing.child;
    const isAmidst = made >= target && made < CUSTOMERS;
    expect({ kill, signalCode, isAmidst }).toEqual({ kill, signalCode: 'SIGKILL', isAmidst: true });
  }
  const last = await startClose(killed.connection).ended;
  expect([last.code, last.complaint]).toEqual([0, '']);
  expect(await readResult(killed)).toEqual(await readResult(undisturbed));
  const again = await startClose(killed.connection).ended;
  expect([again.code, again.said]).toEqual([0, '0 invoices were issued.\n']);
}, 240_000);

test('the command says which invoices could not be issued, and why', async () => {
  await using server = await startTestApp();
  const { db } = server.context;
  await fill(server, 30);
  const { id } = await db.selectFrom('users').select('id').orderBy('id').executeTakeFirstOrThrow();
  await sql`create function fail_invoice() returns trigger language plpgsql as $$
    begin raise exception 'this customer cannot be billed'; end $$`.execute(db);
  await sql`create trigger fail_invoice before insert on invoices for each row
    when (new.user_id = ${sql.lit(id)}) execute function fail_invoice()`.execute(db);
  const failed = await startClose(server.connection).ended;
  expect([failed.code, failed.said]).toEqual([1, '']);
  expect(failed.complaint).toBe(
    `29 invoices were issued. 1 could not be issued:\n  ${MONTH}, user ${id}: this customer cannot be billed\n` +
      'Their months stay open. Fix the cause and close them again; only missing invoices are issued.\n',
  );
  await sql`drop trigger fail_invoice on invoices`.execute(db);
  expect((await startClose(server.connection).ended).said).toBe('1 invoice was issued.\n');
}, 60_000);

/** The same customers in each database: a few kinds of use, and free tier for every second one. */
async function fill({ context: { db } }: TestApp, customers = CUSTOMERS): Promise<void> {
  const id = (prefix: string) => sql.raw(`('${prefix}-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid`);
  const numbers = sql`generate_series(1, ${customers}::int) n`;
  await sql`insert into domains (id, name, created_on)
    select ${id('01970000')}, 'kill-' || n, now() from ${numbers}`.execute(db);
  await sql`insert into users (id, domain_id, username, email, first_name, last_name, email_confirmed_on, created_on)
    select ${id('01980000')}, ${id('01970000')}, 'kill-' || n, 'kill-' || n || '@example.com', 'K', 'N', now(), now()
    from ${numbers}`.execute(db);
  await sql`insert into usage_days
    select ${id('01970000')}, ${id('01980000')}, ${id('01980000')}, used_on, used_on, 'shop', metric, 'live', -1,
      1 + (n * 7 + day) % 1000, 0, 0
    from ${numbers}, generate_series(0, 30, 3) day, lateral (select ${`${MONTH}-01`}::date + day as used_on) as use, unnest(array['calls', 'events']) metric`.execute(
    db,
  );
  await sql`insert into usage_metric_days
    select domain_id, payer_id, coalesce(user_id, ${ALL_USERS}), day, used_on, service_id, metric, '*', sum(calls), 0, 0
    from usage_days
    group by domain_id, payer_id, day, used_on, service_id, metric, grouping sets ((user_id), ())`.execute(
    db,
  );
  await sql`insert into price_rules (id, service, target, metric, measure, created_on)
    select gen_random_uuid(), 'shop', '*', metric, 'COUNTER', now() from unnest(array['calls', 'events']) metric`.execute(
    db,
  );
  await sql`insert into price_revisions (rule_id, starts_on, cents, units, created_on)
    select id, day::date, 0.37 * extract(day from day::date), 10, now()
    from price_rules, unnest(array['2025-01-01', '2025-03-11', '2025-03-20']) day where service = 'shop'`.execute(
    db,
  );
  await sql`insert into credit_entries (id, domain_id, user_id, cents, reason, created_on)
    select gen_random_uuid(), ${id('01970000')}, ${id('01980000')}, 100 + n, 'CONSOLE_DISCOUNT', now()
    from ${numbers} where n % 2 = 0`.execute(db);
}

function startClose(connection: PoolConfig) {
  const child = spawn(process.execPath, [PROGRAM, 'billing', 'close', '--period', MONTH], {
    env: {
      PATH: process.env['PATH'],
      ATRIUM_DATA: dataFolder,
      ATRIUM_SECRET_KEY: TEST_SECRET_KEY,
      DATABASE_URL: databaseUrl(connection),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { child, ended: ended.then(([said, complaint, [code]]) => ({ said, complaint, code })) };
}

async function countInvoices({ context: { db } }: TestApp): Promise<number> {
  const { count } = await db
    .selectFrom('invoices')
    .select((expression) => expression.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** All that a customer or an operator can see of the close, but for times and random ids. */
async function readResult({ context: { db } }: TestApp) {
  const invoices = await db
    .selectFrom('invoices')
    .select(['number', 'userId', 'month', 'grandTotalCents', 'discountCents', 'services', 'currency'])
    .orderBy('number')
    .execute();
  const credits = await db
    .selectFrom('creditEntries')
    .leftJoin('invoices', 'invoices.id', 'creditEntries.invoiceId')
    .select(['creditEntries.userId', 'cents', 'reason', 'invoices.number'])
    .orderBy('creditEntries.userId')
    .orderBy('cents')
    .execute();
  const periods = await db
    .selectFrom('billingPeriods')
    .select(['month', sql<boolean>`invoiced_on is not null`.as('isDone')])
    .execute();
  return { invoices, credits, periods };
}
