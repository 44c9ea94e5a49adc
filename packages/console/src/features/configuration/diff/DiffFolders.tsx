import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef } from 'react';
import { FolderCountsText } from '../pull/FolderCountsText.tsx';
import { folderTree } from './folder-tree.ts';
import type { DiffFile } from './service-diffs.ts';

interface DiffFoldersProps {
  serviceName: string;
  changed: readonly DiffFile[];
  /** The folder whose files are shown; null for all. */
  shown: string | null;
  onShow: (folder: string | null) => void;
}

const ROW_HEIGHT = 34;

/** The folders with changes, as a tree; selecting one shows only what is in it and below. */
export function DiffFolders({ serviceName, changed, shown, onShow }: DiffFoldersProps) {
  const frame = useRef<HTMLDivElement>(null);
  const nodes = useMemo(() => folderTree(changed), [changed]);
  // oxlint-disable-next-line react/incompatible-library -- the React compiler is not used here
  const virtualizer = useVirtualizer({
    count: nodes.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 10,
  });
  return (
    <nav aria-label={`Folders of ${serviceName}`} className="min-w-0 border-r border-line">
      <button
        type="button"
        aria-pressed={shown === null}
        onClick={() => onShow(null)}
        className="min-h-9 w-full px-4 text-left text-sm font-semibold aria-pressed:bg-accent-soft"
      >
        All folders
      </button>
      <div ref={frame} className="max-h-[33rem] overflow-y-auto">
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
                  <FolderCountsText counts={node} />
                </button>
              </li>
            );
          })}
        </ul>
      </div>
    </nav>
  );
}
