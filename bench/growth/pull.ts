import { setTimeout as sleep } from 'node:timers/promises';
import { type GitRemote, startGitRemote } from '../../e2e/support/git-remote.ts';
import type { Curve } from '../growth-curve.ts';
import { pathOf } from '../many-files.ts';

const CHANGED_FILES = 10;

// The remote is on this machine.
process.env['ATRIUM_GIT_ALLOW_PRIVATE'] = 'true';
let started: Promise<GitRemote> | undefined;

/** Pulls of a repository of which a few files changed since the last one. */
export const curve: Curve = {
  sizes: [10, 1_000, 100_000],
  repeats: 7,
  async seed({ size, call }) {
    const remote = await (started ??= startGitRemote());
    const repository = await remote.makeRepository(`files-${size}`);
    const commit = (files: number, change: number) => {
      const indexes = Array.from({ length: files }, (_, index) => (index * size) / files);
      return repository.commit(
        Object.fromEntries(indexes.map((index) => [pathOf(index), `export default ${index + change};\n`])),
      );
    };
    await commit(size, 0);
    const { username, password } = remote;
    const request = { username, password, gitUrl: remote.urlOf(repository), branch: 'main' };
    const pull = () => call<{ uuid: string }>('POST', '/console/v1/git/config/pull', request);
    const complete = async () => {
      const { uuid } = await pull();
      const find = () =>
        call<{ state: string; contents: string }>('GET', `/console/v1/git/config/pull/${uuid}/commits`);
      for (let found = await find(); ; found = await find()) {
        if (found.state !== 'PENDING' && found.contents !== 'PENDING') return;
        await sleep(100);
      }
    };
    await complete();
    let changes = 0;
    return [
      {
        name: `Pull after ${CHANGED_FILES} files changed`,
        async prepare() {
          await complete();
          changes += 1;
          await commit(CHANGED_FILES, changes);
        },
        run: pull,
      },
    ];
  },
  async end() {
    await (await started)?.stop();
  },
};
