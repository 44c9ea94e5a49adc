import { ArrowRight } from 'lucide-react';
import type { DiffFile } from './service-diffs.ts';

/** Name and place of a file; for a moved one also where it goes. */
export function FilePlaceText({ file }: { file: DiffFile }) {
  const { folderPath, name, newFolderPath = folderPath, newName = name } = file;
  const target = [newFolderPath !== folderPath && newFolderPath, newName !== name && newName];
  return (
    <span className="wrap-anywhere">
      {folderPath}
      {target.some(Boolean) && (
        <>
          <ArrowRight aria-label="moves to" size={14} className="mx-1 inline" />
          {target.filter(Boolean).join('/')}
        </>
      )}
    </span>
  );
}
