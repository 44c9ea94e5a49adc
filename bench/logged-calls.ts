import { LOG_DAYS } from '@atrium/contract/service-api/functions/invocations';
import type pg from 'pg';

const DAY_MS = 86_400_000;

/**
 * Fills the log of a domain with calls, evenly over the days that a log is kept; every thousandth belongs to
 * another domain, whose calls have a word of their own.
 */
export async function fillLog(db: pg.Client, calls: number, domainId = 'bench'): Promise<void> {
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  const perDay = Math.ceil(calls / LOG_DAYS);
  await db.query("set maintenance_work_mem = '512MB'");
  await db.query('drop index runtime.invocation_search, runtime.invocation_words');
  for (let back = LOG_DAYS - 1; back >= 0; back--) {
    const from = today - back * DAY_MS;
    const name = `runtime.invocation_${new Date(from).toISOString().slice(0, 10).replaceAll('-', '')}`;
    await db.query(`create table if not exists ${name} partition of runtime.invocation
      for values from ('${firstId(from)}') to ('${firstId(from + DAY_MS)}')`);
    // Only filling is faster without a log of changes.
    await db.query(`alter table ${name} set unlogged`);
    await db.query(
      `insert into runtime.invocation (domain_id, service_id, id, function, version, user_id, source, status,
         duration_ms, memory_bytes, error, input, result, console, bytes)
       select case when n % 1000 = 500 then 'other' else $3 end, 'hyper-dispatch',
         (left(hex, 8) || '-' || right(hex, 4) || '-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid,
         'shop-' || n % 20 || '/place-' || n % 200, 1, 'ada', 'API', case when n % 50 = 7 then 'FAIL' else 'OK' end,
         n % 40, 1000000, case when n % 50 = 7 then 'TypeError: total is not a function' end, '{}', '{}',
         'order ' || n * 7919 % 2000000 || ' of customer ' || n % 5000
           || case when n % 1000 = 13 then ' refunded' when n % 1000 = 14 then ' heron'
             when n % 1000 = 500 then ' gong' when n between $2::bigint / 2 and $2::bigint / 2 + 20000 then ' storm'
             else ' placed' end,
         500
       from (select n, lpad(to_hex($1::bigint + n * ${DAY_MS - 1} / $2::bigint), 12, '0') as hex
         from generate_series(0, $2::bigint - 1) n) as calls`,
      [from, perDay, domainId],
    );
  }
  await db.query('create index invocation_search on runtime.invocation using gin (search)');
  await db.query(`create index invocation_words on runtime.invocation using gin (runtime.log_words(
    domain_id || ' ' || service_id, search, array[function, status, source, user_id]))`);
  await db.query('vacuum analyze runtime.invocation');
}

/** The smallest UUID v7 of a time. */
function firstId(time: number): string {
  const hex = time.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}
