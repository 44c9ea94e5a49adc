import type { Turn, Turns } from '@atrium/host/turns';
import { listTree, type TreeToRead } from '../reading/list-tree.ts';
import type { TreeEntry } from '../reading/tree.ts';

/** Most trees are small. Of the others, this process holds few at a time. */
const SMALL_TREE_FILES = 10_000;

/** All files of a tree, while it is held. */
export interface HeldTree extends Disposable {
  entries: TreeEntry[];
}

export interface Holding {
  signal: AbortSignal;
  /** Where a large tree has to wait. */
  room: Turns;
  onWait: () => void;
  onProgress: (files: number) => void;
}

/** Lists a tree as a whole. One that turns out to be large while there is no room is let go, and listed again later. */
export async function holdTree(tree: TreeToRead, holding: Holding): Promise<HeldTree> {
  const { signal, room, onWait } = holding;
  const outgrown = new AbortController();
  try {
    return await collect(tree, AbortSignal.any([signal, outgrown.signal]), holding, () => {
      const turn = room.takeIfFree('');
      if (turn === undefined) outgrown.abort();
      return turn;
    });
  } catch (error) {
    if (!outgrown.signal.aborted || signal.aborted) throw error;
  }
  const turn = await room.take('', signal, onWait);
  return collect(tree, signal, holding, () => turn, turn);
}

async function collect(
  tree: TreeToRead,
  signal: AbortSignal,
  { onProgress }: Holding,
  onLarge: () => Turn | undefined,
  given?: Turn,
): Promise<HeldTree> {
  const entries: TreeEntry[] = [];
  let turn = given;
  const letGo = () => turn?.[Symbol.dispose]();
  try {
    await listTree(tree, signal, (more) => {
      if (signal.aborted) return;
      for (const entry of more) entries.push(entry);
      onProgress(entries.length);
      if (entries.length > SMALL_TREE_FILES) turn ??= onLarge();
    });
    return { entries, [Symbol.dispose]: letGo };
  } catch (error) {
    letGo();
    throw error;
  }
}
