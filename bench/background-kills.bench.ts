import { setTimeout as sleep } from 'node:timers/promises';
import type { ScheduleTick } from '@atrium/contract/service-api/functions/background';
import pg from 'pg';
import { type Benchmark, count, type Series } from './benchmark.ts';
import { killPlaces } from './kill-moments.ts';
import { importFiles, type MeasuredServices, withServices } from './services.ts';

/** A part of the whole, for a look at the benchmark itself: `ATRIUM_BENCH_SHARE=0.1`. */
const share = Number(process.env['ATRIUM_BENCH_SHARE'] ?? 1);
const DOMAINS = 10;
const KILLS = Math.max(2, Math.round(20 * share));
const JOBS = Math.round(10_000 * share);
/** Jobs that one call queues. */
const JOBS_OF_CALL = 50;
const FUNCTIONS = Math.round(1_000 * share);
const MINUTES = Math.max(2, Math.round(10 * share));
/** A run that a kill interrupted is taken up after 30 s. */
const LATEST_MS = 5 * 60_000;

const PARTS = ['queue', 'schedule'] as const;

export const benchmark: Benchmark = {
  name: 'background-kills',
  title: 'Runs in the background while their process is killed',
  about: `${DOMAINS} domains, one process of the services on the embedded database, killed (\`SIGKILL\`) ${KILLS} times at random moments and started again. Queue: ${JOBS.toLocaleString('en-US')} keys, each queued until a call confirms it and then run; half of the kills while they are queued, half while they run. Schedule: ${FUNCTIONS.toLocaleString('en-US')} functions every minute for ${MINUTES} minutes; a tick has one run that ended, or is reported as interrupted, skipped or missed. Each run writes an entry, with which runs are counted. \`ATRIUM_KILL_SEED\` repeats the moments of an earlier run.`,
  parts: PARTS,
  run: async (parts = PARTS) => {
    const series: Series[] = [];
    if (parts.includes('queue')) series.push(...(await withServices(killQueue)));
    if (parts.includes('schedule')) series.push(...(await withServices(killSchedule)));
    return series;
  },
};

const domains = Array.from({ length: DOMAINS }, (_, index) => `kills-${index}`);

/** Each run of a function writes an entry. */
async function putFunctions(
  { url, tokenFor }: MeasuredServices,
  filesOf: (domain: number) => Record<string, string>,
): Promise<void> {
  for (const [index, domainId] of domains.entries()) {
    const content = { 'collections/runs.meta.js': 'export default { schema: true };' };
    await importFiles(url.replace('hyper-dispatch', 'content'), await tokenFor(domainId, 'content'), content);
    await importFiles(url, await tokenFor(domainId), filesOf(index));
  }
}

async function killQueue(services: MeasuredServices): Promise<Series[]> {
  const { database, tokenFor, killAndStart } = services;
  await putFunctions(services, () => ({
    'functions/work.js': `export default ({ key }, { content }) => content.insert('runs', { key });`,
    'functions/queue.js': `export default async ({ keys }, { later }) => {
      for (const key of keys) await later('work', { key }, { key, inSeconds: 86_400 });
    };`,
  }));
  let { url } = services;
  const kill = async () => {
    url = await killAndStart();
  };
  const db = await connect(database);
  const queued = async () =>
    Number((await db.query('select count(*) from runtime.background_run')).rows[0].count);

  const batches = Array.from({ length: Math.ceil(JOBS / JOBS_OF_CALL) }, (_, batch) => ({
    domainId: domains[batch % DOMAINS] ?? '',
    keys: Array.from({ length: JOBS_OF_CALL }, (_each, index) => `${batch} ${index}`),
  }));
  const startedAt = performance.now();
  const open = [...batches];
  let repeated = 0;
  const queueing = Array.from({ length: 8 }, async () => {
    for (let batch = open.pop(); batch; batch = open.pop()) {
      const token = await tokenFor(batch.domainId);
      await until(async () => {
        const isDone = await isCalled(url, token, batch.keys);
        if (!isDone) repeated += 1;
        return isDone;
      });
    }
  });
  const firstKills = Math.floor(KILLS / 2);
  for (const place of killPlaces(firstKills)) {
    await until(async () => (await queued()) >= Math.min(JOBS * place, JOBS - 1));
    await kill();
  }
  await Promise.all(queueing);
  const queueMs = performance.now() - startedAt;
  const { rows } = await db.query(
    'select count(*) as all, count(distinct (domain_id, key)) as keys from runtime.background_run',
  );
  const twice = Number(rows[0].all) - Number(rows[0].keys);
  const missing = JOBS - Number(rows[0].keys);

  const runsAt = performance.now();
  await db.query('update runtime.background_run set due_on = now()');
  for (const place of killPlaces(KILLS - firstKills)) {
    await until(async () => (await queued()) <= Math.max(JOBS - JOBS * place, 1));
    await kill();
  }
  await until(async () => (await queued()) === 0);
  const runMs = performance.now() - runsAt;
  const { rows: ran } = await db.query(
    `select count(*) as all, count(distinct (domain_id, document ->> 'key')) as keys from runtime.entry where collection = 'runs'`,
  );
  await db.end();
  return [
    count(`Queue: keys lost of ${JOBS}, ${KILLS} kills`, missing + JOBS - Number(ran[0].keys), 0),
    count('Queue: keys queued twice', twice, 0),
    count('Queue: calls that queue, repeated after a kill', repeated),
    count('Queue: further runs of a key after a kill', Number(ran[0].all) - Number(ran[0].keys)),
    count('Queue: keys queued in a second', JOBS / (queueMs / 1000)),
    count('Queue: jobs run in a second, kills included', JOBS / (runMs / 1000)),
  ];
}

async function isCalled(url: string, token: string, keys: string[]): Promise<boolean> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ keys });
  const response = await fetch(`${url}/invoke/queue`, { method: 'POST', headers, body }).catch(
    () => undefined,
  );
  await response?.text().catch(() => undefined);
  return response?.ok ?? false;
}

async function killSchedule(services: MeasuredServices): Promise<Series[]> {
  const { database, killAndStart } = services;
  await putFunctions(services, () =>
    Object.fromEntries(
      Array.from({ length: FUNCTIONS / DOMAINS }, (_, index) => [
        [
          `functions/f${index}.js`,
          `export default (_, { content }) => content.insert('runs', { function: 'f${index}', at: Date.now() });`,
        ],
        [`functions/f${index}.meta.js`, `export default { schedule: [{ cron: '* * * * *' }] };`],
      ]).flat(),
    ),
  );
  const db = await connect(database);
  const from = Math.ceil(Date.now() / 60_000) * 60_000;
  const to = from + MINUTES * 60_000;
  const ticks = new Map<string, ScheduleTick>();
  // Functions that were imported in another minute have ticks before.
  const earlier = new Map<string, ScheduleTick>();
  const read = async () => {
    const { rows } = await db.query<{ place: string; ticks: ScheduleTick[] }>(
      `select domain_id || ' ' || function as place, ticks from runtime.schedule`,
    );
    for (const { place, ticks: kept } of rows)
      for (const tick of kept) {
        const on = Date.parse(tick.on);
        if (on < to) (on < from ? earlier : ticks).set(`${place} ${tick.on}`, tick);
      }
  };
  for (const place of killPlaces(KILLS)) {
    const at = from + place * (to - from);
    while (Date.now() < at) {
      await read();
      await sleep(Math.min(10_000, Math.max(0, at - Date.now())));
    }
    await killAndStart();
  }
  while (Date.now() < to) {
    await read();
    await sleep(Math.min(10_000, Math.max(0, to - Date.now())));
  }
  const wanted = FUNCTIONS * MINUTES;
  const isDone = () => ticks.size === wanted && [...ticks.values()].every(({ state }) => state !== 'RUNNING');
  // Ticks that come meanwhile push out those that are kept.
  const lastAt = Math.min(to + 4 * 60_000, Date.now() + LATEST_MS);
  for (await read(); !isDone() && Date.now() < lastAt; await read()) await sleep(1000);
  const { rows } = await db.query<{ place: string; call: string }>(
    `select domain_id || ' ' || (document ->> 'function') as place, modified_call as call from runtime.entry
     where collection = 'runs' and (document ->> 'at')::numeric between ${from} and ${to - 1}`,
  );
  await db.end();

  const inState = (state: ScheduleTick['state']) =>
    [...ticks.values()].filter((tick) => tick.state === state);
  const runsOf = Map.groupBy(rows, ({ call }) => call);
  const notOnce = inState('OK').filter(
    ({ callId }) => callId !== null && (runsOf.get(callId)?.length ?? 1) !== 1,
  );
  const all = [...earlier.values(), ...ticks.values()];
  const noted = new Set(all.map(({ callId }) => callId));
  const others = rows.filter(({ call }) => !noted.has(call)).length;
  // A killed run may have written its entry.
  const unnoted = all.filter(({ state }) => state === 'INTERRUPTED').length;
  const interrupted = inState('INTERRUPTED').length;
  return [
    count(
      `Schedule: ticks of ${wanted} neither run nor reported, ${KILLS} kills`,
      wanted - ticks.size + inState('RUNNING').length,
      0,
    ),
    count('Schedule: ticks run more than once', notOnce.length + Math.max(0, others - unnoted), 0),
    count('Schedule: ticks run once', inState('OK').length),
    count('Schedule: ticks reported as interrupted', interrupted),
    count(
      'Schedule: ticks reported as skipped or missed',
      inState('SKIPPED').length + inState('MISSED').length,
    ),
    count('Schedule: ticks reported as failed', inState('FAIL').length),
  ];
}

async function connect(database: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(database);
  await client.connect();
  return client;
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + LATEST_MS; !(await isSo()); await sleep(20))
    if (Date.now() > deadline) throw new Error('nothing goes on');
}
