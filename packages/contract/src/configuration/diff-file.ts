import { z } from 'zod';
import { Choice, DiffType } from '../service-api/files/file-change.ts';
import type { DefaultActions } from '../service-api/versions/export.ts';

export { Choice, DiffType };

/** The choices that each type allows, in the order in which they are offered. */
export const allowedChoices: Record<DiffType, readonly Choice[]> = {
  NO_CHANGE: ['local'],
  CHANGED: ['remote', 'local', 'merge-local', 'merge-remote'],
  DELETED: ['delete', 'local'],
  NEW: ['remote', 'local'],
  MOVED: ['remote', 'local'],
};

const defaultChoices: Record<DiffType, Choice> = {
  NO_CHANGE: 'local',
  CHANGED: 'remote',
  DELETED: 'delete',
  NEW: 'remote',
  MOVED: 'remote',
};

export function isAllowedChoice(type: DiffType, choice: Choice): boolean {
  return allowedChoices[type].includes(choice);
}

/**
 * The choice a file starts with. A folder's default holds for its subfolders too; one that is not allowed is passed
 * over.
 */
export function defaultChoice(type: DiffType, folderPath = '', defaultActions: DefaultActions = {}): Choice {
  for (
    let folder = folderPath;
    folder !== '';
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))
  ) {
    const ofFolder = Object.hasOwn(defaultActions, folder) ? defaultActions[folder] : undefined;
    const given = type === 'NO_CHANGE' ? undefined : ofFolder?.[type];
    // Services may send upper case: `LOCAL` equals `local`.
    const choice = given?.toLowerCase() as Choice | undefined;
    if (choice !== undefined && isAllowedChoice(type, choice)) return choice;
  }
  return defaultChoices[type];
}

/** Bulk choices for a whole service or folder. */
export const BulkAction = z.enum(['KEEP_LOCAL', 'APPLY_REMOTE', 'MERGE_LOCAL', 'MERGE_REMOTE']);
export type BulkAction = z.infer<typeof BulkAction>;

/** Choice that a bulk action makes for a file of this type. */
export function bulkChoice(action: BulkAction, type: DiffType): Choice {
  // There is nothing to take from the remote where both sides are equal.
  if (type === 'NO_CHANGE') return 'local';
  const remote: Choice = type === 'DELETED' ? 'delete' : 'remote';
  switch (action) {
    case 'KEEP_LOCAL':
      return 'local';
    case 'APPLY_REMOTE':
      return remote;
    case 'MERGE_LOCAL':
      return type === 'CHANGED' ? 'merge-local' : 'local';
    case 'MERGE_REMOTE':
      return type === 'CHANGED' ? 'merge-remote' : remote;
  }
}

export function isMergeChoice(choice: Choice): choice is 'merge-local' | 'merge-remote' {
  return choice === 'merge-local' || choice === 'merge-remote';
}

/** Whether submitting the choice alters the live configuration. */
export function changesLive(type: DiffType, choice: Choice): boolean {
  return type !== 'NO_CHANGE' && choice !== 'local';
}
