import { changedSideOf, type KnownBase, type SidedFile } from '@atrium/contract/configuration/changed-side';
import type { ComparedFile } from '@atrium/contract/configuration/compare-files';
import { type Choice, defaultChoice } from '@atrium/contract/configuration/diff-file';
import type { IgnoredReason } from '@atrium/contract/configuration/ignored-reason';
import type { FileLook } from '@atrium/contract/configuration/look';
import { filePathOf, filePlaceOf } from '@atrium/contract/service-api/files/configuration-file';
import type { DefaultActions } from '@atrium/contract/service-api/versions/export';
import { fileConflictOf } from './file-conflicts.ts';
import { choicesFor, type FileMarks, isSameContent } from './marked-file.ts';

/** What a service's files are marked by. */
export interface MarkSources {
  /** Undefined if nothing was ever exchanged; null if it is not known yet. */
  readonly base: KnownBase | undefined | null;
  /** By filePath here, where both had what both have moved. */
  readonly origins?: ReadonlyMap<string, string>;
  readonly looks: { readonly [filePath: string]: FileLook } | undefined;
  readonly unreadable: { readonly [filePath: string]: IgnoredReason } | undefined;
  readonly defaults: DefaultActions;
  /** Someone has *Merge by side* from the start. */
  readonly startsBySide: boolean;
}

/** Marks a file that differs. */
export function markFile<File extends ComparedFile>(file: File, sources: MarkSources): File & FileMarks {
  const { base, looks, unreadable, defaults, startsBySide } = sources;
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
    marked.merge = mergeOf(file, sided, looks?.[there]);
  }
  marked.isKept = Boolean(base && (base.kept.has(here) || base.kept.has(there)));
  marked.look = looks?.[there];
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
  look: FileLook | undefined,
): FileMarks['merge'] {
  if (side !== 'BOTH') return undefined;
  // Deleted on one side, added on both, or moved to two places: only a person can decide.
  if (!file.local || !file.remote || base === undefined || movedBy === 'BOTH') return 'CONFLICT';
  if (isSameContent(file)) return 'CLEAN';
  return look?.conflicts === undefined ? undefined : look.conflicts === 0 ? 'CLEAN' : 'CONFLICT';
}

/** The specification's default, and a service's own; what was decided before, against the same content, stays. */
function tableChoice(file: ComparedFile & FileMarks, defaults: DefaultActions): Choice {
  const usual = defaultChoice(file.type, file.folderPath, defaults);
  return !file.isKept && choicesFor(file).includes(usual) ? usual : 'local';
}

/** What *Merge by side* chooses; null where a person has to decide. */
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
