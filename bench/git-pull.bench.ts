import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type GitRemote, startGitRemote } from '../e2e/support/git-remote.ts';
import type { Repository } from '../e2e/support/git-repository.ts';
import { type Caller, call, signIn } from './administrator.ts';
import { type Benchmark, measureRounds, median, type Series, timeMs } from './benchmark.ts';
import { contentOf, makeGrownHistory, pathOf } from './grown-history.ts';
import { type RunningProduct, startAndWait, withDataFolder } from './product.ts';

const run = promisify(execFile);
const SIZE = { files: 27_674, commits: 18_609 };
/** Of express. */
const SMALL = { files: 213, commits: 6_158 };
const SMALL_PULLS = 3;
const CHANGED_FILES = 100;
const POLL_MS = 50;

export const benchmark: Benchmark = {
  name: 'git-pull',
  title: 'Pull of a large repository',
  about: `A generated repository of ${SIZE.files.toLocaleString('en-US')} files and ${SIZE.commits.toLocaleString('en-US')} commits behind \`git http-backend\`, with the sizes, deltas and folders of babel; half of its files are JavaScript. Reference: \`git clone --bare --depth 1\` and \`git ls-tree -r\` from the same server. The second pull is compared with \`git fetch --depth 1\` and \`git ls-tree -r\` after the same change, the small repository (${SMALL.files} files, ${SMALL.commits.toLocaleString('en-US')} commits) with a clone of it. Babel itself, in processor time: 0.53 of the clone, second pull 780 ms beside a fetch of 280; its response of 8.8 MB names every file.`,
  run: () => withDataFolder(measure),
};

/** Without the console, whose pages are not measured here. */
export function startServer(dataFolder: string): Promise<RunningProduct> {
  const program = join(import.meta.dirname, '..', 'packages', 'server', 'src', 'main.ts');
  return startAndWait([program], '/health/ready', dataFolder);
}

async function measure(dataFolder: string): Promise<Series[]> {
  process.env['ATRIUM_GIT_ALLOW_PRIVATE'] = 'true';
  const remote = await startGitRemote();
  const repository = await remote.makeRepository('large');
  const small = await remote.makeRepository('small');
  await makeGrownHistory(repository, SIZE);
  await makeGrownHistory(small, SMALL);
  const product = await startServer(dataFolder);
  try {
    let round = 0;
    return await measureRounds(
      [
        { name: 'git clone --bare --depth 1, git ls-tree -r', unit: 'ms', isReference: true },
        { name: 'Cold pull: manifest with checksums', unit: 'ms', limitRatio: 0.6 },
        { name: 'Cold pull: with last commits', unit: 'ms', limitRatio: 6 },
        { name: 'git fetch --depth 1, git ls-tree -r, 100 files changed', unit: 'ms' },
        { name: 'Second pull, 100 files changed, all columns', unit: 'ms' },
        { name: 'Second pull as a multiple of git fetch', unit: '', limit: 1.5 },
        { name: 'Cold pull from a server without filters', unit: 'ms', limitRatio: 1.5 },
        { name: 'Cold pull of a small repository as a multiple of git clone', unit: '', limit: 1.2 },
      ],
      async () => {
        // A token lives for ten minutes; a slow machine may need longer for all rounds.
        const token = await signIn(product.url);
        const caller = { url: product.url, token };
        round += 1;
        const values = await measureRound(caller, remote, repository, round);
        return [...values, await measureSmall(caller, remote, small, round)];
      },
      { warmUps: 0, repeats: 3 },
    );
  } finally {
    await product.stop();
    await remote.stop();
  }
}

async function measureRound(
  caller: Caller,
  remote: GitRemote,
  repository: Repository,
  round: number,
): Promise<number[]> {
  const root = dirname(repository.folder);
  const name = await rename(repository, `${round}`);
  await using clone = await makeClone(remote, name);

  const startedAt = performance.now();
  const cold = await pull(caller, remote, name);
  const coldMs = performance.now() - startedAt;
  if (countFiles(cold) !== TAKEN_FILES)
    throw new Error(`${countFiles(cold)} files instead of ${TAKEN_FILES}`);
  while ((await lastCommits(caller, cold.uuid)) !== 'COMPLETE') {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  const allMs = performance.now() - startedAt;

  await changeFiles(repository, round);
  const fetchMs = await timeMs(clone.fetch);
  let secondState = '';
  const secondMs = await timeMs(async () => {
    const second = await pull(caller, remote, name);
    secondState = second.lastCommits;
  });
  if (secondState !== 'COMPLETE') throw new Error(`the second pull told its last commits as ${secondState}`);

  const plain = `plain-${round}`;
  await cp(repository.folder, join(root, `${plain}.git`), { recursive: true });
  await run('git', ['config', 'uploadpack.allowFilter', 'false'], { cwd: join(root, `${plain}.git`) });
  const plainMs = await timeMs(() => pull(caller, remote, plain));
  return [clone.madeInMs, coldMs, allMs, fetchMs, secondMs, secondMs / fetchMs, plainMs];
}

/** Files that a service takes. */
const TAKEN_FILES = Array.from({ length: SIZE.files }, (_, index) => pathOf(index)).filter((path) =>
  path.endsWith('.js'),
).length;

async function measureSmall(
  caller: Caller,
  remote: GitRemote,
  repository: Repository,
  round: number,
): Promise<number> {
  const times: number[] = [];
  for (let index = 0; index < SMALL_PULLS; index += 1) {
    const name = await rename(repository, `${round}-${index}`);
    await using clone = await makeClone(remote, name);
    times.push((await timeMs(() => pull(caller, remote, name))) / clone.madeInMs);
  }
  return median(times);
}

/** Returns another name of a repository, which no cache of the product knows. */
async function rename(repository: Repository, suffix: string): Promise<string> {
  const name = `${repository.name}-${suffix}`;
  await symlink(repository.folder, join(dirname(repository.folder), `${name}.git`));
  return name;
}

interface Clone extends AsyncDisposable {
  madeInMs: number;
  /** Brings it up to date. */
  fetch(): Promise<void>;
}

/** A clone that git makes without the product. */
async function makeClone(remote: GitRemote, name: string): Promise<Clone> {
  const folder = await mkdtemp(join(tmpdir(), 'atrium-clone-'));
  const url = new URL(remote.urlOf(name));
  url.username = remote.username;
  url.password = remote.password;
  const clone = join(folder, 'clone.git');
  const list = async (commit: string) => {
    await run('git', ['ls-tree', '-r', commit], { cwd: clone, maxBuffer: 64 * 1024 * 1024 });
  };
  const madeInMs = await timeMs(async () => {
    await run('git', ['clone', '--quiet', '--bare', '--depth', '1', url.href, clone]);
    await list('HEAD');
  });
  return {
    madeInMs,
    async fetch() {
      await run('git', ['fetch', '--quiet', '--depth', '1', 'origin', 'main'], { cwd: clone });
      await list('FETCH_HEAD');
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

async function changeFiles(repository: Repository, round: number): Promise<void> {
  const paths = Array.from({ length: CHANGED_FILES }, (_, index) => index * 200);
  const commit = 1_000_000 + round;
  await repository.commit(
    Object.fromEntries(paths.map((index) => [pathOf(index), contentOf(index, [commit])])),
  );
}

interface Pulled {
  uuid: string;
  lastCommits: string;
  services: { folders: { files: unknown[] }[] }[];
}

function pull(caller: Caller, remote: GitRemote, name: string): Promise<Pulled> {
  const { username, password } = remote;
  return call(caller, 'POST', '/console/v1/git/config/pull', {
    username,
    password,
    gitUrl: remote.urlOf(name),
    branch: 'main',
  });
}

function countFiles({ services }: Pulled): number {
  return services.flatMap(({ folders }) => folders).reduce((sum, { files }) => sum + files.length, 0);
}

async function lastCommits(caller: Caller, uuid: string): Promise<string> {
  const path = `/console/v1/git/config/pull/${uuid}/commits`;
  const { state } = await call<{ state: string }>(caller, 'GET', path);
  if (state === 'UNAVAILABLE') throw new Error('the last commits are not available');
  return state;
}
