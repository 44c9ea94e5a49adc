import {
  type ChangedSide,
  changedSideOf,
  type KnownBase,
  type SidedFile,
} from '@atrium/contract/configuration/changed-side';
import type { ComparedFile } from '@atrium/contract/configuration/compare-files';
import {
  allowedChoices,
  type Choice,
  type DiffType,
  defaultChoice,
} from '@atrium/contract/configuration/diff-file';
import type { FileExamination } from '@atrium/contract/configuration/examine-files';
import type { IgnoredReason } from '@atrium/contract/configuration/ignored-reason';
import type { ManifestFile } from '@atrium/contract/configuration/manifest';
import {
  type FilePlace,
  filePathOf,
  filePlaceOf,
} from '@atrium/contract/service-api/files/configuration-file';
import type { DefaultActions } from '@atrium/contract/service-api/versions/export';

/** Details of a changed file beyond its type. */
export interface FileMarks {
  readonly side?: ChangedSide;
  readonly movedBy?: ChangedSide | undefined;
  /** Last common path of a file that both sides moved. */
  readonly origin?: FilePlace | undefined;
  /** Checksum of the last common version, if known. */
  readonly base?: string | undefined;
  /** A conflict about the whole file. */
  readonly conflict?: FileConflict | undefined;
  /** Result of merging both sides' changes, if both changed the file and the result is known. */
  readonly merge?: 'CLEAN' | 'CONFLICT' | undefined;
  /** A user decided earlier, against the same remote content, to keep the local file. */
  readonly isKept?: boolean;
  readonly examination?: FileExamination | undefined;
  /** Why the remote's content cannot be taken. */
  readonly unreadable?: IgnoredReason | undefined;
  /** The choice that it starts with; null: to be decided. */
  readonly preset?: Choice | null;
  /** Choice of *Merge by side*; null if undecided. */
  readonly bySide?: Choice | null;
}

export type DiffFile = ComparedFile<ManifestFile> & FileMarks;

type Content = { readonly checksum: string };

/** Fields of a marked file that these rules use. */
export interface MarkedFile extends FileMarks {
  readonly type: DiffType;
  readonly local?: Content | undefined;
  readonly remote?: Content | undefined;
}

const onlyLocal: readonly Choice[] = ['local'];

/** Returns the choices for a file; an unreadable remote file can't be chosen. */
export function choicesFor({ type, unreadable }: MarkedFile): readonly Choice[] {
  return unreadable === undefined ? allowedChoices[type] : onlyLocal;
}

export const isSameContent = ({ local, remote }: Pick<MarkedFile, 'local' | 'remote'>) =>
  local?.checksum === remote?.checksum;

/** Whether a moved file has different contents on both sides, which must be combined at either path. */
export function isMovedAndEdited(file: MarkedFile): boolean {
  return file.type === 'MOVED' && file.side === 'BOTH' && !isSameContent(file);
}

/** Whether the merge dialog has both sides' lines to merge. */
export function canMerge(file: MarkedFile): boolean {
  if (file.unreadable !== undefined) return false;
  const isElsewhere = file.type === 'MOVED' && file.side === 'UNKNOWN' && !isSameContent(file);
  return file.type === 'CHANGED' || isMovedAndEdited(file) || isElsewhere;
}

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

/** A file that one side deleted has no lines to merge: it is kept or deleted as a whole. */
export function isDeleteConflict(conflict: FileConflict | undefined): conflict is DeleteConflict {
  return conflict === 'remote-deleted' || conflict === 'local-deleted';
}

function fileConflictOf(type: DiffType, { side, movedBy, base }: SidedFile): FileConflict | undefined {
  if (side !== 'BOTH') return undefined;
  if (movedBy === 'BOTH') return 'both-moved';
  if (type === 'DELETED') return 'remote-deleted';
  if (type === 'NEW') return 'local-deleted';
  return type === 'CHANGED' && base === undefined ? 'both-added' : undefined;
}

/** Sources of the marks of a service's files. */
export interface MarkSources {
  /** Undefined if nothing was ever exchanged; null while loading. */
  readonly base: KnownBase | undefined | null;
  /** By filePath here, where both had what both have moved. */
  readonly origins?: ReadonlyMap<string, string>;
  readonly examined: { readonly [filePath: string]: FileExamination } | undefined;
  readonly unreadable: { readonly [filePath: string]: IgnoredReason } | undefined;
  readonly defaults: DefaultActions;
  /** Whether *Merge by side* is the user's default. */
  readonly startsBySide: boolean;
}

/** Marks a file that differs. */
export function markFile<File extends ComparedFile>(file: File, sources: MarkSources): File & FileMarks {
  const { base, examined, unreadable, defaults, startsBySide } = sources;
  const here = filePathOf(file);
  const there = file.remote ? filePathOf(file.remote) : here;
  const sided = base === null ? undefined : changedSideOf(file, base);
  // Copied once: there may be tens of thousands.
  const marked: File & Marks = { ...file };
  if (sided) {
    marked.side = sided.side;
    marked.movedBy = sided.movedBy;
    const origin = sided.movedBy === 'BOTH' ? sources.origins?.get(here) : undefined;
    marked.origin = origin === undefined ? undefined : filePlaceOf(origin);
    marked.base = sided.base ?? (origin && base?.changed.get(origin));
    marked.conflict = fileConflictOf(file.type, sided);
    marked.merge = mergeOf(file, sided, examined?.[there]);
  }
  marked.isKept = Boolean(base && (base.kept.has(here) || base.kept.has(there)));
  marked.examination = examined?.[there];
  marked.unreadable = file.remote && unreadable?.[there];
  const table = tableChoice(marked, defaults);
  marked.bySide = sideChoice(marked, table);
  marked.preset = startsBySide ? marked.bySide : table;
  return marked;
}

type Marks = { -readonly [Mark in keyof FileMarks]: FileMarks[Mark] };

function mergeOf(
  file: ComparedFile,
  { side, movedBy, base }: SidedFile,
  examination: FileExamination | undefined,
): FileMarks['merge'] {
  if (side !== 'BOTH') return undefined;
  // Deleted on one side, added on both, or moved to two places: only a person can decide.
  if (!file.local || !file.remote || base === undefined || movedBy === 'BOTH') return 'CONFLICT';
  if (isSameContent(file)) return 'CLEAN';
  return examination?.conflicts === undefined
    ? undefined
    : examination.conflicts === 0
      ? 'CLEAN'
      : 'CONFLICT';
}

/** Choice from the specification's defaults and the service's own. An earlier decision on the same content wins. */
function tableChoice(file: ComparedFile & FileMarks, defaults: DefaultActions): Choice {
  const usual = defaultChoice(file.type, file.folderPath, defaults);
  return !file.isKept && choicesFor(file).includes(usual) ? usual : 'local';
}

/** Returns the choice of *Merge by side*; null if a person has to decide. */
function sideChoice(file: ComparedFile & FileMarks, table: Choice): Choice | null {
  const { type, side, merge, movedBy } = file;
  if (table === 'local' || side === 'HERE') return 'local';
  if (side === 'GIT') return table;
  if (side === 'BOTH') {
    if (merge !== 'CLEAN') return null;
    if (type !== 'MOVED') return 'merge-local';
    if (movedBy !== 'HERE') return 'remote';
    return isSameContent(file) ? 'local' : 'merge-local';
  }
  // Without a base nothing that is live is lost, and nothing merged, unasked.
  if (type === 'DELETED') return 'local';
  return type === 'NEW' || isSameContent(file) ? table : null;
}
