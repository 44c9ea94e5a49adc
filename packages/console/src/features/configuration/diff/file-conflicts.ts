import type { SidedFile } from '@atrium/contract/configuration/changed-side';
import type { DiffType } from '@atrium/contract/configuration/diff-file';

/**
 * A conflict about a whole file: one side deleted what the other one changed since both had it, or both added a
 * file of the same name.
 */
export type FileConflict = 'remote-deleted' | 'local-deleted' | 'both-added';

export const fileConflictLabels: Record<FileConflict, string> = {
  'remote-deleted': 'Modify/delete',
  'local-deleted': 'Modify/delete',
  'both-added': 'Add/add',
};

export const fileConflictTexts: Record<FileConflict, string> = {
  'remote-deleted': 'Deleted in git, but changed here since the last exchange.',
  'local-deleted': 'Deleted here, but changed in git since the last exchange.',
  'both-added': 'Added both here and in git since the last exchange.',
};

/** Where one side deleted the file, there are no lines to merge: it is kept or deleted as a whole. */
export function isDeleteConflict(
  conflict: FileConflict | undefined,
): conflict is Exclude<FileConflict, 'both-added'> {
  return conflict === 'remote-deleted' || conflict === 'local-deleted';
}

export function fileConflictOf(type: DiffType, { side, base }: SidedFile): FileConflict | undefined {
  if (side !== 'BOTH') return undefined;
  if (type === 'DELETED') return 'remote-deleted';
  if (type === 'NEW') return 'local-deleted';
  return type === 'CHANGED' && base === undefined ? 'both-added' : undefined;
}
