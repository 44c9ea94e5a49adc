import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useRef } from 'react';

interface FolderTreeProps<Node> {
  /** Accessible name of the tree: `Folders of Content`. */
  label: string;
  /** Nodes, each before its children. */
  nodes: readonly Node[];
  /** Note at the end of a row. */
  note: (node: Node) => ReactNode;
  /** The folder whose contents are shown; null for all. */
  shown: string | null;
  onShow: (folder: string | null) => void;
}

const ROW_HEIGHT = 34;

/** Tree of any number of folders; selecting one shows its contents and those of its subfolders. */
export function FolderTree<Node extends { path: string }>(props: FolderTreeProps<Node>) {
  const { label, nodes, note, shown, onShow } = props;
  const frame = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- the React compiler is not used here
  const virtualizer = useVirtualizer({
    count: nodes.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 10,
  });
  return (
    <nav aria-label={label} className="min-w-0">
      <button
        type="button"
        aria-pressed={shown === null}
        onClick={() => onShow(null)}
        className="min-h-9 w-full px-4 text-left text-sm font-semibold aria-pressed:bg-accent-soft"
      >
        All folders
      </button>
      <div ref={frame} className="max-h-[32rem] overflow-y-auto">
        <ul className="relative" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const node = nodes[index];
            if (node === undefined) return null;
            const names = node.path.split('/');
            return (
              <li
                key={node.path}
                aria-posinset={index + 1}
                aria-setsize={nodes.length}
                className="absolute w-full"
                style={{ height: ROW_HEIGHT, transform: `translateY(${start}px)` }}
              >
                <button
                  type="button"
                  aria-pressed={shown === node.path}
                  title={node.path}
                  onClick={() => onShow(shown === node.path ? null : node.path)}
                  className="flex h-full w-full items-center gap-2 pr-3 text-left text-sm hover:bg-accent-soft aria-pressed:bg-accent-soft aria-pressed:font-semibold"
                  style={{ paddingLeft: `${names.length}rem` }}
                >
                  <span className="min-w-0 flex-1 truncate">{names.at(-1)}</span>
                  {note(node)}
                </button>
              </li>
            );
          })}
        </ul>
      </div>
    </nav>
  );
}
