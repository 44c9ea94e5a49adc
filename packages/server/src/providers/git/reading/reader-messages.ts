import type { GitFailure } from '@atrium/contract/configuration/git-failure';
import type { Arrangement } from '../cache/arrangement.ts';
import type { TreeToRead } from './list-tree.ts';
import type { TreeEntry } from './tree.ts';
import type { HistoryToRead } from './walk-history.ts';

/** The requests to the process that reads repositories. */
export type ReadTask =
  | ({ kind: 'tree' } & TreeToRead)
  /** With its last commits, if an earlier walk found them. */
  | ({ kind: 'arrangedTree'; arrangement: Arrangement; withKnownLastCommits: boolean } & TreeToRead)
  /** `arrangedTree` is the cached result. */
  | ({ kind: 'lastCommits'; module: string; arrangedTree: unknown } & HistoryToRead);

/** Both as the module arranged them. */
export interface ArrangedTree {
  tree: unknown;
  /** Undefined when the history has to be read for them. */
  lastCommits: unknown;
}

export type ToReader = { id: number } & ({ task: ReadTask } | { isCanceled: true });

export type FromReader = { id: number } & (
  | { entries: TreeEntry[] }
  /** Number of files read. */
  | { files: number }
  /** A large tree waits until another one has been let go. */
  | { isWaiting: true }
  | { result: unknown }
  | { failure: GitFailure; message: string }
);
