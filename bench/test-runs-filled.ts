import type pg from 'pg';

/** Puts a long history of runs into the store of the administrator's domain: one in two hours, some tests of which fail. */
export async function fillHistory(
  database: pg.Client,
  { runs, tests }: { runs: number; tests: number },
): Promise<void> {
  // Ids of runs sort by time.
  await database.query(
    `insert into test_runs (id, domain_id, requested_by, user_id, user_name, strategy, status, started_on,
       finished_on, heartbeat_on, counts)
     select uuidv7(n * interval '-2 hours'), u.domain_id, u.id, u.id, u.username, 'EXECUTE_ALL', 'OK',
       now() - n * interval '2 hours', now() - n * interval '2 hours' + interval '9 seconds', now(),
       jsonb_build_object('OK', $1::int)
     from generate_series($2::int, 1, -1) n, users u where u.username = 'admin'`,
    [tests, runs],
  );
  await database.query(
    `insert into test_run_services (run_id, service_id, position, version) select id, 'shop', 0, 1 from test_runs`,
  );
  await database.query(
    `insert into test_results (run_id, service_id, test_id, domain_id, position, full_path, action, status,
       revision, started_on, duration_ms, result, failure_kind, failure_message)
     select r.id, 'shop', 'tests/test-' || n, r.domain_id, n, 'tests/test-' || n || '.js', 'RUN',
       case when is_failed then 'FAIL' else 'OK' end, 2, r.started_on, 4.2,
       case when is_failed then null else '"done"' end,
       case when is_failed then 'assertion' end, case when is_failed then 'expected 2 to equal 3' end
     from (select *, row_number() over (order by id) as place from test_runs) r, generate_series(1, $1::int) n,
       lateral (select n % 97 = r.place % 97 as is_failed) outcome
     order by r.id`,
    [tests],
  );
  await database.query('analyze test_runs, test_run_services, test_results');
}
