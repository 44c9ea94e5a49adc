import { type GitRemote, startGitRemote } from '../e2e/support/git-remote.ts';
import type { Repository } from '../e2e/support/git-repository.ts';
import { call, signIn } from './administrator.ts';
import { type Benchmark, measureRounds, type Series, timeMs } from './benchmark.ts';
import { startServer } from './git-pull.bench.ts';
import { contentOf, pathOf } from './many-files.ts';
import { withDataFolder } from './product.ts';

const FILES = 1000;
const SERVICE = 'hyper-dispatch';
const POLL_MS = 50;

export const benchmark: Benchmark = {
  name: 'submit',
  title: 'Submitting 1,000 changed files',
  about: `A repository of ${FILES.toLocaleString('en-US')} functions that all change between two pulls. Files are imported as one version, with backup and log entry. \`merge-local\` has files that changed on both sides: ${FILES.toLocaleString('en-US')} three-way merges.`,
  run: () => withDataFolder(measure),
};

async function measure(dataFolder: string): Promise<Series[]> {
  process.env['ATRIUM_GIT_ALLOW_PRIVATE'] = 'true';
  const remote = await startGitRemote();
  const product = await startServer(dataFolder);
  try {
    const repository = await remote.makeRepository('submit');
    let version = 0;
    const change = async () => {
      version += 1;
      await commitAll(repository, version);
    };
    await change();
    await submit(product.url, remote, 'remote');
    const round = async (action: string) => {
      // A merge needs two sides: without a change of its own the live file would just be replaced.
      if (action === 'merge-local') await changeLive(product.url, version);
      await change();
      return submit(product.url, remote, action);
    };
    return await measureRounds(
      [
        { name: 'Submit with remote', unit: 'ms', isReference: true, limit: 2000 },
        { name: 'Submit with merge-local', unit: 'ms', limit: 2000 },
      ],
      async () => [await round('remote'), await round('merge-local')],
      { warmUps: 1, repeats: 3 },
    );
  } finally {
    await product.stop();
    await remote.stop();
  }
}

async function commitAll(repository: Repository, version: number): Promise<void> {
  const files = Array.from({ length: FILES }, (_, index) => [pathOf(index), contentOf(index, version)]);
  await repository.commit(Object.fromEntries(files));
}

/** Adds a line to each live file, as someone who works on the platform would. */
async function changeLive(url: string, version: number): Promise<void> {
  const caller = { url, token: await signIn(url) };
  const live = await call<{ version: number }>(caller, 'GET', `/services/${SERVICE}/export/metadata`);
  const places = Array.from({ length: FILES }, (_, index) => ({ index, parts: pathOf(index).split('/') }));
  const folders = Map.groupBy(places, ({ parts }) => parts.slice(1, -1).join('/'));
  await call(caller, 'POST', `/services/${SERVICE}/import`, {
    baseVersion: live.version,
    message: 'Local changes',
    folders: [...folders].map(([name, files]) => ({
      name,
      files: files.map(({ index, parts }) => ({
        name: parts.at(-1),
        action: 'merge',
        content: `// local ${version}\n${contentOf(index, version)}`,
      })),
    })),
  });
}

interface Pulled {
  uuid: string;
  services: { serviceId: string; folders: { name: string; files: { name: string }[] }[] }[];
}

/** Pulls, waits for the contents, and returns how long submitting all of them took. */
async function submit(url: string, remote: GitRemote, action: string): Promise<number> {
  // A token lives for ten minutes; a slow machine may need longer for all rounds.
  const caller = { url, token: await signIn(url) };
  const { username, password } = remote;
  const body = { username, password, gitUrl: remote.urlOf('submit'), branch: 'main' };
  const pulled = await call<Pulled>(caller, 'POST', '/console/v1/git/config/pull', body);
  const path = `/console/v1/git/config/pull/${pulled.uuid}/commits`;
  while ((await call<{ contents: string }>(caller, 'GET', path)).contents !== 'COMPLETE') {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  const metadata = `/services/${SERVICE}/export/metadata`;
  const { version } = await call<{ version: number }>(caller, 'GET', metadata);
  const folders = pulled.services
    .filter(({ serviceId }) => serviceId === SERVICE)
    .flatMap((service) => service.folders)
    .map(({ name, files }) => ({ name, files: files.map((file) => ({ name: file.name, action })) }));
  const confirmed = { uuid: pulled.uuid, serviceId: SERVICE, baseVersion: version, folders };
  return timeMs(async () => {
    const answer = await call<{ version: number }>(
      caller,
      'POST',
      '/console/v1/git/config/pull/confirm',
      confirmed,
    );
    if (answer.version !== version + 1) throw new Error(`version ${answer.version} after ${version}`);
  });
}
