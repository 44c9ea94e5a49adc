import { join } from 'node:path';
import pg from 'pg';
import { call, signIn } from './administrator.ts';
import { type Benchmark, measureRounds, timeMs } from './frame.ts';
import { startProduct, withDataFolder } from './product.ts';

const RUNS = 1000;
const TESTS = 500;

const subjects = [
  { name: `Search that finds ${RUNS} runs`, unit: 'ms', limit: 150 },
  { name: 'The same rows straight from PostgreSQL', unit: 'ms', isReference: true },
  { name: 'Search of one day', unit: 'ms' },
  { name: `One run with its ${TESTS} tests`, unit: 'ms' },
  { name: 'Past results of one test', unit: 'ms' },
] as const;

export const benchmark: Benchmark = {
  name: 'test-runs-search',
  title: 'The test run dashboard with a long history',
  about: `${RUNS} runs of ${TESTS} tests each stand in the store (${RUNS * TESTS} results). The calls that the dashboard makes over HTTP, signed in, each answer checked against the contract. The reference reads the same runs with one statement over one connection.`,
  run: () => withDataFolder(measureSearch),
};

async function measureSearch(folder: string) {
  const product = await startProduct(folder);
  // Where the embedded PostgreSQL has its socket, in a folder that every account may enter.
  const database = new pg.Client({ host: join(folder, 'database'), user: 'atrium', database: 'atrium' });
  try {
    const caller = { url: product.url, token: await signIn(product.url) };
    await database.connect();
    await fillHistory(database);
    const { rows } = await database.query<{ id: string }>(
      'select id from test_runs order by started_on desc limit 1',
    );
    const runId = rows[0]?.id ?? '';
    const ask = (method: string, path: string, body?: object) => call<unknown>(caller, method, path, body);
    const search = async (days: number) => {
      const toDate = new Date().toISOString();
      const fromDate = new Date(Date.now() - days * 86_400_000).toISOString();
      return ask('POST', '/console/v1/tests/run/filter', { fromDate, toDate });
    };
    const found = (await search(3650)) as unknown[];
    if (found.length !== RUNS) throw new Error(`the search found ${found.length} runs`);
    return await measureRounds(
      subjects,
      async () => [
        await timeMs(() => search(3650)),
        await timeMs(() => database.query('select * from test_runs order by started_on desc, id desc')),
        await timeMs(() => search(1)),
        await timeMs(() => ask('GET', `/console/v1/tests/run/get/${runId}`)),
        await timeMs(() => ask('GET', '/console/v1/tests/results?id=shop%2Ftests%2Ftest-7')),
      ],
      { warmUps: 5, repeats: 30 },
    );
  } finally {
    await database.end();
    await product.stop();
  }
}

async function fillHistory(database: pg.Client): Promise<void> {
  await database.query(
    `insert into test_runs (id, domain_id, requested_by, user_id, user_name, strategy, status, started_on,
       finished_on, heartbeat_on, counts)
     select gen_random_uuid(), u.domain_id, u.id, u.id, u.username, 'EXECUTE_ALL', 'OK',
       now() - n * interval '2 hours', now() - n * interval '2 hours' + interval '9 seconds', now(),
       jsonb_build_object('OK', $1::int)
     from generate_series(1, $2::int) n, users u where u.username = 'admin'`,
    [TESTS, RUNS],
  );
  await database.query(
    `insert into test_run_services (run_id, service_id, position, version) select id, 'shop', 0, 1 from test_runs`,
  );
  await database.query(
    `insert into test_results (run_id, service_id, test_id, domain_id, position, full_path, action, status,
       revision, started_on, duration_ms, result)
     select r.id, 'shop', 'tests/test-' || n, r.domain_id, n, 'tests/test-' || n || '.js', 'RUN', 'OK', 2,
       r.started_on, 4.2, '"done"'
     from test_runs r, generate_series(1, $1::int) n`,
    [TESTS],
  );
  await database.query('analyze test_runs, test_run_services, test_results');
}
