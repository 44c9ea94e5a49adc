import type { Permit, Semaphore } from '@atrium/host/semaphore';
import type { Remembered } from '../reading/last-commits-memory.ts';
import { listTree, listTreeSince, type TreeToRead } from '../reading/list-tree.ts';
import type { TreeEntry } from '../reading/tree.ts';

/** Most trees are small. Of the others, this process holds few at a time. */
const SMALL_TREE_FILES = 10_000;

/** All files of a tree, while it is held. */
export interface HeldTree extends Disposable {
  entries: TreeEntry[];
}

export interface Holding {
  signal: AbortSignal;
  /** Semaphore on which a large tree waits. */
  room: Semaphore;
  onWait: () => void;
  onProgress: (files: number) => void;
  /** An earlier tree of the repository, from which most of it can be taken. */
  earlier?: Remembered | undefined;
}

/** Lists a tree as a whole. One that turns out to be large while there is no room is let go, and listed again later. */
export async function holdTree(tree: TreeToRead, holding: Holding): Promise<HeldTree> {
  const { signal, room, onWait } = holding;
  const outgrown = new AbortController();
  try {
    return await collect(tree, AbortSignal.any([signal, outgrown.signal]), holding, () => {
      const permit = room.tryAcquire('');
      if (permit === undefined) outgrown.abort();
      return permit;
    });
  } catch (error) {
    if (!outgrown.signal.aborted || signal.aborted) throw error;
  }
  const permit = await room.acquire('', { signal, onWait });
  return collect(tree, signal, holding, () => permit, permit);
}

async function collect(
  tree: TreeToRead,
  signal: AbortSignal,
  { onProgress, earlier }: Holding,
  onLarge: () => Permit | undefined,
  given?: Permit,
): Promise<HeldTree> {
  const entries: TreeEntry[] = [];
  let permit = given;
  const letGo = () => permit?.[Symbol.dispose]();
  try {
    const list = earlier === undefined ? listTree : listTreeSince.bind(undefined, earlier);
    await list(tree, signal, (more) => {
      if (signal.aborted) return;
      for (const entry of more) entries.push(entry);
      onProgress(entries.length);
      if (entries.length > SMALL_TREE_FILES) permit ??= onLarge();
    });
    return { entries, [Symbol.dispose]: letGo };
  } catch (error) {
    letGo();
    throw error;
  }
}
