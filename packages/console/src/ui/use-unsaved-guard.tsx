import { type BlockerFn, type RouterHistory, useRouter } from '@tanstack/react-router';
import { type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { lazyDialog } from './lazy-dialog.tsx';

// Loaded when it is needed: visitors' pages have forms, but no dialogs.
const UnsavedQuestion = lazyDialog(async () => (await import('./UnsavedQuestion.tsx')).UnsavedQuestion);

interface UnsavedGuard {
  /** Calls back immediately, or after a confirmation if changes would be lost. */
  leave: (onLeave: () => void) => void;
  /** The question while it is open. */
  question: ReactNode;
}

interface UnsavedGuardOptions {
  /** The form is open because of the address: navigating back to an address without it closes it. */
  isInAddress?: boolean;
}

/**
 * Confirms before typed text is lost by navigation, or by a form's own call of `leave`. If the page is closed or
 * reloaded, the browser asks.
 */
export function useUnsavedGuard(
  hasUnsaved: () => boolean,
  { isInAddress = false }: UnsavedGuardOptions = {},
): UnsavedGuard {
  const { history }: { history: RouterHistory } = useRouter();
  const [answer, setAnswer] = useState<(isLeaving: boolean) => void>();
  const enableBeforeUnload = useEffectEvent(hasUnsaved);
  const ask = (onAnswer: (isLeaving: boolean) => void) =>
    setAnswer(() => (isLeaving: boolean) => {
      setAnswer(undefined);
      onAnswer(isLeaving);
    });
  const isHeld = useEffectEvent((step: Parameters<BlockerFn>[0]): boolean | Promise<boolean> => {
    const { currentLocation: from, nextLocation: to, action } = step;
    // A closing dialog with a confirmation of its own replaces the address.
    const isClosed = isInAddress && action !== 'REPLACE' && from.search !== to.search;
    if ((from.pathname === to.pathname && !isClosed) || !hasUnsaved()) return false;
    // Going back a second time does not answer the question.
    if (answer) return true;
    return new Promise((resolve) => ask((isLeaving) => resolve(!isLeaving)));
  });
  useEffect(
    () =>
      history.block({
        blockerFn: async (step) => isHeld(step),
        enableBeforeUnload: () => enableBeforeUnload(),
      }),
    [history],
  );
  return {
    leave: (onLeave) => (hasUnsaved() ? ask((isLeaving) => isLeaving && onLeave()) : onLeave()),
    question: answer && (
      <Suspense fallback={null}>
        <UnsavedQuestion onLeave={() => answer(true)} onClose={() => answer(false)} />
      </Suspense>
    ),
  };
}
