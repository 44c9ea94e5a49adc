import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildUser } from '../../../test/factories.ts';
import { startTestApp, type TestApp } from '../../../test/support.ts';
import { GitError } from '../../providers/git/git-errors.ts';
import type { RemoteRepository } from '../../providers/git/remote-repository.ts';
import type { Work } from '../../providers/git/repository-context.ts';
import { toPieces } from '../compressed-pieces.ts';
import { completePull } from './pull-completion.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server[Symbol.asyncDispose]());

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
