import type { Pull } from '@atrium/contract/configuration/pull';
import { useEffect, useState } from 'react';
import { useAuth } from '../../../api/session.ts';
import { deleteDraft, readDraft, saveDraft } from '../pull/draft-store.ts';
import { draftKey, type MergeDraft, type MergeWork, newestDraftKey } from './merge-draft.ts';
import type { MergeSides } from './merge-start.ts';
import { type ResumedDraft, resumeDraft } from './resume-draft.ts';

/** The draft of one file's merge: found in this pull or an earlier one, gone on with, kept while one works. */
export function useMergeDraft(pull: Pull, serviceId: string, filePath: string) {
  const { user } = useAuth();
  const key = draftKey(pull.uuid, serviceId, filePath);
  const newestKey = newestDraftKey(user?.userId ?? '', pull, serviceId, filePath);
  const [found, setFound] = useState<MergeDraft | null | undefined>(undefined);
  const [resumed, setResumed] = useState<ResumedDraft | null>(null);

  useEffect(() => {
    void findDraft(key, newestKey).then(setFound);
  }, [key, newestKey]);

  return {
    /** Null where there is none, undefined until that is known. */
    found,
    resumed,
    resume: (draft: MergeDraft, files: MergeSides) => setResumed(resumeDraft(draft, files)),
    save(work: MergeWork, files: MergeSides) {
      const next: MergeDraft = { ...work, files, draftSide: resumed?.draftSide ?? null };
      void saveDraft(key, next);
      void saveDraft(newestKey, key);
    },
    discard() {
      setFound(null);
      void deleteDraft(key);
      void deleteDraft(newestKey);
    },
    /** The result is kept with the choices of this pull from now on; a later pull has nothing to offer again. */
    submitted: () => void deleteDraft(newestKey),
  };
}

/** The draft of this pull, or else the newest one of the same file, which an earlier pull has. */
async function findDraft(key: string, newestKey: string): Promise<MergeDraft | null> {
  const own = await readDraft<MergeDraft>(key);
  const newest = own ? undefined : await readDraft<string>(newestKey);
  const draft = newest ? await readDraft<MergeDraft>(newest) : own;
  // Without the files it was made on, it is unknown what has changed since.
  return draft?.files ? draft : null;
}
