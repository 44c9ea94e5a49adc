import { call, signIn } from './administrator.ts';
import { type Benchmark, measureRounds, timeMs } from './frame.ts';
import { startProduct, withDataFolder } from './product.ts';

const VERSIONS = Number(process.env['ATRIUM_BENCH_VERSIONS'] ?? 1000);
const ROUNDS = 5;
const TEST_MS = 100;
const POLL_MS = 20;
const SERVICE = 'hyper-dispatch';

const subjects = [
  { name: `Find the change among ${VERSIONS} versions`, unit: 'ms', limit: 10_000 },
  { name: 'One run of the same test, from the request to its stored end', unit: 'ms', isReference: true },
  { name: 'Runs of the test in one search', unit: '', limit: 12 },
] as const;

export const benchmark: Benchmark = {
  name: 'change-search',
  title: 'Finding the change that broke a test',
  about: `${VERSIONS} versions of one service lie between a run in which the tests passed and one in which they failed, each made by an import that changes a function. Each round searches for another test, which takes ${TEST_MS} ms and was broken by another version, over HTTP, from the request to the stored end; what is found has to be that version. The reference is one run of that test alone.`,
  run: () => withDataFolder(measureSearches),
};

interface Search {
  status: string;
  runs: number;
  versions: number;
  found: { version: number } | null;
}

const idOf = (round: number) => `${SERVICE}/tests/bench/breaks-${round}`;
/** Spread over the history, and none where a search by halves looks first. */
const breakOf = (round: number) => Math.round((VERSIONS * (2 * round + 1)) / (2 * (ROUNDS + 1))) + round;

const testOf = (round: number) => `export default async ({ call, expect }) => {
  const end = Date.now() + ${TEST_MS};
  while (Date.now() < end);
  expect(await call('bench/state')).to.be.below(${breakOf(round)});
};
`;

async function measureSearches(folder: string) {
  const product = await startProduct(folder);
  const caller = { url: product.url, token: await signIn(product.url) };
  let version = 0;

  async function importFiles(name: string, files: Record<string, string>): Promise<void> {
    const changed = Object.entries(files).map(([file, content]) => {
      return { name: file, action: 'merge', content };
    });
    const body = { baseVersion: version, message: 'Measured', folders: [{ name, files: changed }] };
    const path = `/services/${SERVICE}/import`;
    ({ version } = await call<{ version: number }>(caller, 'POST', path, body));
  }

  async function runTests(ids: readonly string[]): Promise<string> {
    const servicesTests = [{ serviceId: SERVICE, tests: ids.map((id) => ({ id })) }];
    const { runId } = await call<{ runId: string }>(caller, 'POST', '/console/v1/tests/run', {
      servicesTests,
    });
    for (;;) {
      const path = `/console/v1/tests/run/${runId}/changes?since=2000000000`;
      const { status } = await call<{ status: string }>(caller, 'GET', path);
      if (status !== 'RUNNING') return runId;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }

  async function search(runId: string, id: string): Promise<Search> {
    const path = `/console/v1/tests/run/${runId}/find-change`;
    await call(caller, 'POST', path, { id });
    for (;;) {
      const found = await call<Search>(caller, 'GET', `${path}?id=${encodeURIComponent(id)}`);
      if (found.status !== 'RUNNING') return found;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  }

  try {
    const metadata = `/services/${SERVICE}/export/metadata`;
    ({ version } = await call<{ version: number }>(caller, 'GET', metadata));
    const rounds = Array.from({ length: ROUNDS + 1 }, (_, round) => round);
    await importFiles('functions/bench', { 'state.js': 'export default () => 0;\n' });
    await importFiles(
      'tests/bench',
      Object.fromEntries(rounds.map((round) => [`breaks-${round}.js`, testOf(round)])),
    );
    await runTests(rounds.map(idOf));
    const before = version;
    for (let state = 1; state <= VERSIONS; state += 1)
      await importFiles('functions/bench', { 'state.js': `export default () => ${state};\n` });
    const failed = await runTests(rounds.map(idOf));
    let round = 0;
    return await measureRounds(
      subjects,
      async () => {
        const id = idOf(round);
        let found: Search | undefined;
        const searchMs = await timeMs(async () => {
          found = await search(failed, id);
        });
        if (found?.versions !== VERSIONS || found.found?.version !== before + breakOf(round))
          throw new Error(`the search for ${id} ended with ${JSON.stringify(found)}`);
        const runMs = await timeMs(() => runTests([id]));
        round += 1;
        return [searchMs, runMs, found.runs];
      },
      { warmUps: 1, repeats: ROUNDS },
    );
  } finally {
    await product.stop();
  }
}
