import { type ChangedSide, changedSideLabels } from '@atrium/contract/configuration/changed-side';
import { ignoredReasonText } from '@atrium/contract/configuration/manifest';
import {
  ArrowLeftRight,
  ArrowRight,
  CircleDashed,
  GitBranch,
  GitMerge,
  House,
  TriangleAlert,
} from 'lucide-react';
import { Badge } from '../../ui/Badge.tsx';
import { isMergeStale, mergedOf, type ServiceChoices } from './diff-choices.ts';
import { fileConflictLabels, fileConflictTexts } from './file-conflicts.ts';
import { type FileRow, isRowOpen } from './metadata-pairs.ts';
import type { DiffFile } from './service-diffs.ts';
import { isMergedOnSubmit } from './submit-outcome.ts';
import { TypeBadge } from './TypeBadge.tsx';

const sideIcons: Record<ChangedSide, typeof House> = {
  HERE: House,
  GIT: GitBranch,
  BOTH: ArrowLeftRight,
  UNKNOWN: CircleDashed,
};

interface FileStateProps {
  row: FileRow<DiffFile>;
  choices: ServiceChoices;
}

/** The type of a file, which side changed it, and how it stands: in words and icons. */
export function FileState({ row, choices }: FileStateProps) {
  const { file, metadata } = row;
  const isByHand = mergedOf(choices, file) !== undefined;
  const isToDecide = isRowOpen(choices, row);
  return (
    <span className="inline-flex flex-wrap items-center gap-1.5 align-middle">
      <TypeBadge type={file.type} />
      {file.side && <SideBadge file={file} side={file.side} />}
      {file.conflict && (
        <Badge tone="warn" icon={<TriangleAlert aria-hidden size={14} />}>
          <span title={fileConflictTexts[file.conflict]}>{fileConflictLabels[file.conflict]}</span>
        </Badge>
      )}
      {file.unreadable && (
        <Badge tone="warn" icon={<TriangleAlert aria-hidden size={14} />}>
          Left out: {ignoredReasonText[file.unreadable]}
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
          Merged by hand
        </Badge>
      )}
      {!isByHand && !isToDecide && isMergedOnSubmit(choices, file) && (
        <Badge tone="accent" icon={<GitMerge aria-hidden size={14} />}>
          Merged automatically
        </Badge>
      )}
      {isMergeStale(choices, file) && <Badge tone="warn">Local moved: merge again</Badge>}
      <ChangedLines file={file} />
    </span>
  );
}

function SideBadge({ file, side }: { file: DiffFile; side: ChangedSide }) {
  const Icon = sideIcons[side];
  return (
    <Badge tone={file.merge === 'CONFLICT' ? 'danger' : 'neutral'} icon={<Icon aria-hidden size={14} />}>
      {changedSideLabels[side]}
      {side === 'BOTH' && mergeText(file)}
    </Badge>
  );
}

function mergeText({ merge, conflict, look }: DiffFile): string {
  if (merge === 'CLEAN') return ': merges cleanly';
  if (merge === undefined || conflict) return '';
  const count = look?.conflicts ?? 1;
  return `: ${count.toLocaleString('en')} ${count === 1 ? 'conflict' : 'conflicts'}`;
}

/** Lines that taking the remote adds and removes, as git counts them. */
function ChangedLines({ file: { look } }: { file: DiffFile }) {
  if (look === undefined || look.added + look.removed === 0) return null;
  const { added, removed } = look;
  return (
    <span className="tabular text-xs whitespace-nowrap text-ink-soft">
      <span aria-hidden>
        {added > 0 && `+${added.toLocaleString('en')}`} {removed > 0 && `−${removed.toLocaleString('en')}`}
      </span>
      <span className="sr-only">
        {added} lines added, {removed} removed
      </span>
    </span>
  );
}

/** Who changed a file, a line for each side. */
export function ChangedBy({ lines }: { lines: readonly string[] }) {
  return lines.map((line) => (
    <span key={line} className="block truncate text-xs text-ink-soft" title={line}>
      {line}
    </span>
  ));
}

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
