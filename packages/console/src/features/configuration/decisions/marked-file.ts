import type { ChangedSide } from '@atrium/contract/configuration/changed-side';
import { allowedChoices, type Choice, type DiffType } from '@atrium/contract/configuration/diff-file';
import type { IgnoredReason } from '@atrium/contract/configuration/ignored-reason';
import type { FileLook } from '@atrium/contract/configuration/look';
import type { FilePlace } from '@atrium/contract/service-api/files/configuration-file';
import type { FileConflict } from './file-conflicts.ts';

/** What is known of a file that differs, beyond its type. */
export interface FileMarks {
  readonly side?: ChangedSide;
  readonly movedBy?: ChangedSide | undefined;
  /** Where both had it last, of a file that both have moved. */
  readonly origin?: FilePlace | undefined;
  /** Checksum of the last common version, where one is known. */
  readonly base?: string | undefined;
  /** A conflict about the whole file. */
  readonly conflict?: FileConflict | undefined;
  /** How both sides' changes go together, where both changed it and that is known. */
  readonly merge?: 'CLEAN' | 'CONFLICT' | undefined;
  /** Someone decided before, against the same remote content, that it stays as it is here. */
  readonly isKept?: boolean;
  readonly look?: FileLook | undefined;
  /** Why the remote's content cannot be taken. */
  readonly unreadable?: IgnoredReason | undefined;
  /** The choice that it starts with; null: to be decided. */
  readonly preset?: Choice | null;
  /** What *Merge by side* chooses; null: to be decided. */
  readonly bySide?: Choice | null;
}

type Content = { readonly checksum: string };

/** As much of a marked file as these rules need. */
export interface MarkedFile extends FileMarks {
  readonly type: DiffType;
  readonly local?: Content | undefined;
  readonly remote?: Content | undefined;
}

const onlyLocal: readonly Choice[] = ['local'];

/** What can be chosen for a file; nothing of the remote where that cannot be read. */
export function choicesFor({ type, unreadable }: MarkedFile): readonly Choice[] {
  return unreadable === undefined ? allowedChoices[type] : onlyLocal;
}

export const isSameContent = ({ local, remote }: Pick<MarkedFile, 'local' | 'remote'>) =>
  local?.checksum === remote?.checksum;

/** Whether a moved file has different contents on both sides, which must be combined wherever it goes. */
export function isMovedAndEdited(file: MarkedFile): boolean {
  return file.type === 'MOVED' && file.side === 'BOTH' && !isSameContent(file);
}

/** Whether the merge dialog has both sides' lines to merge. */
export function canMerge(file: MarkedFile): boolean {
  if (file.unreadable !== undefined) return false;
  const isElsewhere = file.type === 'MOVED' && file.side === 'UNKNOWN' && !isSameContent(file);
  return file.type === 'CHANGED' || isMovedAndEdited(file) || isElsewhere;
}
