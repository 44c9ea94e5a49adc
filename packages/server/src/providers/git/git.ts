import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type LimitOverrides, limitOf } from '@atrium/contract/limits/limit';
import {
  type AddressGuard,
  type AddressPolicy,
  createAddressGuard,
} from '@atrium/host/outbound/address-guard';
import type { Permit } from '@atrium/host/semaphore';
import { type AccessTest, testAccess } from './access-test.ts';
import { createRemoteCache } from './cache/remote-cache.ts';
import type { GitProviderLimits, RepositoryContext, Work } from './cache/repository-context.ts';
import { SSH_PORT } from './git-address.ts';
import { createGitSemaphore } from './git-semaphore.ts';
import {
  listRemoteBranches,
  listRemoteHeads,
  type RemoteBranches,
  type RemoteHeads,
} from './reading/branches.ts';
import { createGitReader } from './reading/git-reader.ts';
import { openRemoteRepository, type RemoteRepository } from './remote-repository.ts';
import {
  createRemoteSession,
  type GitConnection,
  isKeyConnection,
  type KeyConnection,
  placeOf,
  readHostKey,
} from './remote-session.ts';
import { publicKeyOf } from './ssh/deploy-key.ts';
import type { HostKey } from './ssh/host-key.ts';

export interface GitOptions extends AddressPolicy {
  cacheFolder: string;
  limits: GitProviderLimits;
  /** Disk space for repositories cached between pulls. */
  maxCacheBytes: number;
  /** Limits of a domain that differ from the defaults. */
  limitsOf?: (domainId: string) => Promise<LimitOverrides>;
  /** Replaces the guard made from the policy above. */
  guard?: AddressGuard;
  /** Modules that process read trees, preloaded. */
  arrangers?: readonly string[];
}

/** Remote repositories, by the system's git. Every failure is a GitError with its own text. */
export interface Git {
  /** Waits for a permit of the domain. */
  listBranches(domainId: string, connection: GitConnection, signal: AbortSignal): Promise<RemoteBranches>;
  /** Lists branches with their commits, without tags. Waits for a permit of the domain. */
  listHeads(domainId: string, connection: GitConnection, signal: AbortSignal): Promise<RemoteHeads>;
  /** Tests the rights of the credentials, without changing anything. */
  test(domainId: string, connection: GitConnection, signal: AbortSignal): Promise<AccessTest>;
  /** Learns the key of a host, without signing anything. */
  readHostKey(domainId: string, connection: KeyConnection, signal: AbortSignal): Promise<HostKey>;
  /** The remote of one domain, once it has a permit; close it when done. */
  open(domainId: string, connection: GitConnection, work: Work): Promise<RemoteRepository>;
  /** Returns a domain's usage of its limits on this machine. */
  countUses(domainId: string): Promise<{ pullsAtOnce: number; gitCacheBytes: number }>;
  /** Ends the process that reads repositories. */
  close(): void;
}

/** Nothing is shared between the users of a remote. */
const userOf = (connection: GitConnection) =>
  isKeyConnection(connection)
    ? publicKeyOf(connection.privateKey)
    : (connection.cacheUser ?? connection.username);

/** A slice of contents takes some ten megabytes until it has been stored. */
const SLICES_AT_ONCE = 3;

export function createGit(options: GitOptions): Git {
  const { cacheFolder, limits } = options;
  const webGuard = options.guard ?? createAddressGuard(options);
  const sshGuard = options.guard ?? createAddressGuard({ ...options, ports: [SSH_PORT] });
  const guardFor = (connection: GitConnection) => (isKeyConnection(connection) ? sshGuard : webGuard);
  const root = join(cacheFolder, 'git-cache');
  const cache = createRemoteCache(root, options.maxCacheBytes);
  const reader = createGitReader(limits.readerMegabytes, options.arrangers);
  const permitsOf = new Map<string, number>();
  const pulls = createGitSemaphore(limits.pulls, permitsOf);
  const laterReads = createGitSemaphore(limits.laterReads);
  const slices = createGitSemaphore({
    permits: SLICES_AT_ONCE,
    permitsPerKey: Infinity,
    maxWaiting: Infinity,
  });
  // Trees in memory at once have no more files in total than the largest one may.
  const rooms = createGitSemaphore({
    permits: limits.maxTreeFiles,
    permitsPerKey: Infinity,
    maxWaiting: Infinity,
  });

  async function acquirePull(domainId: string, signal: AbortSignal, onWait?: () => void) {
    const overrides = (await options.limitsOf?.(domainId)) ?? {};
    if (overrides.pullsAtOnce === undefined) permitsOf.delete(domainId);
    else permitsOf.set(domainId, overrides.pullsAtOnce);
    return { overrides, permit: await pulls.acquire(domainId, { signal, onWait }) };
  }

  /** Runs a call without a repository, with a permit of the domain. Git needs a folder to run in all the same. */
  async function inRoot<Result>(
    domainId: string,
    signal: AbortSignal,
    run: () => Promise<Result>,
  ): Promise<Result> {
    const { permit } = await acquirePull(domainId, signal);
    using _permit = permit;
    await mkdir(root, { recursive: true, mode: 0o700 });
    return await run();
  }

  async function open(
    domainId: string,
    connection: GitConnection,
    { signal, onProgress }: Work,
  ): Promise<RemoteRepository> {
    const url = placeOf({ ...connection, isSsh: isKeyConnection(connection) });
    const session = createRemoteSession(guardFor(connection), connection);
    const onWait = () => onProgress?.('WAIT', 0, null);
    const { overrides, permit } = await acquirePull(domainId, signal, onWait);
    const held = { permit, room: undefined as Permit | undefined };
    const reading = reader.hold();
    const opened = new AsyncDisposableStack();
    const letGo = () => {
      held.permit[Symbol.dispose]();
      held.room?.[Symbol.dispose]();
    };
    try {
      let cached = opened.use(
        await cache.open(
          { domainId, username: userOf(connection), url, maxBytes: limitOf('gitCacheBytes', overrides) },
          signal,
          onWait,
        ),
      );
      const context: RepositoryContext = {
        session,
        get cached() {
          return cached;
        },
        async startAgain() {
          // Others may be reading it: it is removed when the last of them closes it.
          cached.discard();
          cached = opened.use(await cache.openTemporary());
        },
        reader,
        slices,
        limits,
        root: connection.folder ?? '',
        async makeRoom(files, work) {
          held.room?.[Symbol.dispose]();
          held.room = await rooms.acquire('', {
            signal: work.signal,
            onWait,
            weight: Math.min(files, limits.maxTreeFiles),
          });
        },
      };
      return openRemoteRepository(context, {
        async goOnLater(later) {
          letGo();
          held.permit = await laterReads.acquire(domainId, { signal: later });
        },
        async close() {
          letGo();
          reading[Symbol.dispose]();
          await opened.disposeAsync();
        },
      });
    } catch (error) {
      letGo();
      reading[Symbol.dispose]();
      throw error;
    }
  }

  return {
    open,
    close: reader.close,
    countUses: async (domainId) => ({
      pullsAtOnce: pulls.count(domainId),
      gitCacheBytes: await cache.countBytes(domainId),
    }),
    async listBranches(domainId, connection, signal) {
      const session = createRemoteSession(guardFor(connection), connection);
      return inRoot(domainId, signal, () => listRemoteBranches(session, { folder: root, limits, signal }));
    },
    async listHeads(domainId, connection, signal) {
      const session = createRemoteSession(guardFor(connection), connection);
      return inRoot(domainId, signal, () => listRemoteHeads(session, { folder: root, limits, signal }));
    },
    readHostKey: (domainId, connection, signal) =>
      inRoot(domainId, signal, () => readHostKey(sshGuard, connection, { folder: root, limits, signal })),
    async test(domainId, connection, signal) {
      const session = createRemoteSession(guardFor(connection), connection);
      return inRoot(domainId, signal, async () => {
        await using scratch = await cache.openTemporary();
        return await testAccess(session, { folder: scratch.folder, limits, signal });
      });
    },
  };
}
