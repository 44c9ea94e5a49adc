import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { type GitRemote, startGitRemote } from '../e2e/support/git-remote.ts';
import type { Repository } from '../e2e/support/git-repository.ts';
import { type Caller, call, signIn } from './administrator.ts';
import type { Benchmark, Series } from './frame.ts';
import { startServer } from './git-pull.bench.ts';
import { type Inspector, inspectable, openInspector } from './inspector.ts';
import { contentOf, pathOf } from './many-files.ts';
import { listProcesses, readText, withDataFolder } from './product.ts';

const FILES = 100_000;
const PULLS_AT_ONCE = 16;
const MAX_GROWTH_MB = 150;
const PROBE_MS = 10;
const POLL_MS = 1000;
const COLLECT_MS = 500;

export const benchmark: Benchmark = {
  name: 'git-memory',
  title: 'Memory of pulls of the largest tree',
  about:
    `A repository with ${FILES.toLocaleString('en-US')} files in the folder of one service: as many as a pull may have. ` +
    'The reference is the resident memory of the web process before any pull; beside it `git ls-tree -r` of the same ' +
    `commit, and by how much the web process grows at its peak during the first pull and during ${PULLS_AT_ONCE} at once, ` +
    'each until contents and last commits are there. The wait is that of the slowest of many short requests meanwhile. ' +
    'Resident memory includes garbage that was not collected yet; so in the end, during as many pulls ' +
    'again, all garbage is collected twice a second, and it is shown how much more is in use than before any pull.',
  run: () => withDataFolder(measure),
};

async function measure(dataFolder: string): Promise<Series[]> {
  process.env['ATRIUM_GIT_ALLOW_PRIVATE'] = 'true';
  const remote = await startGitRemote();
  const repository = await remote.makeRepository('largest');
  const paths = Array.from({ length: FILES }, (_, index) => [
    pathOf(index),
    contentOf(index, 0).slice(0, 40),
  ]);
  await repository.commit(Object.fromEntries(paths));
  const listing = await listTree(repository);
  const { argument, port } = await inspectable();
  const product = await startServer(dataFolder, [argument]);
  const inspector = await openInspector(port);
  try {
    const pid = product.child.pid as number;
    const caller = async () => ({ url: product.url, token: await signIn(product.url) });
    await caller();
    const liveBefore = await inspector.readLiveMegabytes();
    const before = megabytes(pid, 'VmRSS');
    const one = await watch(pid, await caller(), (who) => pullAtOnce(who, remote, 1));
    const many = await watch(pid, await caller(), (who) => pullAtOnce(who, remote, PULLS_AT_ONCE));
    const live = await watchLive(inspector, await caller(), (who) => pullAtOnce(who, remote, PULLS_AT_ONCE));
    const all = `${PULLS_AT_ONCE} pulls at once`;
    return [
      { name: 'Web process before any pull', unit: 'MB', isReference: true, values: [before] },
      { name: 'git ls-tree -r', unit: 'MB', values: [listing] },
      { name: 'One pull: growth of the web process', unit: 'MB', values: [one.peak - before] },
      { name: 'One pull: the process that reads', unit: 'MB', values: [one.reader] },
      { name: 'One pull: longest wait of another request', unit: 'ms', values: [one.wait] },
      { name: `${all}: growth of the web process`, unit: 'MB', values: [many.peak - before] },
      { name: `${all}: the process that reads`, unit: 'MB', values: [many.reader] },
      { name: `${all}: longest wait of another request`, unit: 'ms', values: [many.wait] },
      {
        name: `${all}: growth of what is in use`,
        unit: 'MB',
        limit: MAX_GROWTH_MB,
        values: [live - liveBefore],
      },
    ];
  } finally {
    inspector.close();
    await product.stop();
    await remote.stop();
  }
}

/** Of git itself, looked at whenever it has printed something. */
async function listTree({ folder }: Repository): Promise<number> {
  const git = spawn('git', ['ls-tree', '-r', 'main'], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  let peak = 0;
  git.stdout.on('data', () => {
    peak = megabytes(git.pid as number, 'VmHWM') || peak;
  });
  await once(git, 'close');
  return peak;
}

interface Watched {
  peak: number;
  reader: number;
  wait: number;
}

/** The most that the processes took while the work was done, and how long others waited. */
async function watch(pid: number, caller: Caller, work: (caller: Caller) => Promise<void>): Promise<Watched> {
  const { url } = caller;
  const children = () => listProcesses(pid).filter((id) => isReader(id));
  // Forgets earlier peaks.
  for (const id of [pid, ...children()]) writeFileSync(`/proc/${id}/clear_refs`, '5');
  let wait = 0;
  let isOver = false;
  const probe = async () => {
    while (!isOver) {
      const startedAt = performance.now();
      await (await fetch(`${url}/health/live`)).text();
      wait = Math.max(wait, performance.now() - startedAt);
      await new Promise((resolve) => setTimeout(resolve, PROBE_MS));
    }
  };
  const probing = probe();
  await work(caller);
  isOver = true;
  await probing;
  const reader = Math.max(0, ...children().map((id) => megabytes(id, 'VmHWM')));
  return { peak: megabytes(pid, 'VmHWM'), reader, wait };
}

/** The most that was in use while the work was done. */
async function watchLive(
  inspector: Inspector,
  caller: Caller,
  work: (caller: Caller) => Promise<void>,
): Promise<number> {
  let most = 0;
  let isOver = false;
  const looking = (async () => {
    while (!isOver) {
      most = Math.max(most, await inspector.readLiveMegabytes());
      await new Promise((resolve) => setTimeout(resolve, COLLECT_MS));
    }
  })();
  await work(caller);
  isOver = true;
  await looking;
  return most;
}

const isReader = (id: number) => readText(`/proc/${id}/cmdline`).includes('reader-process');

function megabytes(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  const found = new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(readText(`/proc/${pid}/status`));
  return Number(found?.[1] ?? 0) / 1024;
}

async function pullAtOnce(caller: Caller, remote: GitRemote, count: number): Promise<void> {
  await Promise.all(Array.from({ length: count }, () => pullWhole(caller, remote)));
}

async function pullWhole(caller: Caller, remote: GitRemote): Promise<void> {
  const { username, password } = remote;
  const { uuid, services } = await call<Pulled>(caller, 'POST', '/console/v1/git/config/pull', {
    username,
    password,
    gitUrl: remote.urlOf('largest'),
    branch: 'main',
  });
  const files = services.flatMap(({ folders }) => folders).reduce((sum, each) => sum + each.files.length, 0);
  if (files !== FILES) throw new Error(`${files} files instead of ${FILES}`);
  const path = `/console/v1/git/config/pull/${uuid}/commits`;
  for (let isDone = false; !isDone; ) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    const { state, contents } = await call<{ state: string; contents: string }>(caller, 'GET', path);
    if (state === 'UNAVAILABLE' || contents === 'FAILED')
      throw new Error(`a pull ended ${state}, ${contents}`);
    isDone = state === 'COMPLETE' && contents === 'COMPLETE';
  }
}

interface Pulled {
  uuid: string;
  services: { folders: { files: unknown[] }[] }[];
}
