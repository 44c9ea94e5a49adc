import type { DiffType } from '@atrium/contract/configuration/diff-file';
import { blobId } from '@atrium/contract/service-api/files/blob-id';
import { filePathOf, filePlaceOf } from '@atrium/contract/service-api/files/configuration-file';
import { restoreSideEndings } from '@atrium/diff/restore-line-endings';
import { useEffect, useEffectEvent, useState } from 'react';
import { useAuth } from '../../../api/session.ts';
import { isMergeHomeless, isMergeOf, type ServiceChoices } from '../decisions/diff-choices.ts';
import { canMerge, type DiffFile } from '../decisions/diff-file.ts';
import type { ServiceDiff } from '../differences/service-diffs.ts';
import { listDraftKeys, readDraft } from '../drafts/draft-store.ts';
import { draftKey, isAsideKey, type MergeDraft } from '../drafts/merge-draft.ts';

/** A file that cannot take the merge or draft that a person has of it. */
export interface WaitingMerge {
  readonly file: DiffFile;
  /** Whether the merge is the file's choice; otherwise it is only a draft. */
  readonly isStored: boolean;
}

/** The merges that are chosen for files which cannot take them, and drafts of such files. `isOpen`: one is worked on now. */
export function useWaitingMerges(
  uuid: string,
  diff: ServiceDiff,
  choices: ServiceChoices,
  isOpen: boolean,
): readonly WaitingMerge[] {
  const { serviceId } = diff.service;
  const userId = useAuth().user?.userId ?? '';
  const prefix = draftKey(userId, uuid, serviceId, '');
  const [drafts, setDrafts] = useState<readonly DiffFile[]>([]);
  const find = useEffectEvent(() => draftsWithoutUse(prefix, diff));
  useEffect(() => {
    if (isOpen) return undefined;
    let isCurrent = true;
    void find().then((found) => isCurrent && setDrafts(found));
    return () => {
      isCurrent = false;
    };
  }, [prefix, diff.files, isOpen]);

  // Until the contents were examined, what moved looks deleted.
  if (diff.local === undefined || diff.isExamining || diff.basesError !== null) return [];
  const stored = storedWithoutUse(diff, choices);
  const paths = new Set(stored.map(filePathOf));
  return [
    ...stored.map((file) => ({ file, isStored: true })),
    ...drafts.filter((file) => !paths.has(filePathOf(file))).map((file) => ({ file, isStored: false })),
  ];
}

/** Includes merges whose path has no file anymore, unless the merged text is live at another path. */
function storedWithoutUse(
  { files, leftOut }: Pick<ServiceDiff, 'files' | 'leftOut'>,
  choices: ServiceChoices,
): DiffFile[] {
  const merged = Object.entries(choices.files).filter(([, decision]) => decision.merged !== undefined);
  if (merged.length === 0) return [];
  const listed = new Map(files.map((file) => [filePathOf(file), file]));
  return merged.flatMap(([path, decision]) => {
    const file = listed.get(path);
    if (file) return isMergeHomeless(choices, file) ? [file] : [];
    if (leftOut.includes(path) || files.some((one) => isMergeOf(decision, one))) return [];
    return [{ ...filePlaceOf(path), type: 'MOVED' as const }];
  });
}

/** By their keys: a file that has moved is listed at its other place only. */
async function draftsWithoutUse(
  prefix: string,
  { files, leftOut }: Pick<ServiceDiff, 'files' | 'leftOut'>,
): Promise<DiffFile[]> {
  const keys = files.length === 0 ? [] : await listDraftKeys(prefix);
  const listed = new Map(files.map((file) => [filePathOf(file), file]));
  const found: DiffFile[] = [];
  for (const key of keys) {
    const path = key.slice(prefix.length);
    if (isAsideKey(key) || leftOut.includes(path)) continue;
    const file = listed.get(path) ?? { ...filePlaceOf(path), type: 'MOVED' as const };
    if (canMerge(file) || file.unreadable !== undefined) continue;
    const draft = await readDraft<MergeDraft>(key);
    if (draft === undefined || draft.isSubmitted) continue;
    const text = restoreSideEndings(draft.merged, draft.files.local, draft.files.remote);
    if (blobId(text) !== file.local?.checksum) found.push(file);
  }
  return found;
}

/** Why a file takes no merge. */
export function whyNot(type: DiffType): string {
  if (type === 'NO_CHANGE') return 'the file no longer differs from git';
  if (type === 'NEW') return 'the live file was deleted';
  return 'the file is no longer on both sides at this place';
}
