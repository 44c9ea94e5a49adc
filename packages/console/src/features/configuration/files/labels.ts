import type { ChangedSide } from '@atrium/contract/configuration/changed-side';
import type { BulkAction, Choice, DiffType } from '@atrium/contract/configuration/diff-file';
import type { BadgeTone } from '../../../ui/Badge.tsx';

export const diffTypeLabels: Record<DiffType, string> = {
  NEW: 'New',
  DELETED: 'Deleted',
  CHANGED: 'Changed',
  MOVED: 'Moved',
  NO_CHANGE: 'No change',
};

export const diffTypeTones: Record<DiffType, BadgeTone> = {
  NEW: 'ok',
  DELETED: 'danger',
  CHANGED: 'note',
  MOVED: 'note',
  NO_CHANGE: 'neutral',
};

export const changedSideLabels: Record<ChangedSide, string> = {
  HERE: 'Only here',
  GIT: 'Only git',
  BOTH: 'Both',
  UNKNOWN: 'No common base',
};

export const bulkActionLabels: Record<BulkAction, string> = {
  KEEP_LOCAL: 'Keep LOCAL',
  APPLY_REMOTE: 'Apply REMOTE',
  MERGE_LOCAL: 'Merge into LOCAL',
  MERGE_REMOTE: 'Merge into REMOTE',
};

const choiceLabels: Record<Choice, string> = {
  remote: 'Remote',
  local: 'Local',
  delete: 'Delete',
  'merge-local': 'Merge in local',
  'merge-remote': 'Merge in remote',
};

const ownLabels: Partial<Record<DiffType, Partial<Record<Choice, string>>>> = {
  NEW: { remote: 'New', local: 'Skip' },
  MOVED: { remote: 'Move', local: 'Skip' },
};

/** The label of the radio button. */
export function choiceLabel(type: DiffType, choice: Choice): string {
  return ownLabels[type]?.[choice] ?? choiceLabels[choice];
}
