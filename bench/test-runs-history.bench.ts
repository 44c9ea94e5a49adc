import { join } from 'node:path';
import type { Page } from '@playwright/test';
import pg from 'pg';
import { call, signInInside } from './administrator.ts';
import { launchBrowser } from './browser.ts';
import { type Benchmark, measureRounds, timeMs } from './frame.ts';
import { startProduct, withDataFolder } from './product.ts';
import { fillHistory } from './test-runs-filled.ts';

const RUNS = Number(process.env['ATRIUM_BENCH_RUNS'] ?? 10_000);
const TESTS = 500;

const subjects = [
  { name: 'Strip: the last 30 runs', unit: 'ms', limit: 150 },
  { name: 'Search of a year, which finds the 1000 latest', unit: 'ms', limit: 150 },
  { name: 'The same 1000 rows straight from PostgreSQL', unit: 'ms', isReference: true },
  { name: 'Since when the failures of a run are there', unit: 'ms' },
  { name: 'History of 100 runs of 500 tests', unit: 'ms' },
  { name: 'Heat map drawn, from its response on', unit: 'ms', limit: 200 },
  { name: 'Longest task of the browser meanwhile', unit: 'ms', limit: 100 },
] as const;

export const benchmark: Benchmark = {
  name: 'test-runs-history',
  title: 'The history of many test runs',
  about: `${RUNS} runs of ${TESTS} tests each are in the store (${RUNS * TESTS} results). The calls of the dashboard over HTTP, signed in, each response checked against the contract; then the page draws the heat map of 100 runs in a browser, whose time is from the end of the response to the frame with its marks. The reference reads the runs of the search with one statement over one connection.`,
  run: () => withDataFolder(measureHistory),
};

async function measureHistory(folder: string) {
  const product = await startProduct(folder);
  const database = new pg.Client({ host: join(folder, 'database'), user: 'atrium', database: 'atrium' });
  const browser = await launchBrowser();
  try {
    await database.connect();
    await fillHistory(database, { runs: RUNS, tests: TESTS });
    const page = await browser.newPage({ baseURL: product.url, viewport: { width: 1440, height: 900 } });
    const caller = { url: product.url, token: await signInInside(page, product.url) };
    const ask = (path: string, body?: object) =>
      call<unknown>(caller, body ? 'POST' : 'GET', `/console/v1/tests${path}`, body);
    const [latest] = (await ask('/run/recent?size=1')) as { runId: string }[];
    const toDate = new Date().toISOString();
    const fromDate = new Date(Date.now() - 365 * 86_400_000).toISOString();
    return await measureRounds(
      subjects,
      async () => [
        await timeMs(() => ask('/run/recent?size=30')),
        await timeMs(() => ask('/run/filter', { fromDate, toDate })),
        await timeMs(() =>
          database.query('select * from test_runs order by started_on desc, id desc limit 1000'),
        ),
        await timeMs(() => ask(`/run/${latest?.runId}/failures`)),
        await timeMs(() => ask('/history')),
        ...(await drawHeatMap(page)),
      ],
      { warmUps: 2, repeats: 15 },
    );
  } finally {
    await browser.close();
    await database.end();
    await product.stop();
  }
}

/** Opens the history from the dashboard, as a person does. */
async function drawHeatMap(page: Page): Promise<[drawnMs: number, longestTaskMs: number]> {
  await page.goto('/console/test-runner-dashboard');
  await page.getByText('Finished tests').waitFor();
  await page.evaluate(() => {
    const seen = { longest: 0, drawnAt: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration);
    }).observe({ type: 'longtask' });
    const watch = () => {
      if (document.querySelector('[role=slider] svg') === null) requestAnimationFrame(watch);
      else requestAnimationFrame(() => (seen.drawnAt = performance.now()));
    };
    watch();
  });
  await page.getByRole('tab', { name: 'History' }).click();
  await page.waitForFunction(() => (window as unknown as { seen: { drawnAt: number } }).seen.drawnAt > 0);
  // Not a wait for something: a long task is reported after it has ended.
  await page.waitForTimeout(300);
  return page.evaluate(() => {
    const { seen } = window as unknown as { seen: { longest: number; drawnAt: number } };
    const [answer] = performance
      .getEntriesByType('resource')
      .filter(({ name }) => name.endsWith('/console/v1/tests/history')) as PerformanceResourceTiming[];
    return [seen.drawnAt - (answer?.responseEnd ?? 0), seen.longest];
  });
}
