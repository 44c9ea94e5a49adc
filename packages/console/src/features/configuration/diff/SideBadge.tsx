import type { ChangedSide } from '@atrium/contract/configuration/changed-side';
import { ArrowLeftRight, CircleDashed, GitBranch, House } from 'lucide-react';
import { Badge } from '../../../ui/Badge.tsx';
import { changedSideLabels } from './labels.ts';
import type { DiffFile } from './service-diffs.ts';

const sideIcons: Record<ChangedSide, typeof House> = {
  HERE: House,
  GIT: GitBranch,
  BOTH: ArrowLeftRight,
  UNKNOWN: CircleDashed,
};

interface SideBadgeProps {
  file: DiffFile;
  side: ChangedSide;
  /** Someone has merged it, or chosen a side. */
  isDecided: boolean;
}

/** The side that changed a file and, where both did, whether their changes merge cleanly. */
export function SideBadge({ file, side, isDecided }: SideBadgeProps) {
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

function mergeText({ merge, conflict, look }: DiffFile, isDecided: boolean): string {
  if (merge === 'CLEAN') return ': merges cleanly';
  if (merge === undefined || conflict) return '';
  const count = look?.conflicts ?? 1;
  return `: ${count.toLocaleString('en')} ${count === 1 ? 'conflict' : 'conflicts'}${isDecided ? ', decided' : ''}`;
}
