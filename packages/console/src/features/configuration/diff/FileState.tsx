import { ignoredReasonText } from '@atrium/contract/configuration/ignored-reason';
import { GitMerge, TriangleAlert } from 'lucide-react';
import { Badge } from '../../../ui/Badge.tsx';
import { TypeBadge } from '../pull/TypeBadge.tsx';
import { ChangedLines } from './ChangedLines.tsx';
import { isMergeHomeless, isMergeLive, type ServiceChoices } from './diff-choices.ts';
import { fileConflictLabels, fileConflictTexts } from './file-conflicts.ts';
import { type FileRow, isRowOpen } from './metadata-pairs.ts';
import { SideBadge } from './SideBadge.tsx';
import type { DiffFile } from './service-diffs.ts';
import { isMergeStale, isSettledByHand, mergedOf } from './stored-merges.ts';
import { isMergedOnSubmit } from './submitted-merge.ts';

interface FileStateProps {
  row: FileRow<DiffFile>;
  choices: ServiceChoices;
  /** Until the contents were examined, what moved looks deleted. */
  isLooking: boolean;
}

/** The type of a file, which side changed it, and its state: in words and icons. */
export function FileState({ row, choices, isLooking }: FileStateProps) {
  const { file, metadata } = row;
  const isByHand = mergedOf(choices, file) !== undefined;
  const isToDecide = isRowOpen(choices, row);
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5 align-middle">
      <TypeBadge type={file.type} />
      {file.side && <SideBadge file={file} side={file.side} isDecided={isSettledByHand(choices, file)} />}
      {file.conflict && (
        <Badge tone="warn" icon={<TriangleAlert aria-hidden size={14} />}>
          <span title={fileConflictTexts[file.conflict]}>{fileConflictLabels[file.conflict]}</span>
        </Badge>
      )}
      {file.unreadable && (
        <Badge tone="warn" icon={<TriangleAlert aria-hidden size={14} />}>
          Skipped: {ignoredReasonText[file.unreadable]}
        </Badge>
      )}
      {metadata && <Badge>+ metadata</Badge>}
      {file.isKept && <Badge>Kept before</Badge>}
      {isToDecide && (
        <Badge tone="warn" icon={<TriangleAlert aria-hidden size={14} />}>
          To be decided
        </Badge>
      )}
      {isByHand && (
        <Badge tone="accent" icon={<GitMerge aria-hidden size={14} />}>
          Merged by you
        </Badge>
      )}
      {!isByHand && !isToDecide && isMergedOnSubmit(choices, file) && (
        <Badge tone="accent" icon={<GitMerge aria-hidden size={14} />}>
          Merged automatically
        </Badge>
      )}
      {isMergeLive(choices, file) && <Badge tone="ok">Your merge is live</Badge>}
      {!isLooking && isMergeHomeless(choices, file) && (
        <Badge tone="warn">Your merge cannot be submitted</Badge>
      )}
      {isMergeStale(choices, file) && <Badge tone="warn">Live file changed: merge again</Badge>}
      <ChangedLines file={file} />
    </span>
  );
}
