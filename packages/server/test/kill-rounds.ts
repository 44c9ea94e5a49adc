import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findRunningDatabase } from '../src/database/embedded.ts';
import { freePort } from './free-port.ts';
import { ADMIN_PASSWORD, calls, registrations, slowReads, submits, type Writer } from './kill-writers.ts';

const PROGRAM = join(import.meta.dirname, '../src/main.ts');
const READY_TIMEOUT_MS = 60_000;
/** What could not be reported is tried again after a pause of a minute at most. */
const LATE_MS = 90_000;

/** Which process a round kills: all of them are parts of one running Atrium. */
export const victims = [
  'main',
  'slow calls',
  'services',
  'sandbox',
  'database',
  'database connection',
] as const;
export type Victim = (typeof victims)[number];

export interface KillReport {
  kills: Record<Victim, number>;
  /** How much of each kind was answered with success. */
  acknowledged: Record<string, number>;
  /** What was answered with success and is not in the database afterwards. */
  lost: string[];
  /** Longest time from a kill to the next good answer. */
  slowestRecoveryMs: number;
}

/** Registers accounts, submits configuration and calls a function while processes are killed at random moments. */
export async function killInRounds(
  dataFolder: string,
  order: Victim[],
  say: (line: string) => void = () => {},
): Promise<KillReport> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const report: KillReport = {
    kills: { main: 0, 'slow calls': 0, services: 0, sandbox: 0, database: 0, 'database connection': 0 },
    acknowledged: {},
    lost: [],
    slowestRecoveryMs: 0,
  };
  const writers = [registrations(), submits(), calls(), slowReads()];
  const soon = writers.filter(({ isLate }) => !isLate);
  const writing = new AbortController();
  let main = await startMain(dataFolder, port);
  await waitUntilReady(url, main);
  const written = writers.map((writer) => writer.run(url, writing.signal));
  try {
    for (const [index, wanted] of order.entries()) {
      await Promise.all(writers.map(({ promised }) => waitForMore(promised, promised.length + 2)));
      await sleep(randomInt(1000));
      const { victim, pid } = chooseVictim(wanted, main.pid ?? 0, dataFolder);
      const killedAt = performance.now();
      process.kill(pid, 'SIGKILL');
      report.kills[victim] += 1;
      if (victim === 'main') {
        await once(main, 'exit');
        main = await startMain(dataFolder, port);
      }
      await waitUntilReady(url, main);
      const recoveryMs = performance.now() - killedAt;
      report.slowestRecoveryMs = Math.max(report.slowestRecoveryMs, recoveryMs);
      const lost = await findLost(dataFolder, soon);
      report.lost.push(...lost);
      const counts = writers.map(({ name, promised }) => `${promised.length} ${name}`).join(', ');
      const recovered = `ready after ${Math.round(recoveryMs)} ms`;
      say(`${index + 1}/${order.length}: ${victim} killed, ${recovered}; ${counts}, ${lost.length} lost`);
    }
    writing.abort();
    await Promise.all(written);
    report.lost.push(...(await findLostAtLast(dataFolder, writers)));
  } finally {
    writing.abort();
    await Promise.all(written);
    for (const { name, promised } of writers) report.acknowledged[name] = promised.length;
    if (main.exitCode === null && main.signalCode === null) {
      main.kill('SIGTERM');
      await once(main, 'exit');
    }
  }
  return report;
}

async function waitForMore(acknowledged: string[], count: number): Promise<void> {
  const deadline = performance.now() + READY_TIMEOUT_MS;
  while (acknowledged.length < count) {
    if (performance.now() > deadline) throw new Error('nothing is acknowledged any more');
    await sleep(10);
  }
}

async function findLost(dataFolder: string, writers: Writer[]): Promise<string[]> {
  const promises = writers.map(({ promised }) => [...promised]);
  const client = await connect(dataFolder);
  const lost: string[] = [];
  for (const [index, { stored }] of writers.entries()) {
    const found = await stored(client);
    lost.push(...(promises[index] ?? []).filter((promise) => !found.has(promise)));
  }
  await client.end();
  return lost;
}

/** Once everything has had its time to arrive. */
async function findLostAtLast(dataFolder: string, writers: Writer[]): Promise<string[]> {
  for (const deadline = performance.now() + LATE_MS; ; await sleep(500)) {
    const lost = await findLost(dataFolder, writers);
    if (lost.length === 0 || performance.now() > deadline) return lost;
  }
}

/** A server that recovers takes no connections for a moment. */
async function connect(dataFolder: string): Promise<pg.Client> {
  for (const deadline = performance.now() + READY_TIMEOUT_MS; ; await sleep(50)) {
    const connection = await findRunningDatabase(dataFolder);
    const client = new pg.Client(connection ?? { host: dataFolder });
    client.on('error', () => {});
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
  }
}

async function startMain(dataFolder: string, port: number): Promise<ChildProcess> {
  return spawn(process.execPath, [PROGRAM], {
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      ATRIUM_DATA: dataFolder,
      ATRIUM_ADMIN_PASSWORD: ADMIN_PASSWORD,
      LOG_LEVEL: 'fatal',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function waitUntilReady(url: string, main: ChildProcess): Promise<void> {
  const deadline = performance.now() + READY_TIMEOUT_MS;
  while (performance.now() < deadline) {
    if (main.exitCode !== null) throw new Error(`Atrium ended with ${main.exitCode}`);
    const answer = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(3000) }).catch(
      () => undefined,
    );
    if (answer?.ok) return;
    await sleep(20);
  }
  throw new Error('Atrium did not become ready again');
}

/** The process to kill; main itself where the wanted one is not there at this moment. */
function chooseVictim(wanted: Victim, main: number, dataFolder: string): { victim: Victim; pid: number } {
  const found = findProcess(wanted, main, dataFolder);
  return found === undefined ? { victim: 'main', pid: main } : { victim: wanted, pid: found };
}

function findProcess(victim: Victim, main: number, dataFolder: string): number | undefined {
  const postmaster = readNumber(join(dataFolder, 'database/cluster/postmaster.pid'));
  switch (victim) {
    case 'main':
      return main;
    case 'slow calls':
      return findChildren(main, 'packages/server/src/slow-calls')[0];
    case 'services':
      return findChildren(main, 'packages/runtime')[0];
    case 'sandbox':
      return findChildren(findProcess('services', main, dataFolder), 'sandbox/process/supervisor')[0];
    case 'database':
      return postmaster;
    case 'database connection': {
      const backends = findChildren(postmaster, '[local]');
      return backends[randomInt(Math.max(1, backends.length))];
    }
  }
}

function findChildren(parent: number | undefined, command: string): number[] {
  return childrenOf(parent ?? 0).filter((pid) => readText(`/proc/${pid}/cmdline`).includes(command));
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter(
      (pid) => pid > 0 && Number(/^\S+ \(.*\) \S (\d+)/s.exec(readText(`/proc/${pid}/stat`))?.[1]) === parent,
    );
}

function readNumber(file: string): number | undefined {
  const number = Number.parseInt(readText(file), 10);
  return number > 0 ? number : undefined;
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // The process has ended since it was listed.
    return '';
  }
}
