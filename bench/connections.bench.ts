import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type Benchmark, measureRounds, median, type Series, timeMs } from './benchmark.ts';
import { processorMs } from './call-load.ts';
import { agent, callHook, createHook, type Hook, pushed } from './connected-hook.ts';
import {
  type Connected,
  type ConnectedProduct,
  connectDomain,
  SERVICE,
  withConnectedProduct,
} from './connected-product.ts';
import { contentOf } from './many-files.ts';
import { listProcesses, startReference } from './product.ts';

const run = promisify(execFile);

/** A part of the connections, for a look at the benchmark itself: `ATRIUM_BENCH_SHARE=0.1`. */
const CONNECTIONS = Math.round(1000 * Number(process.env['ATRIUM_BENCH_SHARE'] ?? 1));
const OF_DOMAIN = 20;
const FILES = 40;
const MOVED = 0.05;
const PERIOD_MS = 15 * 60_000;
const WATCHED_MS = 120_000;

const HOOKS = 100;
const LARGE_BYTES = 900_000;

const PUSHED = { files: 200, changed: 100, tests: 50 };

const PARTS = ['looks', 'webhooks', 'pushes'] as const;

export const benchmark: Benchmark = {
  name: 'connections',
  title: 'Connected repositories',
  about: `A process of each role, PostgreSQL and \`git http-backend\` on one machine. Connections: ${CONNECTIONS.toLocaleString('en-US')} in ${CONNECTIONS / OF_DOMAIN} domains, each with a repository of its own of ${FILES} functions; the timetable that looks at their branches is watched for two minutes, in which ${MOVED * 100} % move. Processor time of the jobs process with all of git's; reference: \`git ls-remote\` alone. Webhooks: signed and forged calls, one after the other or ${HOOKS} at once, all of one connection; reference: bare \`node:http\` that reads the body. Pushes: ${PUSHED.changed} of ${PUSHED.files} functions change, from the webhook to live, with ${PUSHED.tests} tests; reference: \`git clone --depth 1\` of the commit.`,
  parts: PARTS,
  run: (parts = PARTS) =>
    withConnectedProduct(async (product) => {
      const series: Series[] = [];
      if (parts.includes('webhooks')) series.push(...(await measureWebhooks(product)));
      if (parts.includes('pushes')) series.push(...(await measurePushes(product)));
      if (parts.includes('looks')) series.push(...(await measureLooks(product)));
      return series;
    }),
};

const fileOf = (index: number) => `functions/group/file${index}.js`;
const functions = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [fileOf(index), contentOf(index, 0)]));

async function until(isSo: () => Promise<boolean>, what: string, everyMs = 50): Promise<void> {
  for (const deadline = Date.now() + 10 * 60_000; !(await isSo()); await sleep(everyMs))
    if (Date.now() > deadline) throw new Error(`not within ten minutes: ${what}`);
}

const point = (curve: string) => ({ point: { curve, operation: '', size: 0 } });

async function measureLooks(product: ConnectedProduct): Promise<Series[]> {
  const { db, jobs } = product;
  const connected: Connected[] = [];
  for (let domain = 0; domain < CONNECTIONS / OF_DOMAIN; domain += 1) {
    const names = Array.from({ length: OF_DOMAIN }, (_, index) => `looks-${domain}-${index}`);
    connected.push(...(await connectDomain(product, `looks-${domain}`, names, functions(FILES))));
  }
  const count = async (condition: string, ...values: unknown[]) => {
    const { rows } = await db.query(`select count(*) from connection_states where ${condition}`, values);
    return Number(rows[0].count);
  };
  await until(async () => (await count('looked_on is null')) === 0, 'the first looks');
  // With all that it has started, ended or not.
  const usedMs = () => processorMs(listProcesses(jobs), { withEnded: true });
  // Each minute has the same number of looks only on average.
  const isDue = `next_look_on between now() and now() + interval '${WATCHED_MS} ms'`;
  let round = 0;
  return await measureRounds(
    [
      { name: 'git ls-remote: processor time', unit: 'ms', isReference: true, ...point('looks') },
      { name: 'Look: processor time', unit: 'ms', ...point('looks') },
      { name: 'Looks in two minutes', unit: '' },
      { name: 'Share of a core for 1,000 connections', unit: '', limit: 0.1 },
    ],
    async () => {
      round += 1;
      const { rows } = await db.query<{ id: string; now: Date }>(
        `select connection_id as id, now() from connection_states where ${isDue}`,
      );
      const due = connected.filter(({ id }) => rows.some((row) => row.id === id));
      for (const { repository } of due.slice(0, Math.ceil(due.length * MOVED)))
        await repository.commit({ [`${SERVICE}/${fileOf(round)}`]: contentOf(round, round) });
      const alone = await lsRemoteMs(product);
      const before = usedMs();
      await sleep(WATCHED_MS);
      const used = usedMs() - before;
      const looks = await count('looked_on > $1', rows[0]?.now);
      if ((await count('problem is not null')) > 0) throw new Error('a repository could not be read');
      return [alone, used / looks, looks, ((used / looks) * 1000) / PERIOD_MS];
    },
    { warmUps: 0, repeats: 3 },
  );
}

/** One call of git, without the product. */
async function lsRemoteMs({ remote }: ConnectedProduct): Promise<number> {
  const url = new URL(remote.urlOf('looks-0-0'));
  url.username = remote.username;
  url.password = remote.password;
  const calls = 40;
  const loop = `for i in $(seq ${calls}); do git ls-remote --symref "$0" HEAD 'refs/heads/*' > /dev/null; done; times`;
  const { stdout } = await run('sh', ['-c', loop, url.href]);
  // The second line is of the children.
  const times = stdout.trim().split('\n').at(-1) ?? '';
  const seconds = [...times.matchAll(/(\d+)m([\d.]+)s/g)].map(([, m, s]) => Number(m) * 60 + Number(s));
  return (seconds.reduce((sum, each) => sum + each, 0) * 1000) / calls;
}

/** Median and 95th percentile. */
const quantiles = (times: readonly number[]): [number, number] => [
  median(times),
  times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN,
];

async function oneByOne(hook: Hook, body: string, expected?: number): Promise<[number, number]> {
  const times: number[] = [];
  for (let call = 0; call < HOOKS; call += 1) times.push(await callHook(hook, body, expected));
  return quantiles(times);
}

async function atOnce(hook: Hook, body: string, expected?: number): Promise<[number, number]> {
  return quantiles(await Promise.all(Array.from({ length: HOOKS }, () => callHook(hook, body, expected))));
}

async function measureWebhooks(product: ConnectedProduct): Promise<Series[]> {
  const [connected] = await connectDomain(product, 'webhooks', ['webhooks'], functions(FILES));
  if (connected === undefined) throw new Error('nothing was connected');
  const hook = await createHook(product, connected);
  const forged = { ...hook, secret: 'guessed' };
  const reference = await startReference('bare-sink.mjs');
  const bare = { url: reference.url, secret: hook.secret };
  const [small, large] = [pushed(), pushed(LARGE_BYTES)];
  const rows: [name: string, curve: string, measure: (of: Hook) => Promise<[number, number]>][] = [
    ['one after the other', 'small', (of) => oneByOne(of, small)],
    ['with 900 kB', 'large', (of) => oneByOne(of, large)],
    [`${HOOKS} at once`, 'at once', (of) => atOnce(of, small)],
  ];
  const both = (name: string, curve: string, goal: object) => [
    { name: `${name}: median`, unit: 'ms' as const, ...point(`${curve} median`), ...goal },
    { name: `${name}: 95th percentile`, unit: 'ms' as const, ...point(`${curve} p95`), ...goal },
  ];
  try {
    return await measureRounds(
      rows.flatMap(([name, curve]) => [
        ...both(`Bare endpoint, ${name}`, curve, { isReference: true }),
        ...both(`Webhook, ${name}`, curve, { limit: 50 }),
        ...both(`Forged webhook, ${name}`, curve, { limit: 50 }),
      ]),
      async () => {
        const values: number[] = [];
        for (const [, curve, measure] of rows) {
          values.push(...(await measure(bare)), ...(await measure(hook)));
          const body = curve === 'large' ? large : small;
          values.push(...(await (curve === 'at once' ? atOnce : oneByOne)(forged, body, 404)));
        }
        return values;
      },
      { warmUps: 1, repeats: 5 },
    );
  } finally {
    reference.stop();
    agent.destroy();
  }
}

async function measurePushes(product: ConnectedProduct): Promise<Series[]> {
  const tests = Array.from({ length: PUSHED.tests }, (_, index) => [
    `tests/group/test${index}.js`,
    `export default async ({ call, expect }) =>\n  expect((await call('group/answer', { n: ${index} })).n).to.equal(${index});\n`,
  ]);
  const [connected] = await connectDomain(product, 'pushes', ['pushes'], {
    ...functions(PUSHED.files),
    'functions/group/answer.js': 'export default ({ n }) => ({ n });\n',
    ...Object.fromEntries(tests),
  });
  if (connected === undefined) throw new Error('nothing was connected');
  const { id, repository, call } = connected;
  const hook = await createHook(product, connected);
  await call('PUT', `/console/v1/git/connections/${id}/automation`, { onPush: 'LIVE' });
  const isSeen = async () =>
    (
      await product.db.query(
        'select 1 from connection_states where connection_id = $1 and commit_sha is not null',
        [id],
      )
    ).rows.length > 0;
  await until(isSeen, 'the first look');
  let round = 0;
  return await measureRounds(
    [
      { name: 'git clone --depth 1 of the push', unit: 'ms', isReference: true, ...point('push') },
      { name: `Push of ${PUSHED.changed} files: webhook to live`, unit: 'ms', limit: 5000, ...point('push') },
      { name: 'of that, until the branch was looked at', unit: 'ms', ...point('push') },
      { name: 'of that, pull, comparison and candidate', unit: 'ms', ...point('push') },
      { name: 'of that, tests', unit: 'ms', ...point('push') },
      { name: 'of that, submit', unit: 'ms', ...point('push') },
    ],
    async () => {
      round += 1;
      const changed = Array.from({ length: PUSHED.changed }, (_, index) => [
        `${SERVICE}/${fileOf(index)}`,
        contentOf(index, round),
      ]);
      const commit = await repository.commit(Object.fromEntries(changed));
      const startedAt = performance.now();
      await callHook(hook, pushed());
      const steps = await watchPush(product, commit, startedAt);
      const clonedMs = await cloneMs(product);
      return [clonedMs, ...steps];
    },
    { warmUps: 1, repeats: 5 },
  );
}

/** Times of the whole and of the steps. */
async function watchPush({ db }: ConnectedProduct, commit: string, startedAt: number): Promise<number[]> {
  const beganAt = new Map<string, number>();
  let outcome: string | null = null;
  let detail = '';
  const isEnded = async () => {
    const { rows } = await db.query(
      'select step, outcome, detail from connection_events where commit_sha = $1',
      [commit],
    );
    if (rows.length === 0) return false;
    ({ outcome, detail } = rows[0]);
    const step = outcome ?? rows[0].step;
    if (!beganAt.has(step)) beganAt.set(step, performance.now());
    return outcome !== null;
  };
  await until(isEnded, 'a push', 5);
  if (outcome !== 'LIVE') throw new Error(`the push ended as ${outcome}: ${detail}`);
  const live = beganAt.get('LIVE') ?? Number.NaN;
  const submit = beganAt.get('SUBMIT') ?? live;
  const tests = beganAt.get('TEST') ?? submit;
  const pull = beganAt.get('PULL') ?? tests;
  return [live - startedAt, pull - startedAt, tests - pull, submit - tests, live - submit];
}

async function cloneMs({ remote }: ConnectedProduct): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-clone-'));
  const url = new URL(remote.urlOf('pushes'));
  url.username = remote.username;
  url.password = remote.password;
  try {
    return await timeMs(() =>
      run('git', ['clone', '--quiet', '--depth', '1', url.href, join(folder, 'clone')]),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
