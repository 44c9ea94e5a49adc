import { useMemo } from 'react';
import { FolderTree } from '../../../ui/FolderTree.tsx';
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

/** The folders with changes, as a tree; selecting one shows only what is in it and below. */
export function DiffFolders({ serviceName, changed, shown, onShow }: DiffFoldersProps) {
  const nodes = useMemo(() => folderTree(changed), [changed]);
  return (
    <div className="h-full border-r border-line">
      <FolderTree
        label={`Folders of ${serviceName}`}
        nodes={nodes}
        note={(node) => <FolderCountsText counts={node} />}
        shown={shown}
        onShow={onShow}
      />
    </div>
  );
}
