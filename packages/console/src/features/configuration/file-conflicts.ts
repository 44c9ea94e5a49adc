import type { ServiceBase } from '@atrium/contract/configuration/bases';
import type { ComparedFile, ComparedSide } from '@atrium/contract/configuration/compare-files';

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
  'remote-deleted': 'Remote deleted this file, but local has changed it since both sides had it.',
  'local-deleted': 'Local deleted this file, but remote has changed it since both sides had it.',
  'both-added': 'Both sides added this file since they were last exchanged.',
};

/** Where one side deleted the file, there are no lines to merge: it is kept or deleted as a whole. */
export function isDeleteConflict(
  conflict: FileConflict | undefined,
): conflict is Exclude<FileConflict, 'both-added'> {
  return conflict === 'remote-deleted' || conflict === 'local-deleted';
}

/** Finds the conflicts of whole files; `base` tells what the remote did since the last exchange. */
export function withConflicts<Side extends ComparedSide>(
  files: readonly ComparedFile<Side>[],
  base: ServiceBase,
): (ComparedFile<Side> & { conflict?: FileConflict })[] {
  const changed = new Map(Object.entries(base.changed));
  const added = new Set(base.added);
  return files.map((file) => {
    const conflict = conflictOf(file, changed, added);
    return conflict === undefined ? file : { ...file, conflict };
  });
}

function conflictOf(
  { type, folderPath, name, local, remote }: ComparedFile,
  changed: ReadonlyMap<string, string>,
  added: ReadonlySet<string>,
): FileConflict | undefined {
  if (type !== 'NEW' && type !== 'DELETED' && type !== 'CHANGED') return undefined;
  const path = `${folderPath}/${name}`;
  if (type === 'CHANGED') return added.has(path) ? 'both-added' : undefined;
  const before = changed.get(path);
  if (before === undefined) return undefined;
  if (type === 'DELETED') return before === local?.checksum ? undefined : 'remote-deleted';
  return before === remote?.checksum ? undefined : 'local-deleted';
}
