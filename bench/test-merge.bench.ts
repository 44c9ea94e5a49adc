import { call, signIn } from './administrator.ts';
import { type Benchmark, measureRounds } from './frame.ts';
import { startProduct, withDataFolder } from './product.ts';
import { testFolders } from './test-runs-bodies.ts';

const TESTS = Number(process.env['ATRIUM_BENCH_TESTS'] ?? 10_000);
const POLL_MS = 20;

const subjects = [
  { name: `Run of ${TESTS} tests with a change that is not live`, unit: 'ms' },
  { name: 'The same tests with what is live', unit: 'ms', isReference: true },
  { name: 'The first by the second', unit: '', limit: 1.1 },
] as const;

export const benchmark: Benchmark = {
  name: 'test-merge',
  title: 'Testing before it is live',
  about: `${TESTS} tests of one service: 80 % trivial, 15 % fib(15), 5 % one call of a function. A run with a function changed that is not live, and a run of what is live, each from its request to the stored end of the run over HTTP. They take turns, two of each in a round, and the fastest of each are compared.`,
  run: () => withDataFolder(measureRuns),
};

const file = { folderPath: 'functions/bench', name: 'changed.js', checksum: null };
const candidate = {
  changes: [
    {
      kind: 'edit',
      serviceId: 'hyper-dispatch',
      files: [{ ...file, content: 'export default () => 2;\n' }],
    },
  ],
};

async function measureRuns(folder: string) {
  const product = await startProduct(folder);
  const caller = { url: product.url, token: await signIn(product.url) };

  async function timeRun(path: string, body: object): Promise<number> {
    const started = performance.now();
    const { runId } = await call<{ runId: string }>(caller, 'POST', path, body);
    for (;;) {
      const since = `/console/v1/tests/run/${runId}/changes?since=2000000000`;
      const { status } = await call<{ status: string }>(caller, 'GET', since);
      if (status === 'OK') return performance.now() - started;
      if (status !== 'RUNNING') throw new Error(`the run ended as ${status}`);
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
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
        const fastest = { live: Number.POSITIVE_INFINITY, candidate: Number.POSITIVE_INFINITY };
        for (const kind of ['live', 'candidate', 'candidate', 'live'] as const) {
          const ms =
            kind === 'live'
              ? await timeRun('/console/v1/tests/run', {})
              : await timeRun('/console/v1/tests/candidate', candidate);
          fastest[kind] = Math.min(fastest[kind], ms);
        }
        return [fastest.candidate, fastest.live, fastest.candidate / fastest.live];
      },
      { warmUps: 1, repeats: 3 },
    );
  } finally {
    await product.stop();
  }
}
