import type { SidedFile } from '@atrium/contract/configuration/changed-side';
import type { DiffType } from '@atrium/contract/configuration/diff-file';

/**
 * A conflict about a whole file: one side deleted what the other one changed since both had it, both added a file of
 * the same name, or both moved it to another place.
 */
export type FileConflict = 'remote-deleted' | 'local-deleted' | 'both-added' | 'both-moved';

export const fileConflictLabels: Record<FileConflict, string> = {
  'remote-deleted': 'Modify/delete',
  'local-deleted': 'Modify/delete',
  'both-added': 'Add/add',
  'both-moved': 'Rename/rename',
};

export const fileConflictTexts: Record<FileConflict, string> = {
  'remote-deleted': 'Deleted in git, but changed here since the last exchange.',
  'local-deleted': 'Deleted here, but changed in git since the last exchange.',
  'both-added': 'Added both here and in git since the last exchange.',
  'both-moved': 'Moved to one place here and to another one in git since the last exchange.',
};

export type DeleteConflict = Extract<FileConflict, 'remote-deleted' | 'local-deleted'>;

/** Where one side deleted the file, there are no lines to merge: it is kept or deleted as a whole. */
export function isDeleteConflict(conflict: FileConflict | undefined): conflict is DeleteConflict {
  return conflict === 'remote-deleted' || conflict === 'local-deleted';
}

export function fileConflictOf(type: DiffType, { side, movedBy, base }: SidedFile): FileConflict | undefined {
  if (side !== 'BOTH') return undefined;
  if (movedBy === 'BOTH') return 'both-moved';
  if (type === 'DELETED') return 'remote-deleted';
  if (type === 'NEW') return 'local-deleted';
  return type === 'CHANGED' && base === undefined ? 'both-added' : undefined;
}
