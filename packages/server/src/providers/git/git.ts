import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type AddressGuard, createAddressGuard, type ResolveHost, systemResolve } from './address-guard.ts';
import { listRemoteBranches, type RemoteBranches } from './branches.ts';
import { readGitAddress } from './git-address.ts';
import { createGitReader } from './git-reader.ts';
import { createRemoteCache } from './remote-cache.ts';
import { openRemoteRepository, type RemoteRepository } from './remote-repository.ts';
import { createRemoteSession, type GitConnection } from './remote-session.ts';
import type { GitProviderLimits, Work } from './repository-context.ts';
import { createTurns } from './turns.ts';

export interface GitOptions {
  cacheFolder: string;
  /** Whether remotes may be at private addresses. */
  allowPrivate: boolean;
  limits: GitProviderLimits;
  /** What the repositories kept between pulls may take on the disk. */
  maxCacheBytes: number;
  resolveHost?: ResolveHost;
  /** Decides in the place of the guard made from the two above. */
  guard?: AddressGuard;
}

/** Remote repositories, by the system's git. Every failure is a GitError with its own text. */
export interface Git {
  listBranches(connection: GitConnection, signal: AbortSignal): Promise<RemoteBranches>;
  /** The remote of one domain, when it has its turn; close it when done. */
  open(domainId: string, connection: GitConnection, work: Work): Promise<RemoteRepository>;
  /** Ends the process that reads repositories. */
  close(): void;
}

export function createGit(options: GitOptions): Git {
  const { cacheFolder, allowPrivate, limits } = options;
  const guard = options.guard ?? createAddressGuard(allowPrivate, options.resolveHost ?? systemResolve);
  const root = join(cacheFolder, 'git-cache');
  const cache = createRemoteCache(root, options.maxCacheBytes);
  const reader = createGitReader(limits.readerMegabytes);
  const turns = createTurns(limits.turns);
  const laterTurns = createTurns({ ...limits.turns, maxWaiting: Infinity });

  async function open(
    domainId: string,
    connection: GitConnection,
    { signal, onProgress }: Work,
  ): Promise<RemoteRepository> {
    const { url } = readGitAddress(connection.gitUrl);
    const session = createRemoteSession(guard, connection);
    const onWait = () => onProgress?.('WAIT', 0, null);
    let turn = await turns.take(domainId, signal, onWait);
    try {
      reader.wake();
      const cached = await cache.open({ domainId, username: connection.username, url }, signal, onWait);
      return openRemoteRepository(
        { session, cached, reader, limits },
        {
          async goOnLater(later) {
            turn[Symbol.dispose]();
            turn = await laterTurns.take(domainId, later);
          },
          async close() {
            turn[Symbol.dispose]();
            await cached[Symbol.asyncDispose]();
          },
        },
      );
    } catch (error) {
      turn[Symbol.dispose]();
      throw error;
    }
  }

  return {
    open,
    close: reader.close,
    async listBranches(connection, signal) {
      const session = createRemoteSession(guard, connection);
      // Listing needs no repository, but git wants a folder to run in.
      await mkdir(root, { recursive: true, mode: 0o700 });
      return listRemoteBranches(session, { folder: root, limits, signal });
    },
  };
}
