import { join } from 'node:path';
import pg from 'pg';
import { signIn } from './administrator.ts';
import { startBareLoop } from './bare-loop.ts';
import { type Benchmark, measureRounds } from './benchmark.ts';
import { nextAddress } from './call-load.ts';
import { fillLarge, findOwner, LARGE, makeOwner, makeSigner } from './large-domain.ts';
import { startProduct, withDataFolder } from './product.ts';
import { startCallers } from './repeated-calls.ts';

const SECONDS = 8;
const kept = process.env['ATRIUM_BENCH_DATA'];
const HYPER_DISPATCH = '/services/hyper-dispatch';

interface Slow {
  name: string;
  method: 'GET' | 'POST';
  path: string;
  body?: object;
}

const month = new Date().toISOString().slice(0, 7);
/** Calls that the large domain repeats without a pause. */
const slowCalls: Slow[] = [
  {
    name: 'Log, a text that no entry has',
    method: 'POST',
    path: '/console/v1/consolidated/log',
    body: { startAt: 0, text: 'nothing like this' },
  },
  {
    name: 'Log, an action that no entry has',
    method: 'POST',
    path: '/console/v1/consolidated/log',
    body: { startAt: 0, action: 'billing' },
  },
  {
    name: 'Logged calls, a word that none has',
    method: 'GET',
    path: `${HYPER_DISPATCH}/invocations?search=nothing`,
  },
  { name: 'Calls counted by function', method: 'GET', path: `${HYPER_DISPATCH}/invocation-counts?days=90` },
  { name: 'Files without contents', method: 'GET', path: `${HYPER_DISPATCH}/export/metadata` },
  { name: 'Files as JSON bodies', method: 'POST', path: '/console/v1/git/config/local', body: {} },
  { name: 'Services with their configuration', method: 'GET', path: '/console/v1/git/config/services' },
  { name: 'Usage of the running month', method: 'GET', path: '/console/v1/billing/invoice' },
  { name: 'Usage of a month by functions', method: 'GET', path: `/console/v1/usage/month?month=${month}` },
  { name: 'Usage by days', method: 'GET', path: `/console/v1/usage/days?month=${month}` },
  { name: 'Child users', method: 'GET', path: '/auth/v1/user/children' },
  {
    name: 'Last page of invoices',
    method: 'POST',
    path: '/console/v1/invoice/list',
    body: { page: LARGE.invoices / 20 - 1, size: 20 },
  },
];

const subjects = [
  { name: "99th percentile of a neighbor's list, quiet", unit: 'ms', isReference: true },
  { name: "… while the large domain's slowest calls run", unit: 'ms' },
  { name: 'List beside the large domain as a multiple of quiet', unit: '', limit: 1.5 },
  { name: 'List: beside two bare loops, as a multiple of quiet', unit: '' },
  { name: "99th percentile of a neighbor's call of a function, quiet", unit: 'ms' },
  { name: "… while the large domain's slowest calls run, too", unit: 'ms' },
  { name: 'Function call beside the large domain as a multiple of quiet', unit: '', limit: 1.5 },
  { name: 'Call of a function: beside two bare loops, as a multiple of quiet', unit: '' },
  { name: "The large domain's calls that were answered meanwhile", unit: '' },
  { name: '… that were refused', unit: '' },
  ...slowCalls.map(({ name }) => ({ name: `${name}: alone`, unit: 'ms' }) as const),
] as const;

export const benchmark: Benchmark = {
  name: 'neighbors',
  title: 'Calls beside a large domain',
  about: `One domain has ${say(LARGE.files)} files, ${say(LARGE.children)} child users, ${say(LARGE.invoices)} invoices, ${say(LARGE.logEntries)} log entries and ${say(LARGE.loggedCalls)} logged calls. Another domain lists services and calls a function for ${SECONDS} s each: on a quiet machine, then while the large domain repeats its ${slowCalls.length} slowest calls at the same time. Two processes that only compute show the machine's share. \`ATRIUM_BENCH_DATA\` names a folder to keep.`,
  run: () => (kept === undefined ? withDataFolder(measureNeighbours) : measureNeighbours(kept)),
};

async function measureNeighbours(folder: string) {
  const product = await startProduct(folder);
  const database = new pg.Client({ host: join(folder, 'database'), user: 'atrium', database: 'atrium' });
  try {
    await database.connect();
    const known = { large: await findOwner(database, 'large'), small: await findOwner(database, 'small') };
    const large = known.large ?? (await makeOwner(database, 'large'));
    const small = known.small ?? (await makeOwner(database, 'small'));
    if (known.large === undefined) await fillLarge(database, large);
    return await measureBeside(product.url, large, small);
  } finally {
    await database.end();
    await product.stop();
  }
}

async function measureBeside(url: string, large: { userId: string }, small: { userId: string }) {
  const administrator = { url, token: await signIn(url) };
  const signLarge = await makeSigner(administrator, large.userId);
  const signSmall = await makeSigner(administrator, small.userId);
  const prepare = async (sign: () => Promise<string>, { method, path, body }: Omit<Slow, 'name'>) => ({
    url: url + path,
    method,
    headers: {
      authorization: `Bearer ${await sign()}`,
      'x-forwarded-for': nextAddress(),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const send = async (...call: Parameters<typeof prepare>) => {
    const { url, ...request } = await prepare(...call);
    const startedAt = performance.now();
    const response = await fetch(url, request);
    await response.arrayBuffer();
    return { status: response.status, ms: performance.now() - startedAt };
  };
  const percentile = async (request: Omit<Slow, 'name'>) => {
    const times: number[] = [];
    const until = performance.now() + SECONDS * 1000;
    while (performance.now() < until) {
      const { status, ms } = await send(signSmall, request);
      if (status !== 200) throw new Error(`the neighbor's ${request.path} answered ${status}`);
      times.push(ms);
    }
    times.sort((a, b) => a - b);
    return times[Math.floor(times.length * 0.99)] ?? Number.NaN;
  };
  const list = { method: 'GET', path: '/services' } as const;
  const invoke = { method: 'POST', path: `${HYPER_DISPATCH}/invoke/greet`, body: {} } as const;
  const bothPercentiles = async () => ({ list: await percentile(list), invoke: await percentile(invoke) });
  return await measureRounds(
    subjects,
    async () => {
      const quiet = await bothPercentiles();
      const calls = await Promise.all(slowCalls.map((slow) => prepare(signLarge, slow)));
      const stop = startCallers(calls.map((call) => [call]));
      const beside = await bothPercentiles();
      const { answered, refused } = await stop();
      const endLoops = [startBareLoop(), startBareLoop()];
      const besideLoops = await bothPercentiles();
      await Promise.all(endLoops.map((end) => end()));
      const alone: number[] = [];
      for (const slow of slowCalls) {
        const { status, ms } = await send(signLarge, slow);
        if (status !== 200) throw new Error(`${slow.path} answered ${status}`);
        alone.push(ms);
      }
      const compared = (['list', 'invoke'] as const).flatMap((call) => [
        quiet[call],
        beside[call],
        beside[call] / quiet[call],
        besideLoops[call] / quiet[call],
      ]);
      return [...compared, answered, refused, ...alone];
    },
    { warmUps: 1, repeats: 3 },
  );
}

function say(count: number): string {
  return count.toLocaleString('en-US');
}
