import { call, signInInside } from './administrator.ts';
import { launchBrowser } from './browser.ts';
import { type Benchmark, measureRounds } from './frame.ts';
import { startProduct, withDataFolder } from './product.ts';
import { runUnderNode, testFolders } from './test-runs-bodies.ts';

const TESTS = Number(process.env['ATRIUM_BENCH_TESTS'] ?? 10_000);

const subjects = [
  { name: `Run of ${TESTS} tests: POST to the last stored result`, unit: 'ms' },
  { name: `node:test, the same ${TESTS} bodies without isolation`, unit: 'ms', isReference: true },
  { name: 'The run by the reference', unit: '', limit: 1.5 },
  { name: 'Longest task in the browser while results arrive', unit: 'ms', limit: 100 },
] as const;

export const benchmark: Benchmark = {
  name: 'test-runs-many',
  title: 'A run of many tests',
  about: `${TESTS} tests of one service: 80 % trivial, 15 % fib(15), 5 % one call of a function. Ours runs each in the sandbox, as a job, stores every result in PostgreSQL and sends it to a browser that opens the run and shows it meanwhile; the time is from the request to the stored end of the run. The reference runs the same bodies under \`node:test\` in one process without isolation, from its start to its end. They take turns, two of each in a round. The fastest of each count, and the longest task of both runs.`,
  run: () => withDataFolder(measureRuns),
};

async function measureRuns(folder: string) {
  const product = await startProduct(folder);
  const browser = await launchBrowser();
  const page = await browser.newPage({ baseURL: product.url });
  const caller = { url: product.url, token: await signInInside(page, product.url) };

  async function runAll(): Promise<{ runMs: number; longestTaskMs: number }> {
    const postedAt = Date.now();
    const { runId, servicesTests } = await call<{
      runId: string;
      servicesTests: { tests: object[] }[];
    }>(caller, 'POST', '/console/v1/tests/run', {});
    const count = servicesTests.reduce((sum, { tests }) => sum + tests.length, 0);
    if (count < TESTS) throw new Error(`only ${count} tests are there`);
    await page.goto(`/console/run-tests?runId=${runId}`);
    await page.getByText('Finished tests').waitFor();
    await page.evaluate(() => {
      const seen = { longest: 0 };
      Object.assign(window, { tasks: seen });
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) seen.longest = Math.max(seen.longest, duration);
      }).observe({ type: 'longtask', buffered: true });
    });
    for (;;) {
      const path = `/console/v1/tests/run/${runId}/changes?since=2000000000`;
      const run = await call<{ status: string; startedAt: string; duration: number }>(caller, 'GET', path);
      if (run.status !== 'RUNNING') {
        // Not a wait for something: the long tasks of the last results belong to what is measured.
        await page.waitForTimeout(1000);
        const longestTaskMs = await page.evaluate(
          () => (window as unknown as { tasks: { longest: number } }).tasks.longest,
        );
        if (run.status !== 'OK') throw new Error(`the run ended as ${run.status}`);
        return { runMs: Date.parse(run.startedAt) + run.duration - postedAt, longestTaskMs };
      }
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }

  try {
    const metadata = '/services/hyper-dispatch/export/metadata';
    const { version } = await call<{ version: number }>(caller, 'GET', metadata);
    await call(caller, 'POST', '/services/hyper-dispatch/import', {
      baseVersion: version,
      message: 'Many tests',
      folders: testFolders(TESTS),
    });
    return await measureRounds(
      subjects,
      async () => {
        const first = await runAll();
        const reference = [await runUnderNode(TESTS), await runUnderNode(TESTS)];
        const second = await runAll();
        const [runMs, referenceMs] = [Math.min(first.runMs, second.runMs), Math.min(...reference)];
        const longestTaskMs = Math.max(first.longestTaskMs, second.longestTaskMs);
        return [runMs, referenceMs, runMs / referenceMs, longestTaskMs];
      },
      { warmUps: 1, repeats: 3 },
    );
  } finally {
    await browser.close();
    await product.stop();
  }
}
