import type pg from 'pg';

/** What a domain does, on each day if nothing else is said. Chosen, not observed: docs/scale.md says so. */
export const PROFILE = {
  people: 3,
  functions: 20,
  calls: 400,
  /** Sums of a person, a function and a few seconds that the services report, three measures each. */
  reports: 100,
  /** Of the configuration, that each function is used with. */
  versions: 2,
  changes: 10,
  runs: 2,
  tests: 50,
  filesChanged: 3,
} as const;

/** How many days of each kind are there after a year, with the defaults of docs/operating.md. */
const KEPT = { usage: 365, log: 365, runs: 365, calls: 14, counts: 90 } as const;

const DOMAIN = `('01970000-0000-7000-8000-' || lpad(d::text, 12, '0'))::uuid`;
const PERSON = `('01980000-0000-7000-8000-' || lpad((d * ${PROFILE.people})::text, 12, '0'))::uuid`;
const DAY = `(now() at time zone 'UTC')::date - day`;
const TEXT = (bytes: number) => `left(repeat(md5(random()::text), ${Math.ceil(bytes / 32)}), ${bytes})`;
const { functions, reports, tests, people, versions } = PROFILE;

/** A generated table: its rows of all domains, and how many days of it are kept. */
interface GeneratedTable {
  name: string;
  fill: string;
}

const ofDomains = (days: number, perDay: number) =>
  `generate_series(1, $1::int) d, generate_series(0, ${days - 1}) day, generate_series(1, ${perDay}) n`;

/** In the order in which they refer to each other. The oldest first, as they would have come. */
export const GENERATED: readonly GeneratedTable[] = [
  {
    name: 'domains',
    fill: `insert into domains (id, name, created_on) select ${DOMAIN}, 'domain-' || d, now() from generate_series(1, $1::int) d`,
  },
  {
    name: 'users',
    fill: `insert into users (id, domain_id, username, email, first_name, last_name, email_confirmed_on, created_on)
      select ('01980000-0000-7000-8000-' || lpad((d * ${people} + n)::text, 12, '0'))::uuid, ${DOMAIN}, 'person-' || d || '-' || n,
        'person-' || d || '-' || n || '@example.com', 'Ada', 'Byron', now(), now()
      from generate_series(1, $1::int) d, generate_series(0, ${people - 1}) n`,
  },
  {
    name: 'usage_events',
    fill: `insert into usage_events (id, service_id, batch_id, domain_id, user_id, metric, target, type, quantity, at, billed_day)
      select left(md5(random()::text) || md5(n::text), 40), 'hyper-dispatch', md5(n::text)::uuid::text, ${DOMAIN}, ${PERSON}, 'invoke',
        'folder/function-' || n % ${functions}, (array['COUNTER', 'TIMER', 'MEMORY'])[1 + n % 3], n,
        (${DAY}) + interval '9 hours' + n * interval '1 minute', ${DAY}
      from ${ofDomains(KEPT.usage, reports * 3)} order by day desc, n`,
  },
  {
    name: 'usage_days',
    fill: `insert into usage_days (domain_id, payer_id, user_id, day, service_id, metric, target, type, quantity, events)
      select domain_id, user_id, user_id, billed_day, service_id, metric, target, type, sum(quantity), count(*)
      from usage_events where $1::int > 0 group by 1, 2, 4, 5, 6, 7, 8`,
  },
  {
    name: 'usage_version_days',
    fill: `insert into usage_version_days (domain_id, payer_id, user_id, day, service_id, metric, target, version, calls, milliseconds, bytes)
      select domain_id, user_id, user_id, billed_day, service_id, metric, target, (billed_day - date '2020-01-01') * ${versions} + part,
        coalesce(sum(quantity) filter (where type = 'COUNTER'), 0), coalesce(sum(quantity) filter (where type = 'TIMER'), 0),
        coalesce(sum(quantity) filter (where type = 'MEMORY'), 0)
      from usage_events cross join lateral (select (quantity * ${versions} - 1) / ${reports * 3} as part)
      where $1::int > 0 group by 1, 2, 4, 5, 6, 7, 8 order by 4`,
  },
  {
    name: 'log_entries',
    fill: `insert into log_entries (id, created_on, domain_id, user_id, action, message, before, after, request_id)
      select gen_random_uuid(), (${DAY}) + n * interval '1 minute', ${DOMAIN}, ${PERSON}, 'configuration.submit',
        'Changed functions/folder/function-' || n || '.js', jsonb_build_object('version', n, 'files', ${TEXT(120)}),
        jsonb_build_object('version', n + 1, 'files', ${TEXT(120)}), gen_random_uuid()::text
      from ${ofDomains(KEPT.log, PROFILE.changes)} order by day desc`,
  },
  {
    name: 'test_runs',
    fill: `insert into test_runs (id, domain_id, requested_by, user_id, user_name, strategy, status, started_on, finished_on,
        heartbeat_on, counts)
      select uuidv7(((n - 1) * interval '9 hours') - day * interval '1 day' - d * interval '1 second'), ${DOMAIN}, ${PERSON}, ${PERSON},
        'ada', 'EXECUTE_ALL', 'OK', (${DAY}) + n * interval '9 hours', (${DAY}) + n * interval '9 hours', now(),
        '{"OK": ${tests}}'
      from ${ofDomains(KEPT.runs, PROFILE.runs)} order by day desc`,
  },
  {
    name: 'test_run_services',
    fill: `insert into test_run_services (run_id, service_id, position, version)
      select id, 'hyper-dispatch', 0, 1 from test_runs where $1::int > 0`,
  },
  {
    name: 'test_results',
    fill: `insert into test_results (run_id, service_id, test_id, domain_id, position, full_path, action, status, revision,
        started_on, duration_ms, result)
      select id, 'hyper-dispatch', 'tests/folder/test-' || n, domain_id, n, 'tests/folder/test-' || n || '.js', 'RUN', 'OK', 2,
        started_on, 4.2, '{"isDone":true}'
      from test_runs, generate_series(1, ${tests}) n where $1::int > 0 order by id`,
  },
  {
    name: 'runtime.blob',
    fill: `insert into runtime.blob (domain_id, checksum, content)
      select ${DOMAIN}::text, md5(d::text || day || n) || '00000000', convert_to(${TEXT(1_500)}, 'UTF8')
      from ${ofDomains(365, PROFILE.filesChanged)} order by day desc`,
  },
  {
    name: 'runtime.invocation',
    fill: `insert into runtime.invocation (domain_id, service_id, id, function, version, user_id, source, status, duration_ms,
        memory_bytes, input, result, console, bytes)
      select ${DOMAIN}::text, 'hyper-dispatch', uuidv7(day * interval '-1 day' - n * interval '1 second'), 'folder/function-' || n % ${functions},
        1, ${PERSON}::text, 'API', 'OK', 3.2, 1000000, ${TEXT(100)}, ${TEXT(100)}, ${TEXT(60)}, 700
      from ${ofDomains(KEPT.calls, PROFILE.calls)} order by day desc`,
  },
  {
    name: 'runtime.function_day',
    fill: `insert into runtime.function_day (domain_id, service_id, day, function, calls, errors, duration_ms, durations)
      select ${DOMAIN}::text, 'hyper-dispatch', ${DAY}, 'folder/function-' || n, 20, 0, 64, array_fill(1, array[24])
      from ${ofDomains(KEPT.counts, functions)} order by day desc`,
  },
];

/** The parts of partitioned tables: a month of usage and a day of logged calls each. */
export async function makeParts(database: pg.Client): Promise<void> {
  await database.query(`do $$ begin
    for month in 0..13 loop
      execute format('create table if not exists usage_events_%s partition of usage_events for values from (%L) to (%L)',
        to_char(date_trunc('month', now() at time zone 'UTC') - month * interval '1 month', 'YYYYMM'),
        (date_trunc('month', now() at time zone 'UTC') - month * interval '1 month')::text || 'Z',
        (date_trunc('month', now() at time zone 'UTC') - (month - 1) * interval '1 month')::text || 'Z');
    end loop;
    create table runtime.invocation_all partition of runtime.invocation default;
  end $$`);
}

export interface Size {
  name: string;
  rows: number;
  tableBytes: number;
  indexBytes: number;
}

/** A table with its parts, and what is stored beside its rows. */
export async function measureSize(database: pg.Client, name: string): Promise<Size> {
  const { rows } = await database.query<{ tableBytes: string; indexBytes: string }>(
    `select sum(pg_table_size(relid)) as "tableBytes", sum(pg_indexes_size(relid)) as "indexBytes"
     from (select relid from pg_partition_tree($1::regclass) union select $1::regclass) parts`,
    [name],
  );
  const counted = await database.query<{ count: string }>(`select count(*) from ${name}`);
  return {
    name,
    rows: Number(counted.rows[0]?.count),
    tableBytes: Number(rows[0]?.tableBytes),
    indexBytes: Number(rows[0]?.indexBytes),
  };
}
