import type { CachedRepository } from './remote-cache.ts';
import type { RemoteSession, SessionLimits } from './remote-session.ts';
import type { TreeEntry } from './tree.ts';

export interface GitProviderLimits extends SessionLimits {
  /** The background walk over the history. */
  historyTimeoutMs: number;
  maxTreeFiles: number;
  maxBranches: number;
  /** Bytes of one content. */
  maxFileBytes: number;
  /** Bytes of all contents that one pull reads. */
  maxContentBytes: number;
}

/** What to take: a branch (the default one when absent), or a commit. */
export interface Selection {
  branch?: string | undefined;
  /** Full or shortened. */
  commitSha?: string | undefined;
}

export interface RemoteTree {
  /** Null when a commit was asked for without a branch. */
  branch: string | null;
  commitSha: string;
  entries: TreeEntry[];
}

export type OnProgress = (phase: 'CONNECT' | 'FETCH' | 'READ', done: number, total: number | null) => void;

export interface Work {
  signal: AbortSignal;
  onProgress?: OnProgress;
}

/** What every piece of work on an open repository needs. */
export interface RepositoryContext {
  session: RemoteSession;
  cached: CachedRepository;
  limits: GitProviderLimits;
}
