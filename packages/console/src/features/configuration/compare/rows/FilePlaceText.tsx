import { ArrowRight } from '../../../../ui/icons.ts';
import type { DiffFile } from '../../decisions/diff-file.ts';

/** Name and path of a file; for a moved file, the target path too. */
export function FilePlaceText({ file }: { file: DiffFile }) {
  const { folderPath, name, movedTo = file } = file;
  const target = [
    movedTo.folderPath !== folderPath && movedTo.folderPath,
    movedTo.name !== name && movedTo.name,
  ];
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
