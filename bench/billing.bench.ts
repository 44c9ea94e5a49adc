import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import pg from 'pg';
import { startPostgres } from '../e2e/support/postgres.ts';
import { signIn } from './administrator.ts';
import { type Benchmark, median, type Series, timeMs } from './frame.ts';
import { readText, startProduct, withDataFolder } from './product.ts';
import { fillUsageSums } from './usage-sums.ts';

const root = join(import.meta.dirname, '..');
const CUSTOMERS = 1000;
const FEW_CUSTOMERS = 100;
const EVENTS_PER_CUSTOMER = 1000;
const USAGE_CALLS = 50;
/** Garbage is collected early, so that the peak shows what is held and not what was left lying about. */
const SMALL_HEAP = ['--max-old-space-size=96', '--max-semi-space-size=2'];

const lastMonth = () => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1)).toISOString().slice(0, 7);
};

export const benchmark: Benchmark = {
  name: 'billing',
  title: 'Month close and usage',
  about:
    'A million events of a thousand customers are in the store. `billing close` rates them into invoices, as its own ' +
    'process on a PostgreSQL over TCP; the reference is the same sums by customer, metric and measure as one SQL ' +
    'statement over the events. The closing process has a heap of 96 MB; its peak memory is shown for a hundred and ' +
    "for a thousand customers. Then the running product answers a customer's usage over HTTP.",
  run: () => withDataFolder(measure),
};

async function measure(dataFolder: string): Promise<Series[]> {
  const postgres = await startPostgres();
  process.env['DATABASE_URL'] = postgres.url;
  const db = new pg.Client({ connectionString: postgres.url });
  try {
    // The first start makes the tables.
    await (await startProduct(dataFolder)).stop();
    await db.connect();
    await fillCustomers(db, 0, FEW_CUSTOMERS);
    const few = await closeMonth(dataFolder);
    await db.query('truncate invoices, credit_entries, payments, billing_periods, invoice_numbers');
    await fillCustomers(db, FEW_CUSTOMERS, CUSTOMERS);
    await db.query('analyze');
    const referenceMs = await timeMs(() => db.query(reference));
    const all = await closeMonth(dataFolder);
    const { rows } = await db.query<{ count: string }>('select count(*) from invoices');
    if (Number(rows[0]?.count) !== CUSTOMERS)
      throw new Error(`${rows[0]?.count} invoices instead of ${CUSTOMERS}`);
    await moveUsageToAdministrator(db);
    const usageMs = await measureUsage(dataFolder);
    return [
      { name: 'Close of 1,000,000 events of 1,000 customers', unit: 'ms', limit: 60_000, values: [all.ms] },
      { name: 'The same sums as one SQL statement', unit: 'ms', isReference: true, values: [referenceMs] },
      { name: 'Peak memory of the close, 100 customers', unit: 'MB', values: [few.peakMegabytes] },
      {
        name: 'Peak memory of the close, 1,000 customers',
        unit: 'MB',
        limit: few.peakMegabytes * 1.3,
        values: [all.peakMegabytes],
      },
      { name: 'Usage of a customer over HTTP', unit: 'ms', limit: 150, values: usageMs },
    ];
  } finally {
    delete process.env['DATABASE_URL'];
    await db.end();
    await postgres.stop();
  }
}

const reference = `
  select user_id, metric, target, type, sum(quantity) from usage_events
  where billed_day >= date '${lastMonth()}-01' group by 1, 2, 3, 4`;

/** Customers with their events of the last month, and the sums by day that the intake would have kept. */
async function fillCustomers(db: pg.Client, from: number, to: number): Promise<void> {
  const customers = [from, to - 1];
  const id = (prefix: string) => `('${prefix}-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid`;
  await db.query(
    `insert into domains (id, name, created_on)
     select ${id('01970000')}, 'bench-' || n, now() from generate_series($1::int, $2::int) n`,
    customers,
  );
  await db.query(
    `insert into users (id, domain_id, username, email, first_name, last_name, email_confirmed_on, created_on)
     select ${id('01980000')}, ${id('01970000')}, 'bench-' || n, 'bench-' || n || '@example.com', 'B', 'N', now(), now()
     from generate_series($1::int, $2::int) n`,
    customers,
  );
  await db.query(
    `insert into usage_events
       (id, service_id, batch_id, domain_id, user_id, metric, target, type, quantity, at, billed_day)
     select n || '-' || event, 'hyper-dispatch', 'bench', ${id('01970000')}, ${id('01980000')},
       (array['invoke', 'event', 'call'])[1 + event % 3], 'function-' || event % 5,
       (array['COUNTER', 'TIMER', 'MEMORY'])[1 + event % 3], 1 + event, day + interval '9 hours', day
     from generate_series($1::int, $2::int) n, generate_series(1, ${EVENTS_PER_CUSTOMER}) event,
       lateral (select date '${lastMonth()}-01' + event % 28 as day) days`,
    customers,
  );
  await db.query(
    `insert into usage_days (domain_id, payer_id, user_id, day, service_id, metric, target, type, quantity, events)
     select domain_id, user_id, user_id, billed_day, service_id, metric, target, type, sum(quantity), count(*)
     from usage_events where user_id between ${id('01980000').replace('n::text', '$1::text')}
       and ${id('01980000').replace('n::text', '$2::text')} group by 1, 2, 4, 5, 6, 7, 8`,
    customers.map(String),
  );
  await fillUsageSums(db);
}

/** Runs the operator's command and watches how much memory it takes at most. */
async function closeMonth(dataFolder: string): Promise<{ ms: number; peakMegabytes: number }> {
  const command = join(root, 'packages', 'server', 'src', 'commands', 'main.ts');
  let peakKilobytes = 0;
  const ms = await timeMs(async () => {
    const args = [...SMALL_HEAP, command, 'billing', 'close', '--period', lastMonth()];
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, ATRIUM_DATA: dataFolder },
    });
    const watch = setInterval(() => {
      const peak = Number(/^VmHWM:\s+(\d+)/m.exec(readText(`/proc/${child.pid}/status`))?.[1] ?? 0);
      peakKilobytes = Math.max(peakKilobytes, peak);
    }, 20);
    const [code] = (await once(child, 'exit')) as [number | null];
    clearInterval(watch);
    if (code !== 0) throw new Error(`billing close ended with ${code}`);
  });
  return { ms, peakMegabytes: peakKilobytes / 1024 };
}

/** Copies a customer's month into the administrator's running one, whose page then has as much to read. */
async function moveUsageToAdministrator(db: pg.Client): Promise<void> {
  await db.query(`
    insert into usage_days (domain_id, payer_id, user_id, day, service_id, metric, target, type, quantity, events)
    select admin.domain_id, admin.id, admin.id, day + interval '1 month', service_id, metric, target, type, quantity, events
    from usage_days, users admin
    where admin.username = 'admin' and payer_id = '01980000-0000-7000-8000-000000000001'`);
  await fillUsageSums(db);
}

async function measureUsage(dataFolder: string): Promise<number[]> {
  const product = await startProduct(dataFolder);
  try {
    const token = await signIn(product.url);
    const values: number[] = [];
    for (let call = 0; call < USAGE_CALLS; call += 1) {
      values.push(
        await timeMs(async () => {
          const answer = await fetch(`${product.url}/console/v1/billing/invoice`, {
            headers: { authorization: `Bearer ${token}` },
          });
          if (!answer.ok) throw new Error(`usage answered ${answer.status}`);
          await answer.arrayBuffer();
        }),
      );
    }
    console.error(`usage: median ${median(values).toFixed(1)} ms`);
    return values;
  } finally {
    await product.stop();
  }
}
