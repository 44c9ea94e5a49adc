import { filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import { Button } from '../../../../ui/Button.tsx';
import { Columns2, GitMerge } from '../../../../ui/icons.ts';
import type { DiffFile } from '../../decisions/diff-file.ts';
import { isMergeable } from '../../merge/next-conflict.ts';
import type { OpenFile } from '../../merge/open-file.ts';

interface FileActionsProps {
  file: DiffFile;
  onOpen: (open: OpenFile) => void;
}

/** View both sides, or merge them by hand. */
export function FileActions({ file, onOpen }: FileActionsProps) {
  return (
    <span className="inline-flex flex-wrap gap-x-2 gap-y-1">
      <Button
        size="small"
        aria-label={`Compare ${filePathOf(file)}`}
        icon={<Columns2 aria-hidden size={16} />}
        onClick={() => onOpen({ file, dialog: 'compare' })}
      >
        Compare
      </Button>
      {isMergeable(file) && (
        <Button
          size="small"
          aria-label={`Merge ${filePathOf(file)}`}
          icon={<GitMerge aria-hidden size={16} />}
          onClick={() => onOpen({ file, dialog: 'merge' })}
        >
          Merge
        </Button>
      )}
    </span>
  );
}
