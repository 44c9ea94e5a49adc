import type { LastCommits } from '../reading/history.ts';
import type { OutsideFiles, TreeEntry } from '../reading/tree.ts';

/** What is made of a tree and of its last commits by the process that reads them, which alone holds all of them. */
export interface Arrangement {
  /** URL of a module that is an `Arranger`. */
  module: string;
  /** For its `arrangeTree`. */
  input: unknown;
}

/** Its results must be small: they are what comes over to the server. */
export interface Arranger<Input, Tree, Last> {
  arrangeTree(read: ReadTree, input: Input): Tree;
  /** `tree` is what `arrangeTree` made, or what was kept of it. */
  arrangeLastCommits(last: LastCommits, tree: Tree): Last;
}

export interface ReadTree {
  entries: readonly TreeEntry[];
  outside: OutsideFiles;
}

export async function importArranger(module: string): Promise<Arranger<unknown, unknown, unknown>> {
  return (await import(module)) as Arranger<unknown, unknown, unknown>;
}
