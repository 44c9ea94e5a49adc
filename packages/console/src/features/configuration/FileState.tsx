import { ignoredReasonText } from '@atrium/contract/configuration/manifest';
import { ArrowRight, GitMerge, TriangleAlert } from 'lucide-react';
import { Badge } from '../../ui/Badge.tsx';
import { isMergeStale, mergedOf, type ServiceChoices } from './diff-choices.ts';
import { fileConflictLabels, fileConflictTexts } from './file-conflicts.ts';
import type { FileRow } from './metadata-pairs.ts';
import type { DiffFile } from './service-diffs.ts';
import { TypeBadge } from './TypeBadge.tsx';

/** The type of a file in a word and an icon, and whether it was merged by hand. */
export function FileState({ row, choices }: { row: FileRow<DiffFile>; choices: ServiceChoices }) {
  return (
    <span className="inline-flex flex-wrap gap-1.5">
      <TypeBadge type={row.file.type} />
      {row.file.conflict && (
        <Badge tone="warn" icon={<TriangleAlert aria-hidden size={14} />}>
          <span title={fileConflictTexts[row.file.conflict]}>{fileConflictLabels[row.file.conflict]}</span>
        </Badge>
      )}
      {row.file.unreadable && (
        <Badge tone="warn" icon={<TriangleAlert aria-hidden size={14} />}>
          Left out: {ignoredReasonText[row.file.unreadable]}
        </Badge>
      )}
      {row.metadata && <Badge>+ metadata</Badge>}
      {mergedOf(choices, row.file) !== undefined && (
        <Badge tone="accent" icon={<GitMerge aria-hidden size={14} />}>
          Merged by hand
        </Badge>
      )}
      {isMergeStale(choices, row.file) && <Badge tone="warn">Local moved: merge again</Badge>}
    </span>
  );
}

/** Name and place of a file; for a moved one also where it goes. */
export function FilePlaceText({ file }: { file: DiffFile }) {
  return (
    <span className="break-all">
      {file.folderPath}
      {file.newFolderPath !== undefined && (
        <>
          <ArrowRight aria-label="moves to" size={14} className="mx-1 inline" />
          {file.newFolderPath}
        </>
      )}
    </span>
  );
}
