import type { ComponentProps } from 'react';
import { ChangedBy } from './ChangedBy.tsx';
import { FilePlaceText } from './FilePlaceText.tsx';
import type { DiffFile } from './service-diffs.ts';

interface FolderCellProps {
  file: DiffFile;
  changedBy: ComponentProps<typeof ChangedBy>['lines'];
}

/** The folder of a file that differs, and who changed it. */
export function FolderCell({ file, changedBy }: FolderCellProps) {
  return (
    <>
      {/* Where a file goes is never cut off. */}
      <span
        className={file.type === 'MOVED' ? 'block leading-tight' : 'block truncate leading-tight'}
        title={file.folderPath}
      >
        <FilePlaceText file={file} />
      </span>
      <ChangedBy lines={changedBy} />
    </>
  );
}
