import { join } from 'node:path';
import autocannon from 'autocannon';
import pg from 'pg';
import { startPostgres } from '../e2e/support/postgres.ts';
import { type Caller, call, signIn } from './administrator.ts';
import { fromAnotherAddress, processorMs } from './call-load.ts';
import { type Benchmark, measureRounds, type Subject } from './frame.ts';
import { makeOwner, makeSigner } from './neighbours-filled.ts';
import { listProcesses, type RunningProduct, startProduct, withDataFolder } from './product.ts';
import { testFolders } from './test-runs-bodies.ts';

const SECONDS = 3;
const CONNECTIONS = 12;
const TESTS = 1_000;
const TESTERS = ['ada', 'bo', 'cyd'] as const;
const PROCESSES = [1, 2, 3] as const;
const ASK_EVERY_MS = 50;
const LIST = { path: '/auth/v1/sessions', method: 'GET' } as const;
const INVOKE = { path: '/services/hyper-dispatch/invoke/greet', method: 'POST', body: '{}' } as const;

const subjectsOf = (name: string, unit: Subject['unit']): Subject[] =>
  PROCESSES.map((count) => ({ name: `${name}, ${count} of everything`, unit }));
const [firstList, ...otherLists] = subjectsOf('A list', 'requests/s');
const subjects: Subject[] = [
  ...(firstList ? [{ ...firstList, isReference: true }] : []),
  ...otherLists,
  ...subjectsOf('A call of a function', 'requests/s'),
  ...subjectsOf('Tests of three runs at once', 'tests/s'),
  { name: 'Processor time of a list, without the database', unit: 'ms' },
  { name: 'Processor time of a call, without the database', unit: 'ms' },
];

export const benchmark: Benchmark = {
  name: 'scale-processes',
  title: 'One, two and three processes',
  about: `One, two and three processes of everything (web, jobs, services) on one PostgreSQL over TCP. A list of sessions and a call of a function that greets, over ${CONNECTIONS} connections for ${SECONDS} s each, shared evenly by the web processes, whose calls go round the services; then runs of ${TESTS} tests each in three domains at once, from their requests to the stored end of the last one. A process that was just started first takes all of it uncounted. Client, processes and database share the machine, so that a second process has no processor of its own: what a request costs says more about other machines.`,
  run: () => withDataFolder(measureProcesses),
};

async function measureProcesses(folder: string) {
  const postgres = await startPostgres({ maxConnections: 200 });
  const settings = {
    DATABASE_URL: postgres.url,
    ATRIUM_SECRET_KEY: Buffer.alloc(32, 'bench').toString('base64'),
  };
  const first = await startProduct(join(folder, 'one'), settings);
  try {
    await liftLimits(postgres.url);
    const token = await signIn(first.url, '2001:db8::1');
    const signers = await makeTesters(postgres.url, { url: first.url, token });
    const measureRound = async () => {
      const running = [first];
      const lists: Load[] = [];
      const calls: Load[] = [];
      const tests: number[] = [];
      const measure = async (products: readonly RunningProduct[]) => ({
        list: await load(products, LIST, token),
        call: await load(products, INVOKE, token),
        tests: await runTests(products, signers),
      });
      try {
        for (const count of PROCESSES) {
          if (count > 1) {
            const own = { ...settings, ATRIUM_PUBLIC_URL: first.url };
            const started = await startProduct(join(folder, String(count)), own);
            running.push(started);
            // The first seconds of a process cost twice, and the first process has them behind it.
            await measure([started]);
          }
          const measured = await measure(running);
          lists.push(measured.list);
          calls.push(measured.call);
          tests.push(measured.tests);
        }
      } finally {
        for (const product of running.slice(1).toReversed()) await product.stop();
      }
      const rates = [...lists, ...calls].map(({ rate }) => rate);
      return [...rates, ...tests, lists.at(-1)?.costMs ?? 0, calls.at(-1)?.costMs ?? 0];
    };
    return await measureRounds(subjects, measureRound, { warmUps: 1, repeats: 3 });
  } finally {
    await first.stop();
    await postgres.stop();
  }
}

/** More calls in a minute are measured than one domain may make. */
async function liftLimits(url: string): Promise<void> {
  const database = new pg.Client({ connectionString: url });
  await database.connect();
  await database.query(`insert into domain_limits (domain_id, name, value, changed_on)
    select domain_id, name, 1000000000, now() from users, unnest(array['invocationsPerMinute', 'invocationsPerDay', 'computingPerDay']) name
    where username = 'admin'`);
  await database.end();
}

type Sign = () => Promise<string>;

/** Owners of domains with many tests, each with what signs their tokens. */
async function makeTesters(url: string, administrator: Caller): Promise<Sign[]> {
  const database = new pg.Client({ connectionString: url });
  await database.connect();
  try {
    const signers: Sign[] = [];
    for (const name of TESTERS) {
      const { userId } = await makeOwner(database, name);
      const sign = await makeSigner(administrator, userId);
      const owner = { url: administrator.url, token: await sign() };
      const { version } = await call<{ version: number }>(
        owner,
        'GET',
        '/services/hyper-dispatch/export/metadata',
      );
      const folders = testFolders(TESTS);
      const change = { baseVersion: version, message: 'Many tests', folders };
      await call(owner, 'POST', '/services/hyper-dispatch/import', change);
      signers.push(sign);
    }
    return signers;
  } finally {
    await database.end();
  }
}

/** Tests of all runs together in a second; the processes are asked in turn. */
async function runTests(products: readonly RunningProduct[], signers: readonly Sign[]): Promise<number> {
  const begun = performance.now();
  const counts = await Promise.all(
    signers.map(async (sign, at) => {
      const url = products[at % products.length]?.url ?? '';
      const owner = { url, token: await sign() };
      const { runId } = await call<{ runId: string }>(owner, 'POST', '/console/v1/tests/run', {});
      for (;;) {
        const path = `/console/v1/tests/run/${runId}/changes?since=2000000000`;
        const run = await call<{ status: string; counts: { OK?: number } }>(owner, 'GET', path);
        if (run.status === 'OK') return run.counts.OK ?? 0;
        if (run.status !== 'RUNNING') throw new Error(`A run ended as ${run.status}.`);
        await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
      }
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0) / ((performance.now() - begun) / 1000);
}

interface Load {
  /** Answers of all together in a second. */
  rate: number;
  /** Processor time of one. */
  costMs: number;
}

async function load(
  products: readonly RunningProduct[],
  { path, ...request }: typeof LIST | typeof INVOKE,
  token: string,
): Promise<Load> {
  const processIds = products.flatMap(({ child }) => listProcesses(child.pid ?? 0));
  const before = processorMs(processIds);
  const results = await Promise.all(
    products.map(({ url }) =>
      autocannon({
        url: url + path,
        ...request,
        connections: CONNECTIONS / products.length,
        duration: SECONDS,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        requests: [{ setupRequest: fromAnotherAddress }],
      }),
    ),
  );
  let answered = 0;
  for (const { requests, non2xx, errors } of results) {
    if (non2xx > 0 || errors > 0) throw new Error(`${path}: ${non2xx} refused, ${errors} failed`);
    answered += requests.total;
  }
  return { rate: answered / SECONDS, costMs: (processorMs(processIds) - before) / answered };
}
