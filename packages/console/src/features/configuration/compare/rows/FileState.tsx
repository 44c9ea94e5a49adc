import type { ChangedSide } from '@atrium/contract/configuration/changed-side';
import { ignoredReasonText } from '@atrium/contract/configuration/ignored-reason';
import { Badge } from '../../../../ui/Badge.tsx';
import { ArrowLeftRight, CircleDashed, GitBranch, GitMerge, House } from '../../../../ui/icons.ts';
import { TriangleAlert } from '../../../../ui/message-icons.ts';
import {
  isMergeHomeless,
  isMergeLive,
  isMergeStale,
  mergedOf,
  type ServiceChoices,
  shownChoice,
} from '../../decisions/diff-choices.ts';
import { type DiffFile, fileConflictLabels, fileConflictTexts } from '../../decisions/diff-file.ts';
import { type FileRow, isRowOpen, isUndecided } from '../../decisions/metadata-pairs.ts';
import { isMergedOnSubmit } from '../../decisions/submit-outcome.ts';
import { changedSideLabels, choiceLabel } from '../../files/labels.ts';
import { TypeBadge } from '../../files/TypeBadge.tsx';

export const sideIcons: Record<ChangedSide, typeof House> = {
  HERE: House,
  GIT: GitBranch,
  BOTH: ArrowLeftRight,
  UNKNOWN: CircleDashed,
};

interface SideBadgeProps {
  file: DiffFile;
  side: ChangedSide;
  /** Whether the file was merged or a choice was made. */
  isDecided: boolean;
}

/** The side that changed a file and, where both did, whether their changes merge cleanly. */
function SideBadge({ file, side, isDecided }: SideBadgeProps) {
  const Icon = sideIcons[side];
  return (
    <Badge
      tone={file.merge === 'CONFLICT' && !isDecided ? 'danger' : 'neutral'}
      icon={<Icon aria-hidden size={14} />}
    >
      {changedSideLabels[side]}
      {side === 'BOTH' && mergeText(file, isDecided)}
    </Badge>
  );
}

/** `: merges cleanly`, `: 1 conflict, decided` */
export function mergeText({ merge, conflict, examination }: DiffFile, isDecided: boolean): string {
  if (merge === 'CLEAN') return ': merges cleanly';
  if (merge === undefined || conflict) return '';
  const count = examination?.conflicts ?? 1;
  return `: ${count.toLocaleString('en')} ${count === 1 ? 'conflict' : 'conflicts'}${isDecided ? ', decided' : ''}`;
}

/** The choice of a row in words. */
export function choiceText(row: FileRow<DiffFile>, choices: ServiceChoices): string {
  const choice = isRowOpen(choices, row) ? null : shownChoice(choices, row.file);
  return choice === null ? 'To be decided' : choiceLabel(row.file.type, choice);
}

interface FileStateProps {
  row: FileRow<DiffFile>;
  choices: ServiceChoices;
  /** Whether the contents are still being examined; moved files look deleted until then. */
  isExamining: boolean;
}

/** The type of a file, which side changed it, and its state: in words and icons. */
export function FileState({ row, choices, isExamining }: FileStateProps) {
  const { file, metadata } = row;
  const isByHand = mergedOf(choices, file) !== undefined;
  const isToDecide = isRowOpen(choices, row);
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5 align-middle">
      <TypeBadge type={file.type} />
      {file.side && <SideBadge file={file} side={file.side} isDecided={!isUndecided(choices, file)} />}
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
      {!isExamining && isMergeHomeless(choices, file) && (
        <Badge tone="warn">Your merge cannot be submitted</Badge>
      )}
      {isMergeStale(choices, file) && <Badge tone="warn">Live file changed: merge again</Badge>}
    </span>
  );
}
