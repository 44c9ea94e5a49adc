import type { GitFailure } from './git-errors.ts';
import type { TreeToRead } from './list-tree.ts';
import type { TreeEntry } from './tree.ts';
import type { HistoryToRead } from './walk-history.ts';

/** What the process that reads repositories can be asked for. */
export type ReadTask = ({ kind: 'tree' } & TreeToRead) | ({ kind: 'lastCommits' } & HistoryToRead);

export type ToReader = { id: number } & ({ task: ReadTask } | { isCanceled: true });

export type FromReader = { id: number } & (
  | { entries: TreeEntry[] }
  | { result: unknown }
  | { failure: GitFailure; message: string }
);
