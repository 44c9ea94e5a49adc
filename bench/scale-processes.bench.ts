import { join } from 'node:path';
import autocannon from 'autocannon';
import pg from 'pg';
import { startPostgres } from '../e2e/support/postgres.ts';
import { signIn } from './administrator.ts';
import { fromAnotherAddress, processorMs } from './call-load.ts';
import { type Benchmark, measureRounds, type Subject } from './frame.ts';
import { listProcesses, type RunningProduct, startAndWait, startProduct, withDataFolder } from './product.ts';

const SECONDS = 3;
const CONNECTIONS = 12;
const PROCESSES = [1, 2, 3] as const;
const LIST = { path: '/auth/v1/sessions', method: 'GET' } as const;
const INVOKE = { path: '/services/hyper-dispatch/invoke/greet', method: 'POST', body: '{}' } as const;

const subjects: Subject[] = [
  ...PROCESSES.map(
    (processes): Subject => ({
      name: `A list, ${processes} web`,
      unit: 'requests/s',
      ...(processes === 1 ? { isReference: true } : {}),
    }),
  ),
  ...PROCESSES.map(
    (processes): Subject => ({ name: `A call of a function, ${processes} web`, unit: 'requests/s' }),
  ),
  { name: 'Processor time of a list in a web process', unit: 'ms' },
  { name: 'Processor time of a call in a web process', unit: 'ms' },
];

export const benchmark: Benchmark = {
  name: 'scale-processes',
  title: 'One, two and three web processes',
  about: `A list of sessions and a call of a function that greets, over ${CONNECTIONS} connections for ${SECONDS} s each, shared evenly by one, two and three web processes on one PostgreSQL over TCP; the first of them also has the jobs and the services. Client, processes and database share the machine, so that a second process has no processor of its own: what a request costs in a web process says more about other machines.`,
  run: () => withDataFolder(measureProcesses),
};

async function measureProcesses(folder: string) {
  const postgres = await startPostgres({ maxConnections: 200 });
  Object.assign(process.env, {
    DATABASE_URL: postgres.url,
    ATRIUM_SECRET_KEY: Buffer.alloc(32, 'bench').toString('base64'),
  });
  const running: RunningProduct[] = [];
  try {
    const first = await startProduct(join(folder, 'one'));
    running.push(first);
    Object.assign(process.env, { ATRIUM_ROLES: 'web', ATRIUM_PUBLIC_URL: first.url });
    const start = join(import.meta.dirname, '..', 'tools', 'start.mjs');
    for (const name of ['two', 'three'])
      running.push(await startAndWait([start], '/health/ready', join(folder, name)));
    await liftLimits(postgres.url);
    const token = await signIn(first.url, '2001:db8::1');
    const rate = async (request: typeof LIST | typeof INVOKE, processes: number) =>
      (await load(running.slice(0, processes), request, token)).rate;
    return await measureRounds(
      subjects,
      async () => {
        const rates: number[] = [];
        for (const request of [LIST, INVOKE])
          for (const processes of PROCESSES) rates.push(await rate(request, processes));
        const last = running.slice(2);
        return [...rates, (await load(last, LIST, token)).costMs, (await load(last, INVOKE, token)).costMs];
      },
      { warmUps: 1, repeats: 3 },
    );
  } finally {
    for (const product of running.toReversed()) await product.stop();
    for (const name of ['DATABASE_URL', 'ATRIUM_SECRET_KEY', 'ATRIUM_ROLES', 'ATRIUM_PUBLIC_URL'])
      delete process.env[name];
    await postgres.stop();
  }
}

/** More calls in a minute are measured than one domain may make. */
async function liftLimits(url: string): Promise<void> {
  const database = new pg.Client({ connectionString: url });
  await database.connect();
  await database.query(`insert into domain_limits (domain_id, name, value, changed_on)
    select domain_id, name, 1000000000, now() from users, unnest(array['invocationsPerMinute', 'invocationsPerDay']) name
    where username = 'admin'`);
  await database.end();
}

/** Answers of all together in a second, and processor time of one. */
async function load(
  products: readonly RunningProduct[],
  { path, ...request }: typeof LIST | typeof INVOKE,
  token: string,
): Promise<{ rate: number; costMs: number }> {
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
