import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type AddressGuard, createAddressGuard, type ResolveHost, systemResolve } from './address-guard.ts';
import { listRemoteBranches, type RemoteBranches } from './branches.ts';
import { readGitAddress } from './git-address.ts';
import { createRemoteCache } from './remote-cache.ts';
import { openRemoteRepository, type RemoteRepository } from './remote-repository.ts';
import { createRemoteSession, type GitConnection } from './remote-session.ts';
import type { GitProviderLimits } from './repository-context.ts';

export interface GitOptions {
  cacheFolder: string;
  /** Whether remotes may be at private addresses. */
  allowPrivate: boolean;
  limits: GitProviderLimits;
  resolveHost?: ResolveHost;
  /** Decides in the place of the guard made from the two above. */
  guard?: AddressGuard;
}

/** Remote repositories, by the system's git. Every failure is a GitError with its own text. */
export interface Git {
  listBranches(connection: GitConnection, signal: AbortSignal): Promise<RemoteBranches>;
  /** The remote of one domain; close it when done. */
  open(domainId: string, connection: GitConnection): Promise<RemoteRepository>;
}

export function createGit(options: GitOptions): Git {
  const { cacheFolder, allowPrivate, limits } = options;
  const guard = options.guard ?? createAddressGuard(allowPrivate, options.resolveHost ?? systemResolve);
  const root = join(cacheFolder, 'git-cache');
  const cache = createRemoteCache(root);

  async function open(domainId: string, connection: GitConnection): Promise<RemoteRepository> {
    const { url } = readGitAddress(connection.gitUrl);
    const session = createRemoteSession(guard, connection);
    const repository = await cache.open({ domainId, username: connection.username, url });
    return openRemoteRepository(session, repository, limits);
  }

  return {
    open,
    async listBranches(connection, signal) {
      const session = createRemoteSession(guard, connection);
      // Listing needs no repository, but git wants a folder to run in.
      await mkdir(root, { recursive: true, mode: 0o700 });
      return listRemoteBranches(session, { folder: root, limits, signal });
    },
  };
}
