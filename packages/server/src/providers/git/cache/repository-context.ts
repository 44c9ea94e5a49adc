import type { Semaphore, SemaphoreLimits } from '@atrium/host/semaphore';
import type { GitReader } from '../reading/git-reader.ts';
import type { OutsideFiles, TreeEntry, TreeRoot } from '../reading/tree.ts';
import type { RemoteSession, SessionLimits } from '../remote-session.ts';
import type { CachedRepository } from './remote-cache.ts';

export interface GitProviderLimits extends SessionLimits {
  /** The background walk over the history. */
  historyTimeoutMs: number;
  /** Files in the folders that are read. */
  maxTreeFiles: number;
  maxBranches: number;
  /** Bytes of one content. */
  maxFileBytes: number;
  /** Bytes of all contents that one pull reads. */
  maxContentBytes: number;
  /** Pulls and pushes at once. */
  pulls: SemaphoreLimits;
  /** Limit of reads of contents and history after the response. */
  laterReads: SemaphoreLimits;
  /** Memory of the process that reads trees and histories. */
  readerMegabytes: number;
}

/** Selection of a branch (the default one when absent), or a commit. */
export interface Selection {
  branch?: string | undefined;
  /** Full name of a ref that is neither a branch nor a tag; nothing else is selected then. */
  ref?: string | undefined;
  /** Full or shortened. */
  commitSha?: string | undefined;
  /** First folders to read; all of the tree when absent. */
  folders?: readonly string[] | undefined;
}

/** A cached commit, and the part of it that is read. */
export interface RemoteCommit {
  /** Null if a commit was requested without a branch. */
  branch: string | null;
  commitSha: string;
  folders: readonly string[] | undefined;
  root?: TreeRoot | undefined;
}

export interface RemoteTree extends RemoteCommit {
  entries: TreeEntry[];
  outside: OutsideFiles;
}

export type OnProgress = (
  phase: 'WAIT' | 'CONNECT' | 'FETCH' | 'READ',
  done: number,
  total: number | null,
) => void;

export interface Work {
  signal: AbortSignal;
  onProgress?: OnProgress;
}

/** Dependencies of all work on an open repository. */
export interface RepositoryContext {
  session: RemoteSession;
  readonly cached: CachedRepository;
  /** Continues with a fresh repository in the place of `cached`, which is not kept. */
  startAgain(): Promise<void>;
  reader: GitReader;
  /** Takes the place of the reading that went before, until there is room for a tree of so many files. */
  makeRoom(files: number, work: Work): Promise<void>;
  /** For contents in memory. */
  slices: Semaphore;
  limits: GitProviderLimits;
  /** Folder of the repository that everything is in; empty for all of it. */
  root: string;
}
