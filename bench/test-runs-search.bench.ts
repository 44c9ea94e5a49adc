import { join } from 'node:path';
import pg from 'pg';
import { call, signIn } from './administrator.ts';
import { type Benchmark, measureRounds, timeMs } from './frame.ts';
import { startProduct, withDataFolder } from './product.ts';
import { fillHistory } from './test-runs-filled.ts';

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
    await fillHistory(database, { runs: RUNS, tests: TESTS });
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
