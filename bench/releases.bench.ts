import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startPostgres } from '../e2e/support/postgres.ts';
import { call, signIn } from './administrator.ts';
import { checkOutEarlierRelease, RELEASE_BEFORE } from './earlier-release.ts';
import { type Benchmark, measureRounds, type Subject } from './frame.ts';
import { startAndWait, withDataFolder } from './product.ts';

const EVERY_MS = 100;
const BESIDE_MS = 20_000;
const PROGRAM = join(import.meta.dirname, '../packages/server/src/main.ts');

const subjects: Subject[] = [
  { name: 'Migrations that the release before does not know', unit: '', limit: 1, isAtLeast: true },
  { name: 'Requests to the release before, while this one migrated and ran', unit: 'requests' },
  { name: 'Of them failed', unit: 'requests', limit: 0 },
  { name: 'Requests to this release', unit: 'requests' },
  { name: 'Failed of those', unit: 'requests', limit: 0 },
  { name: 'Requests to the release before, started again over the newer tables', unit: 'requests' },
  { name: 'Failed of these', unit: 'requests', limit: 0 },
];

export const benchmark: Benchmark = {
  name: 'releases',
  title: 'The release before and this one, side by side',
  about: `The release before (${RELEASE_BEFORE}, named by ATRIUM_RELEASE_BEFORE) runs whole on a PostgreSQL over TCP, under traffic: calls of a function, sessions, the log, and edits of the configuration, ten a second. This release starts beside it, migrates, and gets the same traffic; after ${BESIDE_MS / 1000} s the other one is stopped and started again over the newer tables, for as long.`,
  run: () =>
    withDataFolder((folder) => measureRounds(subjects, () => runBoth(folder), { warmUps: 0, repeats: 1 })),
};

async function runBoth(folder: string): Promise<number[]> {
  await using started = new AsyncDisposableStack();
  const { program, newerMigrations } = checkOutEarlierRelease(join(folder, 'release'));
  const postgres = await startPostgres({ maxConnections: 150 });
  started.defer(() => postgres.stop());
  const secret = Buffer.alloc(32, 'bench').toString('base64');
  const start = async (main: string, name: string) => {
    const settings = { DATABASE_URL: postgres.url, ATRIUM_SECRET_KEY: secret };
    const product = await startAndWait([main], '/health/ready', join(folder, name), settings);
    started.defer(() => product.stop());
    return product;
  };
  const before = await start(program, 'before');
  const early = await startTraffic(before.url);
  const now = await start(PROGRAM, 'now');
  const late = await startTraffic(now.url);
  await wait(BESIDE_MS);
  const ofBefore = await early.stop();
  await before.stop();
  const again = await startTraffic((await start(program, 'before')).url);
  await wait(BESIDE_MS);
  return [newerMigrations, ...ofBefore, ...(await late.stop()), ...(await again.stop())];
}

/** Reads and writes, one request after the other; says how many there were, and how many failed. */
async function startTraffic(url: string) {
  const caller = { url, token: await signIn(url) };
  const counts = { asked: 0, failed: 0 };
  const edit = (name: string) => ({
    files: [{ folderPath: 'functions', name, checksum: null, content: 'export default () => 1;\n' }],
  });
  const asks = [
    () => call(caller, 'POST', '/services/hyper-dispatch/invoke/greet', {}),
    () => call(caller, 'GET', '/auth/v1/sessions'),
    () => call(caller, 'POST', '/console/v1/consolidated/log', { startAt: '2026-01-01T00:00:00.000Z' }),
    () =>
      call(
        caller,
        'POST',
        '/console/v1/configuration/hyper-dispatch/edit',
        edit(`f-${new URL(url).port}-${counts.asked}.js`),
      ),
  ];
  let isOver = false;
  const traffic = (async () => {
    for (; !isOver; await wait(EVERY_MS)) {
      counts.asked += 1;
      await asks[counts.asked % asks.length]?.().catch((error: Error) => {
        counts.failed += 1;
        console.error(`${url}: ${error.message}`);
      });
    }
  })();
  return {
    async stop(): Promise<[asked: number, failed: number]> {
      isOver = true;
      await traffic;
      return [counts.asked, counts.failed];
    },
  };
}
