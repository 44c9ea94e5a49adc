import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/** Moves the focus to the page's heading if the button that opened another run was unmounted. */
export function useFocusAfterRunChange(runId: string | undefined): void {
  const { history } = useRouter();
  const entry = history.location.state.__TSR_index;
  const before = useRef({ runId, entry });
  useEffect(() => {
    const isOther = before.current.runId !== runId;
    // An address that is only replaced is that of the latest or running run: no button led there.
    const isReplaced = before.current.entry === entry;
    before.current = { runId, entry };
    if (!isOther || isReplaced) return;
    // Once dialogs have closed, and have tried to restore the focus themselves.
    requestAnimationFrame(() => {
      if (document.activeElement !== document.body) return;
      document.querySelector<HTMLElement>('main h1[tabindex]')?.focus({ preventScroll: true });
    });
  });
}
