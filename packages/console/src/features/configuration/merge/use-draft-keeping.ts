import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { MergeController } from './merge-controller.ts';
import type { MergeWork } from './merge-draft.ts';
import type { MergeSides } from './merge-start.ts';

/**
 * Keeps the work on a merge as a draft whenever it has stood still (`settled`: the revision that did), and before the
 * dialog or the page goes away. Returns what says that the work as it is now needs no draft.
 */
export function useDraftKeeping(
  controller: MergeController,
  sides: MergeSides,
  settled: number,
  onDraft: ((work: MergeWork) => void) | undefined,
): () => void {
  const kept = useRef<Work | null>(null);

  const keep = useEffectEvent(() => {
    const work = controller.work();
    if (controller.panes.isReadOnly || kept.current === null || !isChanged(kept.current, work)) return;
    kept.current = work;
    onDraft?.({ ...work, savedAt: new Date().toISOString(), ...sides });
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

  return () => {
    kept.current = controller.work();
  };
}

type Work = ReturnType<MergeController['work']>;

const isChanged = (before: Work, now: Work) => before.regions !== now.regions || before.merged !== now.merged;
