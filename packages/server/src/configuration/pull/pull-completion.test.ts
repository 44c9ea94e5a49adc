import { getLastCommits } from '@atrium/contract/configuration/last-commits';
import { getPull } from '@atrium/contract/configuration/pull';
import { UnavailableError } from '@atrium/host/errors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildUser } from '../../../test/factories.ts';
import { startTestApp, type TestApp } from '../../../test/support.ts';
import type { Work } from '../../providers/git/cache/repository-context.ts';
import { GitError } from '../../providers/git/git-errors.ts';
import type { RemoteRepository } from '../../providers/git/remote-repository.ts';
import { toPieces } from '../compressed-pieces.ts';
import { PULL_INTERRUPTED } from './abandoned-pull.ts';
import { insertPull } from './pull.repository.ts';
import { completePull } from './pull-completion.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server[Symbol.asyncDispose]());

/** A pull of which nothing has been read yet. */
async function buildPull() {
  const { context, clock } = server;
  const caller = await buildUser(context);
  const { domainId, userId } = caller;
  const now = clock.now();
  const id = context.random.id();
  await insertPull(context.db, {
    id,
    domainId,
    userId,
    gitUrl: 'https://git.example.com/shop',
    branch: 'main',
    commitSha: 'a'.repeat(40),
    createdOn: now,
    touchedOn: now,
    expiresOn: new Date(now.getTime() + 3_600_000),
    manifest: Buffer.alloc(0),
    ignored: [],
    contentsState: 'PENDING',
    contentsError: null,
    unreadable: {},
    lastCommitsState: 'PENDING',
    lastCommits: null,
  });
  const find = () => server.call(getLastCommits, { params: { uuid: id } }, { as: caller });
  return { id, domainId, caller, find };
}

test('a pull whose process is gone is not waited for', async () => {
  const { id, caller, find } = await buildPull();
  server.clock.travel(19_000);
  expect(await find()).toMatchObject({ state: 'PENDING', contents: 'PENDING' });
  server.clock.travel(2_000);
  const interrupted = 'The pull was interrupted. Please pull again.';
  expect(await find()).toMatchObject({
    state: 'UNAVAILABLE',
    contents: 'FAILED',
    contentsError: interrupted,
  });
  const request = { params: { uuid: id }, query: {} };
  expect((await server.call(getPull, request, { as: caller })).lastCommits).toBe('UNAVAILABLE');
});

test('a pull that a restart ends was interrupted; no one has canceled it', async () => {
  const { id, domainId, find } = await buildPull();
  const { context, clock } = server;
  const remote = { goOnLater: () => Promise.reject(new GitError('CANCELED', 'Canceled.')) };
  const commit = { sha: 'a'.repeat(40), tree: 'b'.repeat(40) } as never;
  const pull = { id, domainId, commit, checksums: toPieces([]), lastCommitsState: 'PENDING' as const };
  const signal = AbortSignal.abort(new UnavailableError(PULL_INTERRUPTED));
  await completePull({ ...context, clock }, pull, remote as unknown as RemoteRepository, { signal });
  expect(await find()).toMatchObject({ contents: 'FAILED', contentsError: PULL_INTERRUPTED });
});

test('a pull that is ended before it has its turn says so, and leaves no failure that no one waits for', async () => {
  const { context, clock } = server;
  const { domainId } = await buildUser(context);
  const refused: unknown[] = [];
  const note = (error: unknown) => refused.push(error);
  process.on('unhandledRejection', note);
  try {
    const remote = { goOnLater: () => Promise.reject(new GitError('CANCELED', 'Canceled.')) };
    const pull = {
      id: context.random.id(),
      domainId,
      commit: { sha: 'a'.repeat(40), tree: 'b'.repeat(40) } as never,
      checksums: toPieces([]),
      lastCommitsState: 'COMPLETE' as const,
    };
    const work = { signal: AbortSignal.abort() } as Work;
    await completePull({ ...context, clock }, pull, remote as unknown as RemoteRepository, work);
  } finally {
    process.off('unhandledRejection', note);
  }
  expect(refused).toEqual([]);
});
