import { filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import { ArrowRight } from '../../../../ui/icons.ts';
import type { DiffFile } from '../../decisions/diff-file.ts';

interface FilePlaceTextProps {
  file: DiffFile;
  /** Includes the name of the file. */
  isWhole?: boolean;
}

/** Path of a file; for a moved file, the target path too. */
export function FilePlaceText({ file, isWhole = false }: FilePlaceTextProps) {
  const { folderPath, name, movedTo = file } = file;
  const target = [
    movedTo.folderPath !== folderPath && movedTo.folderPath,
    movedTo.name !== name && movedTo.name,
  ];
  return (
    <span className="wrap-anywhere">
      {isWhole ? filePathOf(file) : folderPath}
      {target.some(Boolean) && (
        <>
          <ArrowRight aria-label="moves to" size={14} className="mx-1 inline" />
          {target.filter(Boolean).join('/')}
        </>
      )}
    </span>
  );
}
