import type { Pull } from '@atrium/contract/configuration/pull';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useAuth } from '../../../api/session.ts';
import type { DraftPlace } from '../drafts/draft-store.ts';
import {
  dropKept,
  findDrafts,
  firstOfEach,
  forgetNewest,
  isOf,
  keepAside,
  keepDraft,
  readKept,
} from '../drafts/kept-drafts.ts';
import { draftKey, type MergeDraft, type MergeWork, newestDraftKey } from '../drafts/merge-draft.ts';
import type { MergeSides } from '../panes/pane-region.ts';
import { type ResumedDraft, resumeDraft } from './resume-draft.ts';

/** Drafts of one file's merge. */
interface Kept {
  /** Saved last, by this dialog. */
  work?: MergeDraft;
  /** Last draft written under the pull's key: the work, or a resumed draft. */
  written?: MergeDraft;
  /** Drafts to offer, neither resumed nor discarded, newest first. */
  waiting: readonly MergeDraft[];
  hasResumed: boolean;
  /** Key of another pull that also stores the offered draft. */
  otherKey: string | undefined;
  /** Storage of the waiting drafts. */
  aside: Promise<DraftPlace>;
}

const nothing: Kept = {
  waiting: [],
  hasResumed: false,
  otherKey: undefined,
  aside: Promise.resolve('browser' as const),
};

/**
 * Drafts of one file's merge, found in this pull or an earlier one, and saved during work until a submit makes them
 * live. Work done while a draft is still offered replaces it; the offered draft is set aside and offered again. Without
 * a draft, work resumes from `stored`, the file's chosen result.
 */
export function useMergeDraft(
  pull: Pull,
  serviceId: string,
  filePath: string,
  local: string,
  stored?: ResumedDraft,
) {
  const { user } = useAuth();
  const userId = user?.userId ?? '';
  const key = draftKey(userId, pull.uuid, serviceId, filePath);
  const newestKey = newestDraftKey(userId, pull, serviceId, filePath);
  const [offered, setOffered] = useState<MergeDraft | null | undefined>(undefined);
  const [resumed, setResumed] = useState<ResumedDraft | null>(null);
  const kept = useRef<Kept>(nothing);
  const [place, setPlace] = useState<DraftPlace>('browser');
  const [dialogId] = useState(() => crypto.randomUUID());

  const find = useEffectEvent(async () => {
    const found = await findDrafts(key, newestKey, local);
    return { ...found, stored };
  });

  useEffect(() => {
    void find().then(({ drafts, otherKey, stored }) => {
      const isStored = stored !== undefined && drafts.length === 0;
      kept.current = { ...nothing, waiting: drafts, otherKey, hasResumed: isStored };
      if (isStored) setResumed(stored);
      setOffered(drafts[0] ?? null);
    });
  }, [key, newestKey]);

  const keep = (work: MergeDraft) => {
    const { current } = kept;
    current.written = work;
    const saved = keepDraft(key, newestKey, work);
    void saved.then(setPlace);
    void Promise.all([saved, current.aside]).then((places) => {
      // Don't drop the browser's copy of a draft that otherwise exists only in the page.
      if (!places.includes('page')) dropOther(current);
    });
  };
  const keepWaiting = (drafts: readonly MergeDraft[]) => {
    kept.current.aside = keepAside(key, drafts);
  };
  /** A draft is kept under one key only: an older copy of it would be offered there, and to later pulls in its place. */
  const dropOther = (of: Kept) => {
    const { otherKey } = of;
    of.otherKey = undefined;
    if (otherKey !== undefined) dropKept(otherKey);
  };

  const lookAround = useEffectEvent(async () => {
    const stored = await readKept(key, local);
    const { written, waiting, hasResumed } = kept.current;
    if (stored[0] === undefined || isOf(dialogId, stored[0])) return;
    kept.current.waiting = firstOfEach([...stored.filter((one) => !isOf(dialogId, one)), ...waiting]);
    if (!hasResumed) setOffered(stored[0]);
    // The stored draft equals the written one: another dialog or tab saved it first.
    if (written === undefined || firstOfEach([written, stored[0]]).length === 1) return;
    keepWaiting(kept.current.waiting);
    keep(written);
  });
  useEffect(() => {
    // Another tab may have saved work on the file: set it aside and save this tab's work again.
    const handleFocus = () => void lookAround();
    window.addEventListener('focus', handleFocus);
    return () => window.removeEventListener('focus', handleFocus);
  }, []);

  return {
    /** Draft to offer; null if none, undefined while loading. */
    found: offered,
    resumed,
    /** Storage of the last saved work. */
    place,
    resume(draft: MergeDraft, files: MergeSides) {
      const { work, waiting } = kept.current;
      const others = waiting.filter((one) => one !== draft);
      kept.current.waiting = work ? [work, ...others] : others;
      kept.current.hasResumed = true;
      keepWaiting(kept.current.waiting);
      keep({ ...draft, isSubmitted: false, workId: `${dialogId} resumed` });
      setResumed(resumeDraft(draft, files));
    },
    save(done: MergeWork, files: MergeSides) {
      const workId = resumed ? `${dialogId} resumed` : dialogId;
      const next: MergeDraft = { ...done, files, draftSide: resumed?.draftSide ?? null, workId };
      const { work, waiting, hasResumed } = kept.current;
      if (hasResumed && !resumed) {
        // The last edits before a draft is resumed arrive after it replaced them.
        kept.current.waiting = [next, ...waiting.filter((one) => one !== work)];
        keepWaiting(kept.current.waiting);
        return;
      }
      if (work === undefined && waiting.length > 0) keepWaiting(waiting);
      kept.current.work = next;
      keep(next);
    },
    discard() {
      const { work, waiting } = kept.current;
      const left = waiting.slice(1);
      const [next, ...others] = left;
      kept.current.waiting = left;
      setOffered(next ?? null);
      keepWaiting(work ? left : others);
      if (work) return;
      if (next) return keep(next);
      dropKept(key);
      void forgetNewest(newestKey, [key, kept.current.otherKey]);
      dropOther(kept.current);
    },
  };
}
