import type { LastCommits } from '../reading/history.ts';
import type { OutsideFiles, TreeEntry } from '../reading/tree.ts';

/**
 * Result of processing a tree and its last commits, made in the reading process, because only that holds all entries.
 */
export interface Arrangement {
  /** URL of a module that is an `Arranger`. */
  module: string;
  /** For its `arrangeTree`. */
  input: unknown;
}

/** Results must be small: they are sent to the server. */
export interface Arranger<Input, Tree, Last> {
  arrangeTree(read: ReadTree, input: Input): Tree;
  /** `tree` is the result of `arrangeTree`, possibly cached. */
  arrangeLastCommits(last: LastCommits, tree: Tree): Last;
}

export interface ReadTree {
  entries: readonly TreeEntry[];
  outside: OutsideFiles;
}

export async function importArranger(module: string): Promise<Arranger<unknown, unknown, unknown>> {
  return (await import(module)) as Arranger<unknown, unknown, unknown>;
}
