import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { MergeWork } from '../../drafts/merge-draft.ts';
import type { MergeSides } from '../../panes/pane-region.ts';
import type { MergeController } from '../editor/merge-controller.ts';

/**
 * Saves the work on a merge as a draft after each pause (`settled`: its revision), and before the dialog or the page
 * closes. Returns a function that saves immediately, changed or not.
 */
export function useDraftKeeping(
  controller: MergeController,
  sides: MergeSides,
  settled: number,
  onDraft: ((work: MergeWork) => void) | undefined,
): () => void {
  const kept = useRef<Work | null>(null);

  const keepNow = () => {
    kept.current = controller.work();
    onDraft?.({ ...kept.current, savedAt: new Date().toISOString(), ...sides });
  };

  const keep = useEffectEvent(() => {
    if (controller.panes.isReadOnly || kept.current === null) return;
    if (isChanged(kept.current, controller.work())) keepNow();
  });

  // Before the editors are taken away.
  useLayoutEffect(() => {
    kept.current = controller.work();
    const handleHide = () => keep();
    window.addEventListener('pagehide', handleHide);
    return () => {
      window.removeEventListener('pagehide', handleHide);
      keep();
    };
  }, [controller]);

  useEffect(() => {
    if (settled > 0) keep();
  }, [settled]);

  return keepNow;
}

type Work = ReturnType<MergeController['work']>;

const isChanged = (before: Work, now: Work) => before.regions !== now.regions || before.merged !== now.merged;
