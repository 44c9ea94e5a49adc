import { LOG_DAYS } from '@atrium/contract/service-api/functions/invocations';
import pg from 'pg';
import { startBareLoop } from './bare-loop.ts';
import { type Benchmark, measureRounds, timeMs } from './benchmark.ts';
import { fillLog } from './logged-calls.ts';
import { startCallers } from './repeated-calls.ts';
import { importFiles, withServices } from './services.ts';

const CALLS = Number(process.env['ATRIUM_BENCH_LOGGED_CALLS'] ?? 10_000_000);
const NEIGHBOR_CALLS = 2_000;

const subjects = [
  { name: 'Newest page', unit: 'ms', limit: 200 },
  { name: 'Search: a word that every entry has', unit: 'ms', limit: 200 },
  { name: 'Search: a word that one in a thousand has', unit: 'ms', limit: 200 },
  { name: 'Search: a number that five have', unit: 'ms', limit: 200 },
  { name: 'Search: the beginning of many numbers', unit: 'ms', limit: 200 },
  { name: 'Search: two words that no entry has together', unit: 'ms', limit: 200 },
  { name: 'Search: a word that no entry has', unit: 'ms', limit: 200 },
  { name: 'Search: a word that only another domain has', unit: 'ms', limit: 200 },
  { name: 'Search: a word of one hour of each day', unit: 'ms', limit: 200 },
  { name: 'Search: a word, in the calls of one function', unit: 'ms', limit: 200 },
  { name: 'Calls of a person who made none', unit: 'ms', limit: 200 },
  { name: 'Failed calls of one function', unit: 'ms', limit: 200 },
  { name: 'Calls of one day, by word', unit: 'ms', limit: 200 },
  { name: 'Newest page as one SQL statement', unit: 'ms', isReference: true },
  { name: '99th percentile of a neighbor’s call, quiet', unit: 'ms' },
  { name: '99th percentile of a neighbor’s call, beside searches', unit: 'ms' },
  { name: 'Beside searches as a multiple of quiet', unit: '', limit: 2 },
  { name: 'Beside a bare loop as a multiple of quiet', unit: '' },
  { name: 'Searches that were answered beside the neighbor', unit: '' },
  { name: 'Searches that were refused', unit: '' },
] as const;

export const benchmark: Benchmark = {
  name: 'log-search',
  title: 'Search in a long log of calls',
  about: `${CALLS.toLocaleString('en-US')} logged calls of one domain, of 200 functions on ${LOG_DAYS} days, one in a thousand of another domain. First pages of 50 over HTTP. Reference: the newest 50 rows with one SQL statement. A neighbor calls a function ${NEIGHBOR_CALLS} times: alone, then while two callers search without a pause, then beside a process that only computes.`,
  run: () => withServices(measureLog, { isDatabaseOnDisk: true }),
};

async function measureLog({ url, database, tokenFor }: Parameters<Parameters<typeof withServices>[0]>[0]) {
  const [token, neighbor] = [await tokenFor('bench'), await tokenFor('neighbor')];
  await importFiles(url, neighbor, { 'functions/echo.js': 'export default (input) => input;\n' });
  const client = new pg.Client(database);
  await client.connect();
  try {
    await fillLog(client, CALLS);
    const headers = { authorization: `Bearer ${token}` };
    const addressOf = (query: Record<string, string>) => `${url}/invocations?${new URLSearchParams(query)}`;
    const list = ([query, expected]: Search) =>
      timeMs(async () => {
        const response = await fetch(addressOf(query), { headers });
        if (!response.ok) throw new Error(`${JSON.stringify(query)} answered ${response.status}`);
        const { content } = (await response.json()) as { content: object[] };
        if (expected === undefined ? content.length === 0 : content.length !== expected) {
          throw new Error(
            `${content.length} entries for ${JSON.stringify(query)}, not ${expected ?? 'some'}`,
          );
        }
      });
    const day = new Date(Date.now() - 5 * 86_400_000).toISOString().slice(0, 10);
    const searches: Search[] = [
      [{}, 50],
      [{ search: 'order' }, 50],
      [{ search: 'refunded' }, 50],
      [{ search: '4711' }],
      [{ search: '47' }, 50],
      [{ search: 'refunded heron' }, 0],
      [{ search: 'xylophone' }, 0],
      [{ search: 'gong' }, 0],
      [{ search: 'storm' }, 50],
      [{ search: 'order', function: 'shop-7/place-7' }, 50],
      [{ userId: '0197a000-0000-7000-8000-0000000000e5' }, 0],
      [{ status: 'FAIL', function: 'shop-7/place-7' }, 50],
      [{ search: 'refunded', from: `${day}T00:00:00Z`, to: `${day}T23:59:59Z` }, 50],
    ];
    return await measureRounds(
      subjects,
      async () => {
        const times: number[] = [];
        for (const search of searches) times.push(await list(search));
        times.push(await timeMs(() => client.query(REFERENCE)));
        const quiet = await percentile(url, neighbor);
        const calls = searches.map(([query]) => ({ url: addressOf(query), headers }));
        const stop = startCallers([calls, [...calls.slice(4), ...calls.slice(0, 4)]]);
        const beside = await percentile(url, neighbor);
        const { answered, refused } = await stop();
        const endLoop = startBareLoop();
        const besideLoop = await percentile(url, neighbor);
        await endLoop();
        return [...times, quiet, beside, beside / quiet, besideLoop / quiet, answered, refused];
      },
      { warmUps: 1, repeats: 7 },
    );
  } finally {
    await client.end();
  }
}

/** Search words, and the number of entries that have them; some entries if it is left out. */
type Search = [query: Record<string, string>, expected?: number];

const REFERENCE = `
  select id, function, status, duration_ms from runtime.invocation
  where domain_id = 'bench' and service_id = 'hyper-dispatch' order by id desc limit 50`;

async function percentile(url: string, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const times: number[] = [];
  for (let index = 0; index < NEIGHBOR_CALLS; index++) {
    times.push(
      await timeMs(async () => {
        const response = await fetch(`${url}/invoke/echo`, { method: 'POST', headers, body: '{"a":1}' });
        await response.text();
        if (!response.ok) throw new Error(`the call answered ${response.status}`);
      }),
    );
  }
  times.sort((a, b) => a - b);
  return times[Math.floor(NEIGHBOR_CALLS * 0.99)] ?? Number.NaN;
}
