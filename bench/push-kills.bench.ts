import { setTimeout as sleep } from 'node:timers/promises';
import { type Benchmark, count, type Series } from './benchmark.ts';
import { agent, callHook, createHook, pushed } from './connected-hook.ts';
import { type ConnectedProduct, connectDomain, SERVICE, withConnectedProduct } from './connected-product.ts';
import { killPlaces } from './kill-moments.ts';

const KILLS = Number(process.env['ATRIUM_KILL_ROUNDS'] ?? 30);
/** A process that is gone is noticed after 15 s, and its push taken up again. */
const LATEST_MS = 4 * 60_000;
/** Jobs more often than the others, because they do most of the work. */
const VICTIMS = ['jobs', 'services', 'jobs', 'web'] as const;
const FILES = ['functions/kills/a.js', 'functions/kills/b.js', 'functions/kills/c.js'];

export const benchmark: Benchmark = {
  name: 'push-kills',
  title: 'Pushes that go live while a process is killed',
  about: `A process of each role on the embedded database. ${KILLS} pushes of ${FILES.length} files, each tested and submitted by itself; at a random moment between the webhook and live the process of jobs, services or web is killed (\`SIGKILL\`) and started again. \`ATRIUM_KILL_ROUNDS\` sets their number, \`ATRIUM_KILL_SEED\` repeats the moments of an earlier run.`,
  run: () => withConnectedProduct(killPushes),
};

const contentOf = (round: number) => `export default () => ${round};\n`;

async function killPushes(product: ConnectedProduct): Promise<Series[]> {
  const { db, killAndStart } = product;
  const [connected] = await connectDomain(product, 'kills', ['kills'], {
    ...Object.fromEntries(FILES.map((path) => [path, contentOf(0)])),
    'tests/kills/adds.js': `export default async ({ call, expect }) => expect(await call('kills/a')).to.be.at.least(0);\n`,
  });
  if (connected === undefined) throw new Error('nothing was connected');
  const { id, domainId, repository, call } = connected;
  const hook = await createHook(product, connected);
  await call('PUT', `/console/v1/git/connections/${id}/automation`, { onPush: 'LIVE' });

  const ask = async <Row>(text: string, ...values: unknown[]) => (await db.query(text, values)).rows as Row[];
  const eventsOf = (commit: string) =>
    ask<{ outcome: string | null; detail: string | null }>(
      'select outcome, detail from connection_events where domain_id = $1 and commit_sha = $2',
      domainId,
      commit,
    );
  const versions = async () =>
    Number(
      (
        await ask<{ count: string }>(
          `select count(*) from runtime.version where domain_id = $1 and service_id = '${SERVICE}'`,
          domainId,
        )
      )[0]?.count,
    );
  /** Contents of the pushed files, as they are live. */
  const live = async () =>
    (
      await ask<{ content: string }>(
        `select convert_from(blob.content, 'UTF8') as content from runtime.file
         join runtime.blob using (domain_id, checksum)
         where domain_id = $1 and service_id = '${SERVICE}' and until_version is null
           and folder_path || '/' || name = any($2)`,
        domainId,
        FILES,
      )
    ).map(({ content }) => content);
  const hasEnded = async (commit: string) => (await eventsOf(commit)).some(({ outcome }) => outcome !== null);
  const ended = async (commit: string) => {
    for (const deadline = Date.now() + LATEST_MS; Date.now() < deadline; await sleep(20))
      if (await hasEnded(commit)) return true;
    return false;
  };
  const deliver = async () => {
    // Git hosts, or their users, deliver again.
    for (const deadline = Date.now() + LATEST_MS; Date.now() < deadline; await sleep(200))
      if (
        await callHook(hook, pushed()).then(
          () => true,
          () => false,
        )
      )
        return;
  };
  const push = (round: number) =>
    repository.commit(Object.fromEntries(FILES.map((path) => [`${SERVICE}/${path}`, contentOf(round)])));

  while (
    (await ask('select 1 from connection_states where connection_id = $1 and commit_sha is not null', id))
      .length === 0
  )
    await sleep(50);
  // One push without a kill, for the time that it takes.
  const startedAt = performance.now();
  const first = await push(1);
  await deliver();
  await ended(first);
  let wholeMs = performance.now() - startedAt;
  if ((await eventsOf(first))[0]?.outcome !== 'LIVE') throw new Error(JSON.stringify(await eventsOf(first)));

  const unlogged = async () => {
    const rows = await ask<{ count: string }>(
      `select count(*) from log_entries where domain_id = $1 and action = 'configuration.import'`,
      domainId,
    );
    return (await versions()) - Number(rows[0]?.count);
  };
  const unloggedBefore = await unlogged();
  const counts = { open: 0, notLive: 0, partly: 0, twice: 0 };
  const lateMs: number[] = [];
  let kills = 0;
  const places = killPlaces(KILLS);
  for (let round = 2; kills < KILLS && round < 4 * KILLS; round += 1) {
    const versionsBefore = await versions();
    const commit = await push(round);
    const pushedAt = performance.now();
    const delivered = deliver();
    const killAfterMs = wholeMs * (places[kills] ?? 1);
    let isEarlier = false;
    while (!isEarlier && performance.now() - pushedAt < killAfterMs) {
      await sleep(5);
      isEarlier = await hasEnded(commit);
    }
    if (isEarlier) {
      // The machine is faster than before.
      wholeMs = performance.now() - pushedAt;
      continue;
    }
    const victim = VICTIMS[kills % VICTIMS.length] ?? 'jobs';
    kills += 1;
    const killedAt = performance.now();
    await killAndStart(victim);
    if (new Set(await live()).size !== 1) counts.partly += 1;
    await delivered;
    if (!(await ended(commit))) counts.open += 1;
    lateMs.push(performance.now() - killedAt);
    const events = await eventsOf(commit);
    const isLive = (await live()).every((content) => content === contentOf(round));
    if (!isLive || events.length !== 1 || events[0]?.outcome !== 'LIVE') counts.notLive += 1;
    if ((await versions()) > versionsBefore + 1 || events.length > 1) counts.twice += 1;
    console.error(
      `${kills}/${KILLS}: ${victim} killed after ${Math.round(killAfterMs)} ms, ended after ${Math.round(lateMs.at(-1) ?? 0)} ms: ${JSON.stringify(events)}`,
    );
  }
  if (kills < KILLS) throw new Error(`only ${kills} pushes were met by a kill`);
  agent.destroy();
  return [
    count(`Pushes of ${KILLS} that did not go live`, counts.notLive, 0),
    count('Pushes without an end', counts.open, 0),
    count('Pushes of which a part was live', counts.partly, 0),
    count('Pushes that were live twice', counts.twice, 0),
    count('Versions without an entry in the log', Math.abs((await unlogged()) - unloggedBefore), 0),
    { name: 'Time from the kill to live', unit: 'ms', values: lateMs },
  ];
}
