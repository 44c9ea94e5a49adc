import { listWork, type Work } from '@atrium/contract/work/work';
import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { onLiveEvent } from '../api/live-events.ts';
import { readAgain } from '../api/read-again.ts';
import { showToast } from '../ui/toast.ts';
import { useAddressed } from './use-addressed.ts';
import { isFollowed } from './work-place.ts';
import { endedText } from './work-words.ts';

/** Tests report each step: the list is refetched once per interval. */
const READ_AGAIN_MS = 2_000;
const MAY_CHANGE_WORK = new Set(['operation', 'test-run', 'ready']);

/** Refetches the list when live events report that work has begun or ended. */
export function useWorkEvents(): void {
  const client = useQueryClient();
  useEffect(() => {
    let waiting: number | undefined;
    let hasBeenReady = false;
    const stopListening = onLiveEvent(({ type }) => {
      const isFirst = type === 'ready' && !hasBeenReady;
      hasBeenReady ||= type === 'ready';
      if (isFirst || !MAY_CHANGE_WORK.has(type) || waiting !== undefined) return;
      waiting = window.setTimeout(() => {
        waiting = undefined;
        void readAgain(client, [listWork]);
      }, READ_AGAIN_MS);
    });
    return () => {
      stopListening();
      window.clearTimeout(waiting);
    };
  }, [client]);
}

/** Announces the result of work that ended while the user was elsewhere in the console. */
export function useEndMessages(work: readonly Work[] | undefined): void {
  const { pathname } = useLocation();
  const [dialog] = useAddressed('dialog');
  const running = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    if (work === undefined) return;
    const ended = work.filter(({ id, isNew }) => isNew && running.current.has(id));
    running.current = new Set(work.filter(({ state }) => state === 'RUNNING').map(({ id }) => id));
    for (const one of ended) {
      if (isFollowed(one, { pathname, dialog })) continue;
      showToast(endedText(one), one.state === 'FAILED' ? 'error' : 'success');
    }
  }, [work, pathname, dialog]);
}
